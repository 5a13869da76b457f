// Checks that nothing in the repository cites a document, or follows a path, outside it: the repository explains itself. Comments
// say reasons, so none begins with a question word.
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { root, runQuietly } from './run.mjs';

const textFiles = new Set(
  ['cjs', 'css', 'html', 'js', 'json', 'md', 'mjs', 'proto', 'ts', 'tsx', 'yaml', 'yml'].map((name) => `.${name}`),
);

/** Generated files, and examples of what is refused here. */
const leftOut = ['pnpm-lock.yaml', 'scripts/citations.mjs', 'scripts/citations.test.mjs'];

/** One test looks for an optional program beside the checkout; the other holds import paths as data. */
const mayLookOutside = ['apps/desktop/test/long/midi-hardware.test.ts', 'scripts/import-rules.test.mjs'];

/** Words for documents outside the repository; `decision 002`, which is one file of docs/decisions, is fine. */
const foreignDocuments = [
  /\bdecisions,? \d[\d., ]*/i,
  /\binterface specification\b/i,
  /\bspecification, [A-Z]\w*/i,
  /\bthe specification\b/i,
  /(?<=['"`])(?:house|language|style|toolchain): /,
];

/** A comment that begins with a question word describes a name instead of giving a reason. Titles that ask something are fine. */
const questionWord = /(?:^|\s)\/[/*]\*?\s+(?<word>What|Whether|Which|Who|Whose)\b(?!.*\?$)/;
const blockStart = /^\s*\/\*\*?\s*$/;
const questionInBlock = /^\s*\*\s+(?<word>What|Whether|Which|Who|Whose)\b/;

const relativePath = /(?<=^|["'`(\s])\.\.\/[^"'`)\s]*/g;
const documentName = /(?<![\w*{/.-])[\w./-]*\w\.md\b/g;
const link = /(?<!!)\[[^\]]*\]\((?<target>[^)\s]+)(?:\s+"[^"]*")?\)|!\[[^\]]*\]\((?<image>[^)\s]+)\)/g;

/** Checks every file that git knows. @returns {Promise<{ ok: boolean, output: string }>} */
export async function checkCitations() {
  const { ok, output } = await runQuietly('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  // Without git, as in an unpacked archive, there is no list of the repository's files.
  if (!ok) return { ok: true, output: '' };
  const paths = output.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  const problems = citationProblems(paths, (path) => readFileSync(join(root, path), 'utf8'));
  return { ok: problems.length === 0, output: problems.join('\n') };
}

/**
 * @param {readonly string[]} paths all files of a repository, from its root, with `/`.
 * @param {(path: string) => string} read the text of one of them.
 * @returns {string[]} `path:line: what is wrong`, in the order of the paths.
 */
export function citationProblems(paths, read) {
  const known = { paths: new Set(paths), folders: foldersOf(paths), names: new Set(paths.map(nameOf)), read };
  return paths
    .filter((path) => textFiles.has(extname(path)) && !leftOut.includes(path))
    .flatMap((path) => problemsIn(path, known));
}

function problemsIn(path, known) {
  const isMarkdown = path.endsWith('.md');
  let isCode = false;
  return known
    .read(path)
    .split(/\r?\n/)
    .flatMap((line, index, lines) => {
      if (isMarkdown && /^\s*```/.test(line)) isCode = !isCode;
      const words = [
        ...foreignWords(line),
        ...(mayLookOutside.includes(path) ? [] : pathsOutside(path, line)),
        ...(isMarkdown && !isCode ? brokenLinks(path, line, known) : []),
        ...(isMarkdown ? [] : missingDocuments(line, known)),
        ...(isMarkdown ? [] : questionWords(line, lines[index - 1] ?? '')),
      ];
      return words.map((what) => `${path}:${index + 1}: ${what}`);
    });
}

function foreignWords(line) {
  return foreignDocuments.flatMap((pattern) => {
    const found = pattern.exec(line)?.[0].trim();
    return found === undefined ? [] : [`"${found}" cites a document that is not in the repository`];
  });
}

function questionWords(line, before) {
  const isContinued = /^\s*\/\//.test(line) && /^\s*\/\/\s*\S/.test(before);
  const found =
    (isContinued ? null : questionWord.exec(line)) ?? (blockStart.test(before) ? questionInBlock.exec(line) : null);
  return found === null ? [] : [`a comment gives a reason and does not begin with "${found.groups.word}"`];
}

function pathsOutside(path, line) {
  return Array.from(line.matchAll(relativePath), ([target]) => target)
    .filter((target) => leadsOut(path, target))
    .map((target) => `${target} leads out of the repository`);
}

function brokenLinks(path, line, known) {
  // Code spans are not links.
  const targets = Array.from(
    line.replace(/`[^`]*`/g, 'code').matchAll(link),
    ({ groups }) => groups.target ?? groups.image,
  );
  return targets.filter((target) => !/^[a-z]+:/i.test(target)).flatMap((target) => linkProblem(path, target, known));
}

function linkProblem(path, target, { paths, folders, read }) {
  const [file, anchor] = target.split('#');
  // pathsOutside() reports paths that lead out.
  if (leadsOut(path, file)) return [];
  const resolved = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, '');
  if (!paths.has(resolved) && !folders.has(resolved)) return [`the link ${target} leads nowhere`];
  if (anchor === undefined || !resolved.endsWith('.md')) return [];
  return anchorsIn(read(resolved)).has(anchor) ? [] : [`the link ${target} leads to no heading`];
}

/** Documents that a comment or text names, by path or by name alone. */
function missingDocuments(line, { names }) {
  return Array.from(line.matchAll(documentName), ([name]) => name)
    .filter((name) => !names.has(nameOf(name)))
    .map((name) => `${name} is not in the repository`);
}

function leadsOut(path, target) {
  return posix.normalize(posix.join(posix.dirname(path), target)).startsWith('..');
}

/** The anchors that GitHub makes. */
function anchorsIn(markdown) {
  const headings = markdown.matchAll(/^#{1,6} +(?<text>.+?) *$/gm);
  return new Set(
    Array.from(headings, ({ groups }) =>
      groups.text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}

function foldersOf(paths) {
  const folders = new Set(['.']);
  for (const path of paths) {
    for (let folder = posix.dirname(path); !folders.has(folder); folder = posix.dirname(folder)) folders.add(folder);
  }
  return folders;
}

function nameOf(path) {
  return posix.basename(path);
}
