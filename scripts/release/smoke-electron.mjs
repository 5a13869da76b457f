// `npm run -s exec -- node scripts/release/smoke-electron.mjs`: packs the app as a release does, around its own Electron or, where that
// is not here, the older one that the tests have; starts it as an ordinary user on a screen, and does with it what its users do.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { provideElectron } from '../../testing/real-electron/provide-electron.mjs';
import { wrongFuses } from './fuses.mjs';
import { startDesktop, whyNoDesktop } from './smoke/linux-desktop.mjs';
import { isLowered, packApp } from './smoke/pack-app.mjs';
import { startPacked } from './smoke/packed-app.mjs';
import { host, joinByLink, playKey, playMidi, playTogether, uploadPicture } from './smoke/session.mjs';
import { tryUpdate } from './smoke/update.mjs';

const started = performance.now();
const say = (text) => console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
const notRun = (what, reason) => say(`NOT RUN: ${what}: ${reason}.`);

const provided = isLowered ? await provideElectron() : { env: {}, stop: async () => {} };
if ('reason' in provided) console.log(`NOT RUN: the packed app on a real Electron: ${provided.reason}`);
else {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-smoke-'));
  const running = [];
  try {
    await smoke(folder, running, provided.env);
    say('Everything passed.');
  } finally {
    for (const each of running.reverse()) await each().catch((error) => say(`could not end: ${error.message}`));
    await provided.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function smoke(folder, running, screen) {
  const program = await packApp(join(folder, 'app'));
  expect(await wrongFuses(program)).toEqual([]);
  say('The app is packed, with the fuses of a release.');
  const noDesktop = await whyNoDesktop();
  const desktop = noDesktop === undefined ? await desktopIn(folder, running, screen) : undefined;
  const start = async (name, by) => {
    const app = await startPacked(program, join(folder, name), { desktop: desktop?.env ?? screen, by });
    running.push(app.quit);
    return app;
  };

  const ada = await start('ada');
  await expect(ada.page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  expect(await ada.page.evaluate(() => document.visibilityState)).toBe('visible');
  say('The window is visible.');

  const { link, people } = await host(ada.page);
  // Hosting starts the server again, and a page that asks just then is refused.
  const isRefusal = (text) => /net::ERR_CONNECTION_|^WebSocket connection to/.test(text);
  expect(ada.errors.splice(0).filter((text) => !isRefusal(text))).toEqual([]);
  say('It hosts a session, and somebody is added with a password.');
  await playKey(ada.page);
  say('A key of the computer’s keyboard lights up and sounds.');
  const keyboard = await playMidi(ada.page);
  if ('reason' in keyboard) notRun('a note from a MIDI port', keyboard.reason);
  else say('A note from a MIDI port lights up and sounds.');

  const ben = await start('ben', link);
  const there = await joinByLink(ben, people);
  say('A second app joins by a link, and who was added signs in.');
  await playTogether(ada.page, there);
  say('It hears the first one, with datagrams in use.');
  await uploadPicture(ada.page, there, people);
  say('A profile picture is uploaded, and the server’s process stays.');

  if (desktop === undefined) notRun('a click on a notification', noDesktop);
  else {
    await clickWithoutWindow(ada, desktop);
    say('A notification is clicked after its window was closed, and the window opens again.');
  }
  expect([...ada.errors, ...ben.errors]).toEqual([]);
  say('The windows have logged no error.');
  for (const app of [ben, ada]) await app.quit();

  if (desktop === undefined) notRun('an update from a local feed', noDesktop);
  else await tryUpdate(join(folder, 'update'), desktop, say);
}

async function desktopIn(folder, running, screen) {
  const session = join(folder, 'session');
  mkdirSync(session);
  const desktop = await startDesktop(session, { DISPLAY: process.env.DISPLAY, ...screen });
  running.push(desktop.stop);
  return desktop;
}

async function clickWithoutWindow({ page, context }, desktop) {
  // Otherwise it would end with its last window.
  await page.evaluate(() => globalThis.roomtone.app.change({ keepInTray: true }));
  await desktop.blur();
  const shown = await desktop.shown();
  const show = async () => {
    await page.evaluate(() => globalThis.roomtone.showNotice({ title: 'Teo', body: 'Are you there?' }));
    return desktop.shown();
  };
  await expect.poll(show).toBeGreaterThan(shown);
  const closed = page.waitForEvent('close');
  await page.evaluate(() => window.close());
  await closed;
  const opened = context.waitForEvent('page');
  await desktop.click();
  await expect((await opened).getByRole('heading', { level: 1 }).first()).toBeVisible();
}
