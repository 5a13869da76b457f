// The changelog in each published package: what CHANGELOG.md says to developers about it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { forDevelopers, sectionsOf } from './release-notes.mjs';

/** @param {string} library its folder in packages/ */
export function packageChangelog(library) {
  const { name } = JSON.parse(readFileSync(join(root, 'packages', library, 'package.json'), 'utf8'));
  return changelogOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), name);
}

/**
 * The entries that name the package, by version. Versions that say nothing about it are left out.
 * @param {string} changelog
 * @param {string} name such as `@roomtone/sdk`
 */
export function changelogOf(changelog, name) {
  // The program roomtone is not the scope of @roomtone/sdk.
  const [before, after] = name.startsWith('@') ? ['', '[\\w-]'] : ['(?<![\\w@/-])', '[\\w/-]'];
  const sections = sectionsOf(changelog).flatMap(({ version, parts }) => {
    const entries = parts
      .filter(({ title }) => title === forDevelopers)
      .flatMap(({ text }) => text.split(/\n(?=- )/))
      .filter((entry) => new RegExp(`${before}${name}(?!${after})`).test(entry));
    return entries.length === 0 ? [] : [`## ${version}\n\n${entries.join('\n')}`];
  });
  return `${[`# Changelog of ${name}`, ...sections].join('\n\n')}\n`;
}
