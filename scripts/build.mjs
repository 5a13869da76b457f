// Builds what has changed: protocol code, TypeScript, the samples, the pages, and the server's copies of what it
// serves.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { compressTexts } from './compress-texts.mjs';
import { initialScriptBytes, initialScriptVerdict } from './initial-script.mjs';
import { compile, isEntry, root, runQuietly, tool } from './run.mjs';
import { runSteps } from './steps.mjs';

const desktop = join(root, 'apps/desktop');
const packages = ['examples', ...foldersIn('apps'), ...foldersIn('packages')];
/** Programs on the SDK, from which nothing else is built. */
const programs = ['packages/cli', 'packages/create-roomtone-bot'];
const libraries = foldersIn('packages').filter((folder) => !programs.includes(folder));
/** Rewritten by every install: another compiler or library may give another result. */
const installed = 'node_modules/.roomtone-install';

/**
 * `when`: `start` for what only `npm start` does, `full` for what it leaves out, so that a fresh clone is up in half the time.
 * @type {(import('./steps.mjs').Step & { when?: 'start' | 'full' })[]}
 */
const steps = [
  {
    name: 'the protocol',
    inputs: ['proto', 'packages/protocol/codegen.mjs', 'packages/protocol/package.json', installed],
    outputs: ['packages/protocol/src/gen', 'packages/protocol/dist/gen'],
    run: () => runQuietly(process.execPath, ['packages/protocol/codegen.mjs']),
  },
  {
    name: 'the words',
    inputs: [
      'packages/words/messages',
      'packages/words/languages.json',
      'packages/words/compile.mjs',
      'packages/words/package.json',
      installed,
    ],
    outputs: ['packages/words/src/gen', 'packages/words/dist/catalogs'],
    run: () => runQuietly(process.execPath, ['packages/words/compile.mjs']),
  },
  {
    name: 'the libraries',
    when: 'start',
    inputs: [
      'tsconfig.base.json',
      installed,
      ...libraries.flatMap((folder) => [`${folder}/package.json`, `${folder}/src`, ...tsconfigsIn(folder)]),
    ],
    outputs: libraries.map(compiledIn),
    // Types are checked by every other build.
    run: ({ force }) => compile(['-b', ...libraries, '--noCheck', ...(force ? ['--force'] : [])]),
  },
  {
    name: 'TypeScript',
    when: 'full',
    inputs: [
      'tsconfig.json',
      'tsconfig.base.json',
      installed,
      ...packages.flatMap((folder) => [`${folder}/package.json`, `${folder}/src`, ...tsconfigsIn(folder)]),
    ],
    outputs: packages.map(compiledIn),
    run: ({ force }) => compile(['-b', ...(force ? ['--force'] : [])]),
  },
  {
    name: 'the server',
    inputs: [
      ...['src', 'reference', 'bundle.mjs', 'package.json'].map((name) => `apps/server/${name}`),
      ...libraries.map((name) => `${name}/dist`),
      installed,
    ],
    outputs: [
      'apps/server/dist',
      '!apps/server/dist/types',
      '!apps/server/dist/web',
      '!apps/server/dist/proto',
      '!apps/server/dist/docs',
    ],
    run: () => runQuietly(process.execPath, ['apps/server/bundle.mjs']),
  },
  {
    name: 'the samples',
    inputs: ['apps/desktop/sounds', 'apps/desktop/package.json', installed],
    outputs: ['apps/desktop/dist/sounds'],
    run: () => runQuietly(process.execPath, ['apps/desktop/sounds/build-sounds.mjs']),
  },
  {
    name: 'the page about the app',
    inputs: [
      ...['pnpm-lock.yaml', 'package.json', 'THIRD-PARTY-NOTICES.md', 'scripts/shipped-packages.mjs'],
      'apps/desktop/about',
      'packages/words/dist',
      installed,
    ],
    outputs: ['apps/desktop/dist/about'],
    run: () => runQuietly(process.execPath, ['apps/desktop/about/build-about.mjs']),
  },
  {
    name: 'the help',
    inputs: ['apps/desktop/help', 'packages/words/dist'],
    outputs: ['apps/desktop/dist/help'],
    run: () => runQuietly(process.execPath, ['apps/desktop/help/build-help.mjs']),
  },
  {
    name: 'the screens',
    inputs: [
      ...['src', 'vite.config.ts', 'no-vorbis.ts', 'package.json', 'dist/sounds', 'dist/about', 'dist/help'].map(
        (name) => `apps/desktop/${name}`,
      ),
      ...libraries.map((folder) => `${folder}/dist`),
      installed,
    ],
    outputs: ['apps/desktop/dist/renderer', 'apps/desktop/dist/bundled/screens.json'],
    run: async () => {
      const result = await runQuietly(process.execPath, [tool('vite', desktop), 'build'], { cwd: desktop });
      if (!result.ok) return result;
      const screens = join(desktop, 'dist/renderer');
      for (const folder of ['dist/sounds', 'dist/about', 'dist/help']) linkFiles(join(desktop, folder), screens);
      const { ok, text } = initialScriptVerdict(initialScriptBytes(screens));
      return { ok, output: `The ${text} is too large: load later what the first screen does not need.`, note: text };
    },
  },
  {
    name: "the app's processes",
    when: 'full',
    inputs: [
      ...['src/main', 'src/host', 'src/midi', 'src/midi-library', 'src/shared', 'bundle.mjs', 'package.json'].map(
        (name) => `apps/desktop/${name}`,
      ),
      ...libraries.map((folder) => `${folder}/dist`),
      installed,
    ],
    outputs: ['main', 'host', 'midi', 'midi-library', 'chunks', 'bundled/processes.json'].map(
      (name) => `apps/desktop/dist/${name}`,
    ),
    run: () => runQuietly(process.execPath, ['apps/desktop/bundle.mjs']),
  },
  {
    name: "the app's preload script",
    when: 'full',
    inputs: [
      ...['src/preload', 'src/shared', 'vite.preload.config.ts', 'package.json'].map((name) => `apps/desktop/${name}`),
      ...libraries.map((folder) => `${folder}/dist`),
      installed,
    ],
    outputs: ['apps/desktop/dist/preload'],
    run: () =>
      runQuietly(
        process.execPath,
        [tool('vite', desktop), 'build', '--config', 'vite.preload.config.ts', '--logLevel', 'warn'],
        { cwd: desktop },
      ),
  },
  {
    name: "the server's copy of the screens and the protocol",
    inputs: ['apps/desktop/dist/renderer', 'proto', 'packages/protocol/vectors', 'scripts/compress-texts.mjs'],
    outputs: ['apps/server/dist/web', 'apps/server/dist/proto'],
    run: async () => {
      replace('apps/desktop/dist/renderer', 'apps/server/dist/web');
      await compressTexts(join(root, 'apps/server/dist/web'));
      replace('proto', 'apps/server/dist/proto');
      writeVectors('packages/protocol/vectors', 'apps/server/dist/proto/vectors.json');
      return { ok: true, output: '' };
    },
  },
  {
    name: 'the documentation',
    when: 'full',
    inputs: [
      ...['docs', 'site', 'CHANGELOG.md', 'CONTRIBUTING.md', 'bench/README.md', 'apps/server/reference/favicon.svg'],
      ...foldersIn('packages').map((folder) => `${folder}/api-report.md`),
      ...['scripts/compress-texts.mjs', 'artifacts/sdk-reference', 'packages/sdk/dist', 'package.json', installed],
      '!site/node_modules',
    ],
    outputs: ['apps/server/dist/docs'],
    run: () => runQuietly(process.execPath, ['site/build-site.mjs']),
  },
];

