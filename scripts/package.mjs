// `npm run package [-- electron-builder's targets and options]`: packs the desktop app for this machine's system and
// processor into artifacts/release, and the server and the libraries as npm packages. Signing and updates are set by variables: see
// CONTRIBUTING.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitLike } from './bootstrap.cjs';
import { build } from './build.mjs';
import { defaultRepository, libraries, stageLibrary } from './release/libraries.mjs';
import { signing } from './release/signing.mjs';
import { stageApp, stageServer } from './release/stage.mjs';
import { root, runQuietly, runVisibly } from './run.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const systems = { linux: '--linux', win32: '--win', darwin: '--mac' };

if (await build()) {
  const { ROOMTONE_UPDATE_PUBLIC_KEY: updateKey, GITHUB_REPOSITORY: repository = defaultRepository } = process.env;
  await stageApp(join(root, 'artifacts/package'), { repository, ...(updateKey ? { updateKey } : {}) });
  const server = join(root, 'artifacts/server');
  stageServer(server);
  await pack(server);
  for (const name of libraries) {
    const folder = join(root, 'artifacts/libraries', name);
    stageLibrary(name, folder, repository);
    await pack(folder);
  }
  const [owner, repo] = repository.split('/');
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'apps/desktop/package.json'), 'utf8'));
  const keys = mkdtempSync(join(tmpdir(), 'roomtone-keys-'));
  try {
    const { changes, options } = signing(process.platform, process.env, keys);
    const builder = [
      join(root, 'node_modules/electron-builder/cli.js'),
      systems[process.platform],
      ...process.argv.slice(2),
      `--${process.arch}`,
      ...['--publish', 'never', `-c.publish.owner=${owner}`, `-c.publish.repo=${repo}`],
      `-c.electronVersion=${devDependencies.electron}`,
      ...options,
    ];
    exitLike(await runVisibly(process.execPath, builder, { env: changes }));
  } finally {
    rmSync(keys, { recursive: true });
  }
} else {
  process.exitCode = 1;
}

/** Makes an npm package of a folder. */
async function pack(folder) {
  const output = join(root, 'artifacts/release');
  mkdirSync(output, { recursive: true });
  const { ok, output: said } = await runQuietly(npm, ['pack', folder, '--pack-destination', output]);
  if (!ok) throw new Error(said);
}
