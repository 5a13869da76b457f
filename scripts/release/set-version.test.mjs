import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hideRandom } from '../../apps/server/test/conversations/hide-random.ts';
import { root } from '../run.mjs';
import { releaseNotes } from './release-notes.mjs';
import { readJson, setVersion, versionedManifests } from './set-version.mjs';
import { checkVersions } from './workflows.mjs';

const { version: old } = readJson(join(root, 'package.json'));
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-version-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isText = (path) => /\.(json|ya?ml|md|m?[jt]sx?|py|go|mod|toml|service)$/.test(path);
const isBuilt = (name) => ['node_modules', 'dist', 'artifacts', 'data', 'coverage', 'sounds', '.git'].includes(name);

/** The texts of the workspace, in which a version may be told. */
function textsIn(parent) {
  return readdirSync(join(root, parent), { withFileTypes: true }).flatMap((entry) => {
    const path = join(parent, entry.name);
    if (entry.isDirectory()) return isBuilt(entry.name) ? [] : textsIn(path);
    return isText(path) ? [path] : [];
  });
}

/** The manifests and the changelog, which a new version changes. */
const tellingFiles = [...versionedManifests(root), 'CHANGELOG.md'];

function copy() {
  for (const path of tellingFiles) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
}

describe('a new version', () => {
  it('is in every manifest that has one, and the old one is nowhere but in examples of tests', () => {
    copy();
    setVersion(folder, '98.7.6', '2098-07-06');
    const manifests = versionedManifests(folder);
    expect(manifests).toEqual(expect.arrayContaining(['package.json', 'apps/server/package.json']));
    expect(manifests.map((path) => readJson(join(folder, path)).version)).toEqual(manifests.map(() => '98.7.6'));
    expect(checkVersions(folder)).toEqual({ ok: true, output: '' });
    const telling = [`"version": "${old}"`, `-${old}.`, `v${old}`, `@${old}`];
    const left = textsIn('.')
      .filter((path) => !tellingFiles.includes(path) && !/\.test\.|pnpm-lock|package-lock|arbitrary/.test(path))
      .filter((path) => telling.some((each) => readFileSync(join(root, path), 'utf8').includes(each)));
    expect(left).toEqual([]);
  });

  it('is in no recorded conversation', () => {
    const answer = (version) => hideRandom(`{ "version": "${version}" }`, new Map());
    expect(answer('98.7.6-beta.1')).toBe(answer(old));
  });

  it('gives what was unreleased its heading, and so the release its notes; a beta leaves it unreleased', () => {
    copy();
    setVersion(folder, '98.7.6-beta.1', '2098-07-05');
    const changelog = () => readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    expect(changelog()).toContain('\n## Unreleased\n');
    const ofBeta = releaseNotes(changelog(), 'v98.7.6-beta.1').replaceAll('v98.7.6-beta.1', 'v98.7.6');
    setVersion(folder, '98.7.6', '2098-07-06');
    expect(changelog()).toContain('\n## 98.7.6 – 2098-07-06\n');
    expect(releaseNotes(changelog(), 'v98.7.6')).toBe(ofBeta);
    expect(() => setVersion(folder, '98.7.7', '2098-07-07')).toThrow('nothing under "## Unreleased"');
  });

  it.each(['v1.2.3', '1.2', 'next'])('is no %s', (version) => {
    expect(() => setVersion(folder, version, '2098-07-06')).toThrow(`"${version}" is no version`);
  });
});
