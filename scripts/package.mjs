// `npm run package [-- electron-builder's targets and options]`: packs the desktop app for this machine's system and
// processor into artifacts/release, and the server and the libraries as npm packages. Signing and updates are set by variables: see
// CONTRIBUTING.md. A release does it in two jobs, so that what has the certificates builds nothing: `--stage` lays out in
// artifacts/ what is to be packed and makes the npm packages, and `--staged` packs and signs the app that is laid out there.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitLike } from './bootstrap.cjs';
import { buildDocs } from './docs.mjs';
import { libraries, programs, stageLibrary, stageProgram } from './release/libraries.mjs';
import { defaultRepository } from './release/repository.mjs';
import { signing } from './release/signing.mjs';
import { stageApp, stageServer } from './release/stage.mjs';
import { npmCommand, root, runQuietly, runVisibly } from './run.mjs';

const [npm, ...npmArguments] = npmCommand();
const systems = { linux: '--linux', win32: '--win', darwin: '--mac' };
const steps = ['--stage', '--staged'];
const options = process.argv.slice(2).filter((option) => !steps.includes(option));
const wants = (step) => process.argv.includes(step) || !steps.some((each) => process.argv.includes(each));
const { ROOMTONE_UPDATE_PUBLIC_KEY: updateKey, GITHUB_REPOSITORY: repository = defaultRepository } = process.env;

if (wants('--stage') && !(await stage())) process.exitCode = 1;
else if (wants('--staged')) exitLike(await packApp());

/** Resolves with false if the build failed. */
async function stage() {
  if (!(await buildDocs())) return false;
  await stageApp(join(root, 'artifacts/package'), { repository, ...(updateKey ? { updateKey } : {}) });
  const server = join(root, 'artifacts/server');
  stageServer(server);
  await packForNpm(server);
  for (const name of libraries) {
    const folder = join(root, 'artifacts/libraries', name);
    stageLibrary(name, folder, repository);
    await packForNpm(folder);
  }
  for (const name of programs) {
    const folder = join(root, 'artifacts/programs', name);
    await stageProgram(name, folder, repository);
    await packForNpm(folder);
  }
  return true;
}

async function packForNpm(folder) {
  const output = join(root, 'artifacts/release');
  mkdirSync(output, { recursive: true });
  const { ok, output: said } = await runQuietly(npm, [...npmArguments, 'pack', folder, '--pack-destination', output]);
  if (!ok) throw new Error(said);
}

async function packApp() {
  const [owner, repo] = repository.split('/');
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'apps/desktop/package.json'), 'utf8'));
  const keys = mkdtempSync(join(tmpdir(), 'roomtone-keys-'));
  try {
    const { changes, options: signingOptions } = signing(process.platform, process.env, keys);
    const builder = [
      join(root, 'node_modules/electron-builder/cli.js'),
      systems[process.platform],
      ...options,
      `--${process.arch}`,
      ...['--publish', 'never', `-c.publish.owner=${owner}`, `-c.publish.repo=${repo}`],
      `-c.electronVersion=${devDependencies.electron}`,
      ...signingOptions,
    ];
    return await runVisibly(process.execPath, builder, { env: changes });
  } finally {
    rmSync(keys, { recursive: true });
  }
}
