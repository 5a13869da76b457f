// `npm run desktop`: builds what has changed, then runs the desktop app on Electron, which is fetched on the first
// run.
import { exitLike } from './bootstrap.cjs';
import { build } from './build.mjs';
import { fetchElectron, findElectron } from './electron.mjs';
import { runVisibly } from './run.mjs';

if (await build()) {
  const problem = findElectron() === undefined ? await fetchElectron() : undefined;
  const electron = findElectron();
  if (electron === undefined) {
    console.error(problem ?? 'Electron was fetched, but its program is not where it should be.');
    process.exitCode = 1;
  } else {
    exitLike(await runVisibly(electron, ['apps/desktop', ...process.argv.slice(2)]));
  }
} else {
  process.exitCode = 1;
}
