import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { chromium } from '@playwright/test';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium as browser } from '../../../apps/desktop/e2e/chromium.ts';
import { RoomtoneClient } from '../../../packages/sdk/dist/index.js';
import { startServer } from '../../../testing/running-server.ts';
import { root, runQuietly, tool } from '../../run.mjs';
import { startRegistry } from '../installed-registry.mjs';
import { libraries, programs, stageLibrary, stageProgram } from '../libraries.mjs';
import { publicPackages } from '../publish.mjs';

const skipped = (process.env.ROOMTONE_SKIP ?? '').split(',');
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
/** The figures that the band of the consumers reports. */
const eveningOf = (user) => ({
  user,
  heard: [60, 64, 67].map((key) => ({ type: 'noteOn', channel: 0, key, velocity: 90 })),
  said: '* plays',
});

const folder = mkdtempSync(join(tmpdir(), 'roomtone-libraries-'));
/** An empty project in which npm has installed the tarballs. */
const project = join(folder, 'project');
/** The path of each tarball by the name of its folder. */
const tarballs = {};
let registry;

beforeAll(async () => {
  for (const name of [...libraries, ...programs]) tarballs[name] = await tarballOf(name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // A bot's folder installs the SDK by its name.
  const own = Object.fromEntries(libraries.map((name) => [`@roomtone/${name}`, join(folder, name)]));
  registry = await startRegistry(join(folder, 'registry'), { ...dependencies(), ...own });
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--registry',
    registry.url,
    '--cache',
    `${folder}/npm`,
  ];
  await succeed('npm', ['install', ...options, ...Object.values(tarballs)], project);
  cpSync(join(import.meta.dirname, '../consumers'), project, { recursive: true });
});
afterAll(() => {
  registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(libraries)('the package of packages/%s', (name) => {
  const installed = join(project, 'node_modules/@roomtone', name);

  it('has a complete description and no reference to the workspace', () => {
    const json = readJson(join(installed, 'package.json'));
    const { version } = readJson(join(root, 'package.json'));
    expect(json).toMatchObject({
      ...{ name: `@roomtone/${name}`, version, license: 'MIT', sideEffects: false },
      engines: { node: expect.stringMatching(/^\^22/) },
      repository: { url: 'git+https://github.com/roomtone/roomtone.git', directory: `packages/${name}` },
    });
    expect(json.keywords).toContain('midi');
    expect(JSON.stringify(json)).not.toContain('workspace:');
    if (name === 'sdk') expect(json.dependencies['@roomtone/protocol']).toBe(version);
    if (name === 'react') expect(json.peerDependencies).toEqual({ '@roomtone/sdk': version, react: '>=18' });
  });

  it('has README, changelog, licence, scripts with their sources and types, and nothing else', () => {
    const files = filesIn(installed);
    expect(files).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
    );
    const known =
      /^(LICENSE|(README|CHANGELOG)\.md|package\.json|[\w-]+\/package\.json|dist\/.+\.(js|js\.map|d\.ts)|vectors\/\w+\.json)$/;
    expect(files.filter((path) => !known.test(path) || path.includes('.test.'))).toEqual([]);
    for (const path of files.filter((each) => each.endsWith('.map'))) {
      const { sources, sourcesContent } = readJson(join(installed, path));
      expect(sourcesContent, path).toHaveLength(sources.length);
      expect(sourcesContent.every((text) => text.length > 0)).toBe(true);
    }
    const typed = files.filter((path) => path.endsWith('.d.ts')).map((path) => readText(join(installed, path)));
    expect(typed.filter((text) => text.includes('sourceMappingURL'))).toEqual([]);
    const links = Array.from(readText(join(installed, 'README.md')).matchAll(/\]\(([^)]+)\)/g), ([, to]) => to);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((to) => !to.startsWith('https://'))).toEqual([]);
  });

  it('passes publint', async () => {
    const json = readJson(join(installed, 'package.json'));
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
    // Bundlers that do not know `imports` know the field `browser` alone.
    const problems = messages.filter(({ code }) => code !== 'USE_EXPORTS_OR_IMPORTS_BROWSER');
    expect(problems.map((message) => formatMessage(message, json))).toEqual([]);
  });

  it('has its package.json and, for tools that know no `exports`, every entry as a file', () => {
    const json = readJson(join(installed, 'package.json'));
    const entries = Object.entries(json.exports).filter(([path]) => path !== './package.json');
    for (const [path, { default: script, types }] of entries) {
      const folder = join(installed, path);
      const { main, types: typesOf } = readJson(join(folder, 'package.json'));
      expect([join(folder, main), join(folder, typesOf)]).toEqual([join(installed, script), join(installed, types)]);
    }
    expect(json.exports['./package.json']).toBe('./package.json');
  });

  it('has types that resolve in every module system that it supports', async () => {
    const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarballs[name])));
    expect(checked.types).toEqual({ kind: 'included' });
    // The profile for packages of ES modules: CommonJS does not count. Node 10 finds everything, which bundlers then run.
    const isOfModules = ({ kind, resolutionKind }) =>
      resolutionKind !== 'node16-cjs' && !(resolutionKind === 'node10' && kind === 'FalseESM');
    expect(checked.problems.filter(isOfModules)).toEqual([]);
  });
});

