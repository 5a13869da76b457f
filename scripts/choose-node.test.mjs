import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseNode, nodeInWords, nodeRange, OLDEST, oldestNodeFor } from './choose-node.cjs';
import { root } from './run.mjs';

const packaged = ['linux-arm64', 'linux-x64', 'win32-x64'];
const textOf = (file) => readFileSync(join(root, file), 'utf8');

describe('the Node for a command', () => {
  it.each([
    // To run: the running Node if it has Node-API 10, on every platform.
    ['run', 'linux', 'x64', 'v22.14.0', 'running'],
    ['run', 'darwin', 'x64', 'v22.14.0', 'running'],
    ['run', 'darwin', 'arm64', 'v23.6.1', 'running'],
    ['run', 'win32', 'arm64', 'v24.0.0', 'running'],
    ['run', 'freebsd', 'x64', 'v100.1.0', 'running'],
    // If it is older, the packaged one if there is one.
    ['run', 'linux', 'x64', 'v20.0.0', 'packaged'],
    ['run', 'linux', 'arm64', 'v20.20.2', 'packaged'],
    ['run', 'win32', 'x64', 'v21.7.3', 'packaged'],
    ['run', 'linux', 'x64', 'v22.13.1', 'packaged'],
    ['run', 'linux', 'x64', 'v23.5.0', 'packaged'],
    ['run', 'darwin', 'x64', 'v22.13.1', 'none'],
    ['run', 'darwin', 'arm64', 'v20.20.2', 'none'],
    ['run', 'win32', 'arm64', 'v23.5.0', 'none'],
    ['run', 'linux', 'arm', 'v20.20.2', 'none'],
    // Nor is there one for a Node that is too old to install with.
    ['run', 'linux', 'x64', 'v19.9.0', 'none'],
    ['run', 'linux', 'x64', 'v0.10.48', 'none'],
    // To develop: it also has to run TypeScript.
    ['develop', 'darwin', 'arm64', 'v22.18.0', 'running'],
    ['develop', 'darwin', 'arm64', 'v23.6.0', 'running'],
    ['develop', 'win32', 'arm64', 'v24.0.0', 'running'],
    ['develop', 'linux', 'x64', 'v22.17.1', 'packaged'],
    ['develop', 'darwin', 'x64', 'v22.17.1', 'none'],
  ])('to %s, on %s %s with %s, is: %s', (purpose, platform, arch, version, use) => {
    expect(chooseNode({ platform, arch, version }, OLDEST[purpose], packaged).use).toBe(use);
  });

  it.each([
    ['darwin', 'brew install node'],
    ['win32', 'winget install OpenJS.NodeJS.LTS'],
    ['linux', 'nvm install 24'],
  ])('explains in two lines how to get one on %s', (platform, installer) => {
    const { explanation } = chooseNode({ platform, arch: 'arm64', version: 'v20.20.2' }, OLDEST.develop, []);
    const lines = explanation.split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('Roomtone needs Node 22.18, 23.6 or newer for this command; this is Node v20.20.2.');
    expect(lines[1]).toContain('https://nodejs.org');
    expect(lines[1]).toContain(installer);
  });

  it('may be older for people who only play', () => {
    for (const command of ['start', 'desktop', 'build']) expect(oldestNodeFor(command)).toBe(OLDEST.run);
    for (const command of ['test', 'check', 'exec', 'package']) expect(oldestNodeFor(command)).toBe(OLDEST.develop);
  });

  it('imports no TypeScript in the scripts of those commands', () => {
    const seen = new Set();
    const visit = (file) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const [, imported] of textOf(`scripts/${file}`).matchAll(/(?:from|import) '\.\/([^']+)'/g)) visit(imported);
    };
    for (const file of ['start.mjs', 'desktop.mjs', 'build.mjs']) visit(file);
    expect([...seen].filter((file) => file.endsWith('.ts'))).toEqual([]);
    // The older ones among them do not have it, and would do nothing.
    for (const file of seen) expect(textOf(`scripts/${file}`)).not.toMatch(/if \(import\.meta\.main/);
  });
});

describe('the oldest Node', () => {
  it('is the same wherever it is written', () => {
    const oldest = nodeInWords(OLDEST.run);
    for (const file of ['docs/hosting.md', 'apps/server/README.md']) expect(textOf(file)).toContain(oldest);
    const inServer = [...textOf('apps/server/src/main.ts').matchAll(/\{ major: (\d+), minor: (\d+) \}/g)];
    expect(inServer.map(([, major, minor]) => `${major}.${minor}`)).toEqual(OLDEST.run);
    expect(textOf('CONTRIBUTING.md')).toContain(nodeInWords(OLDEST.develop));
  });

  it('is a range of versions for npm', () => {
    expect(nodeRange(OLDEST.run)).toBe('^22.14.0 || >=23.6.0');
  });
});

describe('the packaged Node', () => {
  it.each(packaged)('of %s is pinned, with the hash of what npm fetches', (platform) => {
    const folder = `scripts/packaged-node/${platform}`;
    const { dependencies } = JSON.parse(textOf(`${folder}/package.json`));
    expect(Object.values(dependencies)).toEqual(['24.21.0']);
    const [name] = Object.keys(dependencies);
    expect(name).toBe(`node-${platform.replace('win32', 'win')}`);
    const { [`node_modules/${name}`]: entry } = JSON.parse(textOf(`${folder}/package-lock.json`)).packages;
    const [os, cpu] = platform.split('-');
    expect(entry).toMatchObject({ version: '24.21.0', os, cpu, integrity: expect.stringMatching(/^sha512-/) });
  });

  it('is the one pnpm chooses optional packages for, whichever Node installs them', () => {
    expect(textOf('pnpm-workspace.yaml')).toMatch(/^nodeVersion: 24\.21\.0$/m);
  });

  it('does not exist for other platforms', () => {
    expect(readdirSync(join(root, 'scripts/packaged-node')).sort()).toEqual(packaged);
  });
});
