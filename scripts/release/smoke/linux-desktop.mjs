// A desktop for apps under test: a session bus with a notification service, on the screen that is there. Everything in it belongs to
// the ordinary user that the apps run as, since a bus refuses others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runQuietly } from '../../run.mjs';
import { ordinarily } from './packed-app.mjs';

/** Without them nothing shows a notification, and nobody presses a key in a dialog. */
const needed = ['dbus-daemon', 'dunst', 'dunstctl', 'xdotool'];

/** @returns {Promise<string | undefined>} why there can be no desktop here */
export async function whyNoDesktop() {
  if (process.platform !== 'linux') return 'only on Linux the test has a desktop of its own';
  const { ok } = await runQuietly('which', needed);
  return ok ? undefined : `it takes ${needed.join(', ')}`;
}

/** @param {string} folder for the bus */
export async function startDesktop(folder) {
  const address = join(folder, 'bus');
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${address}` };
  const bus = start('dbus-daemon', ['--session', '--nofork', `--address=${env.DBUS_SESSION_BUS_ADDRESS}`], env);
  await expect.poll(() => existsSync(address)).toBe(true);
  const notifications = start('dunst', [], env);
  const ask = async (...args) => {
    const { ok, output } = await runQuietly(...ordinarily('dunstctl', args), { env });
    return ok ? output.trim() : `failed: ${output}`;
  };
  await expect.poll(() => ask('is-paused')).toBe('false');
  return {
    env,
    /** How many notifications can be seen. */
    shown: async () => Number(await ask('count', 'displayed')),
    /** Does what a click on the newest one does. */
    click: () => ask('action', '0'),
    /** Takes the focus from all windows. */
    blur: () => runQuietly('xdotool', ['windowfocus', '1'], { env }),
    /** The visible windows of the apps, by their numbers. */
    windows: async () => {
      const { output } = await runQuietly('xdotool', ['search', '--onlyvisible', '--class', 'roomtone'], { env });
      return output.split('\n').filter((line) => /^\d+$/.test(line));
    },
    /** Presses a key in a window. */
    press: async (window, key) => {
      await runQuietly('xdotool', ['windowfocus', '--sync', window, 'key', key], { env });
    },
    stop: async () => {
      for (const child of [notifications, bus]) {
        const gone = once(child, 'exit');
        child.kill();
        await gone;
      }
    },
  };
}

function start(program, args, env) {
  return spawn(...ordinarily(program, args), { env: { ...process.env, ...env }, stdio: 'ignore' });
}
