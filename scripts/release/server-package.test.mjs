import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../testing/running-server.ts';
import { root } from '../run.mjs';
import { publicPackages } from './publish.mjs';
import { runSmokeTest } from './smoke-test.mjs';
import { stageServer } from './stage.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-npm-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the server alone', () => {
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const known = [
    /^dist\/([\w.-]+\.js|(docs|proto|reference|web)\/.+)$/,
    /^packaging\/(Dockerfile|health\.mjs|package-lock\.json|roomtone\.service|service\/[\w.-]+)$/,
    /^(package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES\.md)$/,
  ];

  it('tells a container whether it is ready', async () => {
    const script = join(root, 'apps/server/packaging/health.mjs');
    const health = (env) => spawnSync(process.execPath, [script], { env: { ...process.env, ...env } }).status;
    const server = await startServer();
    const env = { ROOMTONE_PORT: new URL(server.url).port, ROOMTONE_TLS: 'off' };
    expect(health(env)).toBe(0);
    await server.stop();
    expect(health(env)).toBe(1);
  });

  it('has a lockfile for the container that names the packages it needs, each with its hash', () => {
    stageServer(join(folder, 'server'));
    const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
    const { dependencies } = read(join(folder, 'server/package.json'));
    const { '': own, ...packages } = read(join(root, 'apps/server/packaging/package-lock.json')).packages;
    expect(own.dependencies).toEqual(dependencies);
    const unpinned = Object.entries(packages).filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
    expect(unpinned).toEqual([]);
  });

  // npm takes a while to pack the sounds, and fetches the native packages from its registry.
  if (process.env.ROOMTONE_TEST_LONG === '1') {
    it('is an npm package of its programs and what it serves, and installs and runs in an empty folder', async () => {
      const { ROOMTONE_TARBALLS: made } = process.env;
      const { tarball } = publicPackages().find(({ name }) => name === '@roomtone/server');
      if (made === undefined) stageServer(join(folder, 'server'));
      // A tarball that has been made is the one to be tried: npm only lists what is in it.
      const from = made === undefined ? ['./server'] : [join(root, made, tarball), '--dry-run'];
      const [{ filename, files }] = JSON.parse(npm('pack', ...from, '--json'));
      expect(files.map(({ path }) => path).filter((path) => !known.some((each) => each.test(path)))).toEqual([]);
      npm('init', '--yes');
      npm('install', '--no-audit', '--no-fund', '--prefer-offline', made === undefined ? `./${filename}` : from[0]);
      const command = join(folder, 'node_modules/.bin/roomtone-server');
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      expect(execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
      await runSmokeTest(join(folder, 'node_modules/@roomtone/server/dist/main.js'));
    });
  }
});
