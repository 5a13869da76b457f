import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingTime, writeMidiFile } from '@roomtone/smf';
import { expect, provedByElectronOnly, realElectron, test } from './desktop-app.ts';
import { outsidePlayer } from './outside-player.ts';
import { expectLit, openRoom } from './stories.ts';
import { artifacts } from './test-players.ts';

test('a settings file that cannot be read is set aside, and the app starts with the defaults', async ({ startApp }) => {
  const userData = await mkdtemp(join(tmpdir(), 'roomtone-app-'));
  writeFileSync(join(userData, 'settings.json'), '{"notifications": "perhaps"');
  const app = await startApp(userData);
  const aside = readdirSync(userData).filter((name) => name.startsWith('settings.json.bad-'));
  expect(aside).toHaveLength(1);
  expect(readFileSync(join(userData, aside[0] ?? ''), 'utf8')).toBe('{"notifications": "perhaps"');
  if (realElectron === undefined) expect(app.printed.text).toContain('dialog: Your settings could not be read');
  provedByElectronOnly('what the dialog looks like');
  await app.quit();
  await rm(userData, { recursive: true, force: true });
});

test('a second start brings the first one’s window to the front and exits', async ({ startApp }) => {
  const app = await startApp();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
  expect(await app.startAgain()).toBe(0);
  const isFocused = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isFocused()));
  await expect.poll(isFocused).toEqual([true]);
});

test('a MIDI file that opens the app plays in the practice room, and a second one in the current room', async ({
  startApp,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'roomtone-files-'));
  const events = [
    { timeUs: 0, data: Uint8Array.of(0x90, 60, 90) },
    { timeUs: 60_000_000, data: Uint8Array.of(0x80, 60, 64) },
  ];
  for (const name of ['Prelude', 'Fugue']) {
    writeFileSync(join(folder, `${name}.mid`), writeMidiFile([{ name, events }], 0, recordingTime));
  }
  const app = await startApp(undefined, join(folder, 'Prelude.mid'), '/practice');
  const stand = app.page.getByRole('region', { name: 'Playback' });
  await expect(stand).toContainText('Prelude');
  await expectLit(app.page, [60]);
  await app.page.getByRole('button', { name: 'Leave' }).click();
  await openRoom(app.page, 'Chapel');
  await expect(stand).toBeHidden();
  expect(await app.startAgain(join(folder, 'Fugue.mid'))).toBe(0);
  await expect(stand).toContainText('Fugue');
  await expect(app.page.getByRole('heading', { name: 'Chapel' })).toBeVisible();
  await expectLit(app.page, [60]);
  await rm(folder, { recursive: true });
  provedByElectronOnly('that the system passes files to the app');
});

test('the About page names the app’s components, with their licences', async ({ startApp }) => {
  const app = await startApp();
  await app.evaluate(({ Menu, BrowserWindow }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap((each) => each.submenu?.items ?? []) ?? [];
    items.find(({ label }) => label === 'About Roomtone')?.click(undefined, BrowserWindow.getAllWindows()[0]);
  });
  const about = await app.window('/about.html');
  await expect(about.getByRole('heading', { name: 'Roomtone', level: 1 })).toBeVisible();
  await expect(about.getByText('Salamander Grand Piano')).toBeVisible();
  for (const name of ['react', 'fastify', 'better-sqlite3']) {
    await expect(about.getByRole('link', { name, exact: true })).toHaveAttribute('href', /npmjs/);
  }
  await about.screenshot({ path: `${artifacts}/desktop-about.png` });
  expect(await about.evaluate(() => 'roomtone' in window)).toBe(false);
});

test('a message that arrives while the window is in the background appears as a system notification', async ({
  startApp,
}) => {
  const app = await startApp();
  await openRoom(app.page, 'Porch');
  await app.evaluate(({ Notification }) => {
    const shown: string[] = [];
    globalThis.roomtoneShown = shown;
    Notification.prototype.show = function show() {
      shown.push(`${this.title}: ${this.body}`);
    };
  });
  const shown = () => app.evaluate(() => globalThis.roomtoneShown);
  const { url: host } = await app.page.evaluate(() => globalThis.roomtone.windowServer());
  const teo = await outsidePlayer(`${host}${new URL(app.page.url()).pathname}`, 'teo');
  await expect(app.page.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(2);
  await teo.room.chat('In front');
  await expect(app.page.getByRole('log')).toContainText('In front');
  // The page makes its calls in order, so by this answer the app has had the message too.
  await app.page.evaluate(() => globalThis.roomtone.windowServer());
  expect(await shown()).toEqual([]);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
  await teo.room.chat('Are you there?');
  await expect.poll(shown).toEqual([`${teo.name}: Are you there?`]);
  await teo.leave();
});

test('keys held when the machine falls asleep are released when it wakes', async ({ startApp }) => {
  const app = await startApp();
  await openRoom(app.page, 'Loft');
  await app.page.getByRole('heading', { level: 1 }).click();
  await app.page.keyboard.down('KeyA');
  await expectLit(app.page, [60]);
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  await expectLit(app.page, []);
  provedByElectronOnly('that the system reports sleep');
});

test('the machine stays awake while the user is in a room', async ({ startApp }) => {
  const app = await startApp();
  const isAwake = () =>
    app.evaluate(({ powerSaveBlocker }) => [0, 1, 2, 3].some((id) => powerSaveBlocker.isStarted(id)));
  expect(await isAwake()).toBe(false);
  await openRoom(app.page, 'Studio');
  await expect.poll(isAwake).toBe(true);
  await app.page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(isAwake).toBe(false);
  provedByElectronOnly('that the screen really stays on');
});
