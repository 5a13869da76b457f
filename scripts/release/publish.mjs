// `node scripts/release/publish.mjs <folder> [--dry-run]`: publishes the tarballs of a release on npm, each after those it depends on. What
// npm has already is left alone, so that a publication that was interrupted can be repeated.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isEntry, npmCommand, root, runQuietly } from '../run.mjs';
import { libraries, programs } from './libraries.mjs';
import { readJson } from './set-version.mjs';

/**
 * The packages of a release, in the order of publishing.
 * @param {string} [folder] the workspace
 * @returns {{ name: string, version: string, tarball: string }[]} `tarball` is the name of its file
 */
export function publicPackages(folder = root) {
  const folders = [
    ...libraries.map((name) => `packages/${name}`),
    'apps/server',
    ...programs.map((name) => `packages/${name}`),
  ];
  return folders.map((each) => {
    const { name, version } = readJson(join(folder, each, 'package.json'));
    return { name, version, tarball: `${name.replace('@', '').replace('/', '-')}-${version}.tgz` };
  });
}

/** Under `npm run -s`, npm says nothing of what went wrong otherwise. */
const tellsErrors = '--loglevel=error';

/** Betas are installed by those only who ask for them. */
export function npmTag(version) {
  return version.includes('-') ? 'beta' : 'latest';
}

/**
 * @param {string} folder with the tarballs
 * @param {(args: string[]) => Promise<{ ok: boolean, output: string }>} npm
 * @param {{ isDryRun?: boolean, write?: (line: string) => void }} [options]
 * @throws {Error} before anything is published if a tarball is missing; or if npm refuses one
 */
export async function publish(folder, npm, { isDryRun = false, write = console.log } = {}) {
  const packages = publicPackages();
  const missing = packages.filter(({ tarball }) => !existsSync(join(folder, tarball)));
  if (missing.length > 0) throw new Error(`Missing in ${folder}: ${missing.map(({ tarball }) => tarball).join(', ')}`);
  for (const { name, version, tarball } of packages) {
    if (await isPublished(name, version, npm)) {
      write(`${name}@${version} is on npm already.`);
      continue;
    }
    const options = ['--access', 'public', '--tag', npmTag(version), ...(isDryRun ? ['--dry-run'] : [])];
    const { ok, output } = await npm(['publish', join(folder, tarball), ...options, tellsErrors]);
    if (!ok) throw new Error(`npm refuses ${name}@${version}: ${output}`);
    write(`${name}@${version} ${isDryRun ? 'would be' : 'is'} published as ${npmTag(version)}.`);
  }
}

async function isPublished(name, version, npm) {
  const { ok, output } = await npm(['view', `${name}@${version}`, 'version', tellsErrors]);
  if (ok) return output.trim() === version;
  if (output.includes('E404')) return false;
  throw new Error(`npm does not say whether it has ${name}@${version}: ${output}`);
}

if (isEntry(import.meta.filename)) {
  const [folder = ''] = process.argv.slice(2);
  const [program, ...first] = npmCommand();
  await publish(folder, (args) => runQuietly(program, [...first, ...args]), {
    isDryRun: process.argv.includes('--dry-run'),
  });
}