/** Each makes the consumers' page, and resolves with its folder. */
const bundlers = {
  async Vite() {
    await succeed(process.execPath, [tool('vite', join(root, 'apps/desktop')), 'build', '--logLevel', 'warn'], project);
    return join(project, 'dist');
  },
  async Parcel() {
    const installed = join(folder, 'parcel');
    await succeed('npm', ['install', '--no-audit', '--no-fund', '--prefix', installed, 'parcel@2.16.4'], folder);
    const options = ['--no-cache', '--log-level', 'warn', '--dist-dir', join(folder, 'parcelled')];
    await succeed(join(installed, 'node_modules/.bin/parcel'), ['build', 'index.html', ...options], project);
    return join(folder, 'parcelled');
  },
};

describe('a project that has installed the packages', () => {
  it.each([
    // The packages' own types are checked only once: typebox's, which come with them, take seconds.
    ['nodenext', 'nodenext', false],
    ['esnext', 'bundler', true],
  ])('compiles with module %s and resolution %s', async (module, moduleResolution, skipLibCheck) => {
    const options = { module, moduleResolution, skipLibCheck, types: [], allowImportingTsExtensions: true };
    await compile(options, ['band.ts', 'frames.ts', 'page.ts', 'worker.ts']);
  });

  it('runs in Node, as ES modules and with require()', async () => {
    const server = await startServer();
    const run = async (program) => JSON.parse(await succeed(process.execPath, [program, server.url], project));
    const offsets = [0, 1_000_000];
    expect(await run('node.mjs')).toEqual({ evenings: [eveningOf('node'), eveningOf('memory')], offsets });
    expect(await run('require.cjs')).toEqual({
      statuses: ['ok', 'ok'],
      type: 'controlChange',
      commands: 14,
      hooks: ['useBeat', 'useChat', 'useNotes', 'useParticipants', 'useRoom'],
      isRefused: true,
    });
    await server.stop();
  });

  it.skipIf(skipped.includes('chromium')).each(Object.entries(bundlers))(
    'runs in Chromium as built by %s, in the window and in a worker',
    async (_name, bundle) => {
      const pages = await serveFiles(await bundle());
      const server = await startServer({ ROOMTONE_ALLOWED_ORIGINS: pages.url });
      const opened = await chromium.launch(browser);
      try {
        const page = await opened.newPage();
        const errors = [];
        page.on('pageerror', (error) => errors.push(error.message));
        await page.goto(`${pages.url}/?server=${encodeURIComponent(server.url)}`);
        expect(await page.evaluate(() => globalThis.inMemory())).toEqual(eveningOf('memory'));
        expect(await page.evaluate(() => globalThis.inWindow())).toEqual(eveningOf('window'));
        expect(await page.evaluate(() => globalThis.inWorker())).toEqual(eveningOf('worker'));
        expect(await page.evaluate((picture) => globalThis.upload(picture), pixel)).toEqual({
          ...{ avatarUrl: expect.stringMatching(/^\/avatars\//), sent: 1 },
        });
        expect(errors).toEqual([]);
      } finally {
        await opened.close();
        await server.stop();
        pages.close();
      }
    },
  );
});

describe('the programs', () => {
  it.each(programs)(
    'packages/%s has a description, a licence, its program and nothing of the workspace',
    async (name) => {
      const json = readJson(join(folder, name, 'package.json'));
      expect(json).toMatchObject({ license: 'MIT', engines: { node: expect.stringMatching(/^\^22/) } });
      expect(JSON.stringify(json)).not.toContain('workspace:');
      const installed = join(project, 'node_modules', json.name);
      for (const path of [...Object.values(json.bin), 'README.md', 'LICENSE', 'THIRD-PARTY-NOTICES.md'])
        expect(filesIn(installed)).toContain(path);
      // A new bot gets the tests of the template.
      const own = filesIn(installed).filter((path) => !path.startsWith('template/'));
      expect(own.filter((path) => path.includes('.test.') || path.endsWith('.d.ts'))).toEqual([]);
      const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
      expect(messages.map((message) => formatMessage(message, json))).toEqual([]);
    },
  );

  it('roomtone finds a server, and a bot that create-roomtone-bot makes plays when asked and leaves nothing behind', async () => {
    const server = await startServer();
    const bin = (name) => join(project, 'node_modules/.bin', name);
    expect(await succeed(bin('roomtone'), ['doctor', server.url], project)).toContain('It opens.');
    const ada = new RoomtoneClient({ baseUrl: server.url });
    await ada.register({ username: 'ada', email: 'ada@example.org', password: 'correct horse 7' });
    const room = await ada.createRoom({ roomName: 'Loft' });
    const keys = [];
    const heard = new Promise((resolve) => {
      room.on('note', ({ type, key }) => {
        if (type === 'noteOn') keys.push(key);
        if (keys.length === 4) resolve();
      });
    });
    const said = room.waitFor('chat');
    const env = { ...process.env, npm_config_registry: registry.url, npm_config_cache: `${folder}/npm` };
    const args = [`${server.url}/rooms/${room.info.roomId}`, '--name', 'vibes'];
    const bot = spawn(bin('create-roomtone-bot'), args, { cwd: folder, env, detached: true, stdio: 'ignore' });
    const ended = once(bot, 'exit');
    const failed = ended.then(([status]) => Promise.reject(new Error(`the bot ended with ${status}`)));
    expect((await Promise.race([said, failed])).message).toMatch(/^Hello! Play something/);
    await room.chat('!chords');
    await Promise.race([heard, failed]);
    expect(keys.slice(0, 4)).toEqual([60, 64, 67, 57]);
    // As Ctrl-C does: the bot, npm and the program that made it.
    process.kill(-bot.pid, 'SIGINT');
    await failed.catch(() => {});
    await expect.poll(() => ada.users.get('vibes').catch(({ code }) => code)).toBe('RESOURCE_NOT_FOUND');
    await room.leave();
    await server.stop();
  });
});

/** The tarball of a release that is to be tried; without one it is made from the build. `folder` then has its contents. */
async function tarballOf(name) {
  const { ROOMTONE_TARBALLS: made } = process.env;
  if (made === undefined) {
    await (programs.includes(name) ? stageProgram : stageLibrary)(name, join(folder, name));
    const packed = await succeed('npm', ['pack', `./${name}`, '--silent'], folder);
    return join(folder, packed.trim());
  }
  const { name: published } = readJson(join(root, 'packages', name, 'package.json'));
  const found = publicPackages().find((each) => each.name === published);
  const tarball = join(root, made, found.tarball);
  mkdirSync(join(folder, name));
  await succeed('tar', ['-xzf', tarball, '-C', join(folder, name), '--strip-components=1'], folder);
  return tarball;
}

/** The packages' dependencies, and theirs, as installed in the workspace: the folder by name. */
function dependencies() {
  const found = {};
  const follow = (folder, modules) => {
    const { dependencies: wanted = {}, peerDependencies: peers = {}, ...json } = readJson(join(folder, 'package.json'));
    for (const [name, version] of Object.entries({ ...wanted, ...peers })) {
      const isOptional = json.peerDependenciesMeta?.[name]?.optional === true;
      if (version.startsWith('workspace:') || name in found || isOptional) continue;
      // pnpm installs what a package depends on beside it.
      found[name] = realpathSync(join(modules, name));
      follow(found[name], found[name].slice(0, -name.length));
    }
  };
  for (const library of [...libraries, ...programs]) {
    follow(join(root, 'packages', library), join(root, 'packages', library, 'node_modules'));
  }
  return found;
}

async function compile(options, files) {
  const compilerOptions = {
    ...{ target: 'es2023', lib: ['es2023', 'dom'], moduleDetection: 'force', strict: true, noEmit: true },
    skipDefaultLibCheck: true,
    ...options,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  expect(await succeed(process.execPath, [tool('tsc'), '-p', '.'], project)).toBe('');
}

/** Serves the files of a folder to a browser. */
async function serveFiles(from) {
  const types = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = join(from, pathname === '/' ? 'index.html' : pathname);
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

function filesIn(from) {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(from.length + 1)
      .replaceAll('\\', '/'),
  );
}

/** The output of a program, which must succeed. */
async function succeed(program, args, cwd) {
  const { ok, output } = await runQuietly(program, args, { cwd });
  if (!ok) throw new Error(`${basename(program)} ${args.join(' ')}\n${output}`);
  return output;
}

function readText(file) {
  return readFileSync(file, 'utf8');
}

function readJson(file) {
  return JSON.parse(readText(file));
}
