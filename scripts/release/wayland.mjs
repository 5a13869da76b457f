// A Wayland compositor without a screen.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// Before version 14 of weston only this name of the backend works everywhere.
const backend = 'headless-backend.so';
const display = 'roomtone-test';

/**
 * Runs weston while `use` does its work.
 * @template T
 * @param {(env: { XDG_RUNTIME_DIR: string, WAYLAND_DISPLAY: string }) => Promise<T>} use gets what programs need to find it
 * @returns {Promise<T>}
 * @throws {Error} if weston is missing or does not start within 10 s
 */
export async function withWayland(use) {
  const runtime = mkdtempSync(join(tmpdir(), 'roomtone-wayland-'));
  const env = { XDG_RUNTIME_DIR: runtime, WAYLAND_DISPLAY: display };
  const weston = spawn('weston', [`--backend=${backend}`, `--socket=${display}`, '--idle-time=0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  weston.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  let failure;
  const gone = once(weston, 'exit').catch((error) => {
    failure = error;
  });
  try {
    const giveUpAt = Date.now() + 10_000;
    while (!existsSync(join(runtime, display))) {
      if (failure !== undefined || weston.exitCode !== null || Date.now() > giveUpAt) {
        throw new Error(`weston did not start: ${failure?.message ?? said}`);
      }
      await delay(50);
    }
    return await use(env);
  } finally {
    weston.kill();
    await gone;
    rmSync(runtime, { recursive: true, force: true });
  }
}
