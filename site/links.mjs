// Checks built pages: every local link leads to a file and an anchor, and nothing in them needs what the server's
// Content-Security-Policy forbids.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The paths that the server itself serves. */
const ofServer = /^\/(?:$|docs\/(?:api|openapi\.json)$|proto\/)/;

/**
 * @param {string} folder of the built pages
 * @returns {string[]} what is wrong, as `page: problem`
 */
export function siteProblems(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)))
    .sort();
  const pages = new Map(
    files.filter((file) => file.endsWith('.html')).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  return [...pages].flatMap(([page, html]) =>
    [...linkProblems(page, html, new Set(files), pages), ...policyProblems(html)].map((what) => `${page}: ${what}`),
  );
}

function linkProblems(page, html, files, pages) {
  const targets = Array.from(html.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, target]) => target);
  return [...new Set(targets)].flatMap((target) => {
    if (/^(?:https?|mailto|roomtone):/.test(target) || ofServer.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const resolved =
      path === '' ? page : posix.join(posix.dirname(page), path.endsWith('/') ? `${path}index.html` : path);
    if (!files.has(resolved)) return [`the link ${target} leads nowhere`];
    const isThere = anchor === undefined || anchor === '' || (pages.get(resolved) ?? '').includes(`id="${anchor}"`);
    return isThere ? [] : [`the link ${target} leads to no heading`];
  });
}

function policyProblems(html) {
  const rules = [
    [/<script(?![^>]*\ssrc=)/, 'an inline script'],
    [/<style|\sstyle="/, 'an inline style'],
    [/<[^>]+\son[a-z]+="/, 'an inline handler'],
    [/<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//, 'something from another server'],
  ];
  return rules.flatMap(([pattern, what]) => (pattern.test(html) ? [`has ${what}`] : []));
}
