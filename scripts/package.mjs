// `npm run package [-- linux|win|mac and electron-builder's options]`: the desktop app for this machine's system and processor,
// in artifacts/release, and the server as an npm package beside it. Signing and updates are set by variables: CONTRIBUTING.md.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitLike } from './bootstrap.cjs';
import { build } from './build.mjs';
import { stageApp, stageServer } from './release/stage.mjs';
import { root, runQuietly, runVisibly, tool } from './run.mjs';

const systems = { linux: '--linux', win32: '--win', darwin: '--mac' };

if (await build()) {
  const { ROOMTONE_UPDATE_PUBLIC_KEY: updateKey, GITHUB_REPOSITORY: repository = 'roomtone/roomtone' } = process.env;
  await stageApp(join(root, 'artifacts/package'), { repository, ...(updateKey ? { updateKey } : {}) });
  await packServer();
  const [owner, repo] = repository.split('/');
  const where = [`-c.publish.owner=${owner}`, `-c.publish.repo=${repo}`];
  const target = [systems[process.platform], `--${process.arch}`, '--publish', 'never'];
  exitLike(await runVisibly(tool('electron-builder'), [...target, ...where, ...process.argv.slice(2)]));
} else {
  process.exitCode = 1;
}

async function packServer() {
  const folder = join(root, 'artifacts/server');
  const output = join(root, 'artifacts/release');
  stageServer(folder);
  mkdirSync(output, { recursive: true });
  const { ok, output: said } = await runQuietly('npm', ['pack', folder, '--pack-destination', output]);
  if (!ok) throw new Error(said);
}
