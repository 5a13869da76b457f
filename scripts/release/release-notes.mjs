// `node scripts/release/release-notes.mjs v1.2.0`: prints what a release says about itself, from CHANGELOG.md: its section
// without what only developers care about, which the changelogs in the packages have (package-changelogs.mjs).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntry, root } from '../run.mjs';
import { defaultRepository } from './repository.mjs';

export const forDevelopers = 'For developers';

/**
 * The sections of a changelog, newest first.
 * @param {string} changelog
 * @returns {{ version: string, parts: { title: string, text: string }[] }[]} `version` is Unreleased for the first; a part without
 *   a title holds what comes before the first heading.
 */
export function sectionsOf(changelog) {
  return changelog
    .split(/\r?\n/)
    .join('\n')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const parts = `\n${lines.join('\n')}`.split(/^### /m).map((part, index) => {
        const [title = '', ...rest] = part.split('\n');
        return index === 0 ? { title: '', text: part.trim() } : { title: title.trim(), text: rest.join('\n').trim() };
      });
      return { version: heading.trim().split(/\s/)[0] ?? '', parts: parts.filter(({ text }) => text !== '') };
    });
}

/**
 * @param {string} changelog
 * @param {string} tag such as `v1.2.0`; a beta such as `v1.2.0-beta.1` has what is unreleased.
 * @param {string} [repository]
 * @throws if the changelog has no such section, or says nothing in it.
 */
export function releaseNotes(changelog, tag, repository = defaultRepository) {
  const version = tag.replace(/^v/, '');
  const wanted = version.includes('-') ? 'Unreleased' : version;
  const { parts = [] } = sectionsOf(changelog).find((section) => section.version === wanted) ?? {};
  const shown = parts.filter(({ title }) => title !== forDevelopers);
  if (shown.length === 0) throw new Error(`CHANGELOG.md says nothing to users under "## ${wanted}"`);
  const texts = shown.map(({ title, text }) => (title === '' ? text : `### ${title}\n\n${text}`));
  const address = `https://github.com/${repository}/blob/${tag}/CHANGELOG.md`;
  return `${[...texts, `Developers find what changed in the libraries in the [changelog](${address}).`].join('\n\n')}\n`.replace(
    /\]\((?!https?:)([^)]+)\)/g,
    `](https://github.com/${repository}/blob/${tag}/$1)`,
  );
}

if (isEntry(import.meta.filename)) {
  const [tag = ''] = process.argv.slice(2);
  try {
    process.stdout.write(
      releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), tag, process.env.GITHUB_REPOSITORY),
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
