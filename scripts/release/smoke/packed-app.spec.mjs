// Everything that the smoke test does with the packed app; scripts/release/smoke-electron.mjs starts it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { wrongFuses } from '../fuses.mjs';
import { startDesktop, whyNoDesktop } from './linux-desktop.mjs';
import { packApp } from './pack-app.mjs';
import { startPacked } from './packed-app.mjs';
import { host, joinByLink, playKey, playMidi, playTogether, uploadPicture } from './session.mjs';
import { tryUpdate } from './update.mjs';

const started = performance.now();
const say = (text) => console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
const notRun = (what, reason) => say(`NOT RUN: ${what}: ${reason}.`);

test('people host, join, play, are told and update with the app as it is packed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-smoke-'));
  const running = [];
  try {
    await smoke(folder, running);
  } finally {
    for (const end of running.reverse()) await end().catch((error) => say(`could not end: ${error.message}`));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function smoke(folder, running) {
  const program = await packApp(join(folder, 'app'));
  expect(await wrongFuses(program)).toEqual([]);
  say('The app is packed, with the fuses of a release.');
  const noDesktop = await whyNoDesktop();
  const desktop = noDesktop === undefined ? await desktopIn(folder, running) : undefined;
  const start = async (name, by) => {
    const app = await startPacked(program, join(folder, name), { desktop: desktop?.env, by });
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

async function desktopIn(folder, running) {
  const session = join(folder, 'session');
  mkdirSync(session);
  const desktop = await startDesktop(session);
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