/**
 * Prints nothing if everything is up to date, and the output of what fails. Resolves with true if everything is
 * built.
 */
export const build = () => run(({ when }) => when !== 'start');

/** The same for what the server needs at once; no types are checked. */
export const buildToStart = () => run(({ when }) => when !== 'full');

/** The same, quietly, for the pages at /docs/. */
export const buildDocumentation = () =>
  run(
    ({ name }) => name === 'the documentation',
    () => {},
  );

async function run(isWanted, write = (text) => process.stdout.write(text)) {
  const stampFile = join(root, 'node_modules/.roomtone-build.json');
  const result = await runSteps(steps.filter(isWanted), { root, stampFile, write });
  if (!result.ok) console.error(result.output);
  return result.ok;
}

function foldersIn(folder) {
  const names = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.map((entry) => `${folder}/${entry.name}`);
}

/** The apps' programs are bundles: the compiler only makes their types. */
function compiledIn(folder) {
  return folder.startsWith('apps/') ? `${folder}/dist/types` : `${folder}/dist`;
}

function tsconfigsIn(folder) {
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return names.filter((name) => /^tsconfig.*\.json$/.test(name)).map((name) => `${folder}/${name}`);
}

function replace(from, to) {
  rmSync(join(root, to), { recursive: true, force: true });
  linkFiles(join(root, from), join(root, to));
}

/** One file with all vectors, for clients in other languages. */
function writeVectors(from, to) {
  const parts = ['frames', 'tolerated', 'invalid'].map((name) => [
    name,
    JSON.parse(readFileSync(join(root, from, `${name}.json`), 'utf8')),
  ]);
  writeFileSync(join(root, to), JSON.stringify(Object.fromEntries(parts)));
}

/** Hard links: the samples are too large to be on the disk several times. */
function linkFiles(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else {
      rmSync(target, { force: true });
      linkOrCopy(source, target);
    }
  }
}

function linkOrCopy(source, target) {
  try {
    linkSync(source, target);
  } catch {
    // Not every file system supports links.
    copyFileSync(source, target);
  }
}

if (isEntry(import.meta.filename)) process.exitCode = (await build()) ? 0 : 1;
