// A new version in the workspace: in the manifests that have one, and in CHANGELOG.md. Nothing else tells it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WORKSPACE } from '../bootstrap.cjs';

const semantic = /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/;

/**
 * The package.json of the workspace, of what is published, and of the app.
 * @param {string} folder the workspace
 * @returns {string[]} relative to it
 */
export function versionedManifests(folder) {
  const namesIn = (parent) => (existsSync(join(folder, parent)) ? readdirSync(join(folder, parent)) : []);
  const folders = WORKSPACE.flatMap((pattern) =>
    pattern.endsWith('/*') ? namesIn(dirname(pattern)).map((name) => `${dirname(pattern)}/${name}`) : [pattern],
  );
  const isVersioned = (path) => {
    if (!existsSync(join(folder, path))) return false;
    const { private: isPrivate, version } = readJson(join(folder, path));
    return isPrivate !== true || version !== undefined;
  };
  return ['package.json', ...folders.map((each) => `${each}/package.json`)].filter(isVersioned);
}

/**
 * @param {string} folder the workspace
 * @param {string} version such as 1.3.0 or 1.3.0-beta.1
 * @param {string} date such as 2026-12-01
 * @throws {Error} if this is no version, or nothing is unreleased
 */
export function setVersion(folder, version, date) {
  if (!semantic.test(version)) throw new Error(`"${version}" is no version such as 1.3.0 or 1.3.0-beta.1.`);
  for (const path of versionedManifests(folder)) {
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`));
  }
  // Changes of a beta stay unreleased until everybody gets them.
  if (version.includes('-')) return;
  const changelog = join(folder, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  if (!/^## Unreleased$/m.test(text)) throw new Error('CHANGELOG.md has nothing under "## Unreleased".');
  writeFileSync(changelog, text.replace(/^## Unreleased$/m, `## ${version} – ${date}`));
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
