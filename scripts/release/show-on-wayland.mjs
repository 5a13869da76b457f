// Starts the built app on real Electron under a Wayland compositor and fails unless its window becomes visible.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startRunning } from '../../apps/desktop/e2e/running-electron.ts';
import { findElectron } from '../electron.mjs';
import { root } from '../run.mjs';
import { withWayland } from './wayland.mjs';

const executablePath = findElectron();
if (executablePath === undefined) throw new Error('Electron is not here: node scripts/electron.mjs fetches it.');
const userData = mkdtempSync(join(tmpdir(), 'roomtone-wayland-data-'));
await withWayland(async (env) => {
  const app = await startRunning(
    executablePath,
    [join(root, 'apps/desktop'), `--user-data-dir=${userData}`, '--ozone-platform=wayland'],
    { ...process.env, ...env },
  );
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((each) => each.isVisible()));
  const giveUpAt = Date.now() + 10_000;
  while (!(await isVisible())) {
    if (Date.now() > giveUpAt) throw new Error('The window did not become visible within 10 s.');
    await delay(100);
  }
  await app.quit();
});
rmSync(userData, { recursive: true, force: true });
console.log('The window is visible on Wayland.');
