import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingTime, writeMidiFile } from '@roomtone/smf';
import { expect, test } from './desktop-app.ts';
import { outsidePlayer } from './outside-player.ts';
import { expectLit, openRoom } from './stories.ts';
import { artifacts } from './test-players.ts';

test('a settings file that cannot be read is set aside, and the app starts with the defaults', async ({
  startApp,
  runsOn,
}) => {
  const userData = await mkdtemp(join(tmpdir(), 'roomtone-app-'));
  writeFileSync(join(userData, 'settings.json'), '{"notifications": "perhaps"');
  const app = await startApp(userData);
  const aside = readdirSync(userData).filter((name) => name.startsWith('settings.json.bad-'));
  expect(aside).toHaveLength(1);
  expect(readFileSync(join(userData, aside[0] ?? ''), 'utf8')).toBe('{"notifications": "perhaps"');
  if (runsOn === 'stand-in') expect(app.printed.text).toContain('dialog: Your settings couldn’t be read');
  await app.quit();
  await rm(userData, { recursive: true, force: true });
});

test('a second start brings the first one’s window to the front and exits; its header has every entry at every width', async ({
  startApp,
}) => {
  const app = await startApp();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
  expect(await app.startAgain()).toBe(0);
  const isFocused = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isFocused()));
  await expect.poll(isFocused).toEqual([true]);
  // Enlarged text leaves as few pixels as a phone has.
  for (const width of [360, 768, 900]) {
    await app.page.setViewportSize({ width, height: 700 });
    const entry = await app.page.getByRole('link', { name: 'Host a session' }).boundingBox();
    expect((entry?.x ?? width) + (entry?.width ?? 0), `the last entry of the header at ${width} px`).toBeLessThan(
      width,
    );
  }
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

  // The folder in the library: indexed by its own process, and watched.
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);
  await app.page.getByRole('button', { name: 'Open the library' }).click();
  await app.page.getByRole('button', { name: 'Add a folder…' }).click();
  const rows = app.page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(rows).toHaveText([/Fugue/, /Prelude/]);
  writeFileSync(join(folder, 'Air.mid'), writeMidiFile([{ name: 'Air', events }], 0, recordingTime));
  await expect(rows).toHaveText([/Air/, /Fugue/, /Prelude/]);
  await app.page.getByRole('button', { name: 'Play Air for everyone' }).click();
  await expect(stand).toContainText('Air');
  expect(await app.page.evaluate(() => globalThis.roomtone.library.read('../../etc/passwd').catch(String))).toMatch(
    /refused/,
  );
  expect(await app.page.evaluate(() => globalThis.roomtone.library.read('nothing'))).toBeNull();
  await rm(folder, { recursive: true });
});

test('the About page, settings, help and the crash report open from the menu, and need no network', async ({
  startApp,
  runsOn,
}) => {
  const app = await startApp();
  const choose = (wanted: string) =>
    app.evaluate(({ Menu, BrowserWindow }, label) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((each) => each.submenu?.items ?? []) ?? [];
      items.find((item) => item.label === label)?.click(undefined, BrowserWindow.getAllWindows()[0]);
    }, wanted);
  const saved = () => JSON.parse(readFileSync(join(app.userData, 'settings.json'), 'utf8'));
  const zoom = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor());
  await test.step('the About page names the app’s components, with their licences', async () => {
    await choose('About Roomtone');
    const about = await app.window('/about.html');
    await expect(about.getByRole('heading', { name: 'Roomtone', level: 1 })).toBeVisible();
    await expect(about.getByText('Salamander Grand Piano')).toBeVisible();
    for (const name of ['react', 'fastify', 'better-sqlite3']) {
      await expect(about.getByRole('link', { name, exact: true })).toHaveAttribute('href', /npmjs/);
    }
    await about.screenshot({ path: `${artifacts}/desktop-about.png` });
    expect(await about.evaluate(() => 'roomtone' in window)).toBe(false);
    await about.locator('a[href^="/licenses.html#"]').first().click();
    await expect(about.getByText('Permission is hereby granted').first()).toBeVisible();
  });
  await openRoom(app.page, 'Cellar');
  await choose('Settings…');
  const settings = app.page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByRole('combobox', { name: 'Latency' })).toBeVisible();
  await app.page.screenshot({ path: `${artifacts}/desktop-settings-sound.png` });
  await settings.getByRole('tab', { name: 'App' }).click();
  await app.page.screenshot({ path: `${artifacts}/desktop-settings-app.png` });
  await settings.getByRole('combobox', { name: 'Text size' }).selectOption('125');
  await settings.getByRole('switch', { name: 'Notifications' }).uncheck();
  await expect.poll(zoom).toBe(1.25);
  await expect.poll(saved).toMatchObject({ textSize: 125, notifications: false });
  await choose('Zoom in');
  await expect(settings.getByRole('combobox', { name: 'Text size' })).toHaveValue('150');
  if (runsOn === 'stand-in') {
    await expect(settings.getByRole('switch', { name: 'Start when I log in' })).toBeDisabled();
    await expect(settings).toContainText('this copy isn’t a signed release');
  }
  await expect(settings).toContainText(app.userData);
  await app.page.keyboard.press('Escape');
  // The room was never left.
  await expect(app.page.getByRole('heading', { name: 'Cellar' })).toBeVisible();

  await choose('Roomtone help');
  const help = await app.window('/help.html');
  const outside: string[] = [];
  const own = help.url().replace('help.html', '');
  help.on('request', (request) => {
    if (!request.url().startsWith(own)) outside.push(request.url());
  });
  await help.getByRole('link', { name: 'MIDI learn' }).click();
  await expect(help.getByRole('heading', { name: 'MIDI learn' })).toBeInViewport();
  await help.screenshot({ path: `${artifacts}/desktop-help.png` });
  expect(await help.evaluate(() => 'roomtone' in window)).toBe(false);
  expect(outside).toEqual([]);

  if (runsOn === 'stand-in') {
    await choose('Save crash report…');
    await expect.poll(() => app.printed.text).toContain('dialog: The report was saved');
    const [name = ''] = readdirSync(app.userData).filter((file) => file.startsWith('roomtone-report-'));
    const report = readFileSync(join(app.userData, name), 'utf8');
    expect(report).toContain('"textSize": 150');
    expect(report).toMatch(/^Node: \d+\./m);
    expect(report).toMatch(/^Server, newest last$/m);
  }
});

test('in a room the machine stays awake, wakes without hanging notes, and tells of messages while the window is in the background', async ({
  startApp,
}) => {
  const app = await startApp();
  const isAwake = () =>
    app.evaluate(({ powerSaveBlocker }) => [0, 1, 2, 3].some((id) => powerSaveBlocker.isStarted(id)));
  expect(await isAwake()).toBe(false);
  await openRoom(app.page, 'Porch');
  await expect.poll(isAwake, 'the machine stays awake in a room').toBe(true);
  await app.evaluate(({ Notification }) => {
    const shown: string[] = [];
    globalThis.roomtoneShown = shown;
    Notification.prototype.show = function show() {
      shown.push(`${this.title}: ${this.body}`);
    };
  });
  // Other apps are on the same screen, and any of them may take the focus.
  const focus = (isFocused: boolean) =>
    app.evaluate(({ BrowserWindow }, answer) => {
      for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => answer;
    }, isFocused);
  await focus(true);
  const shown = () => app.evaluate(() => globalThis.roomtoneShown);
  const { url: host } = await app.page.evaluate(() => globalThis.roomtone.windowServer());
  const teo = await outsidePlayer(`${host}${new URL(app.page.url()).pathname}`, 'teo');
  await expect(app.page.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(2);
  await teo.room.chat('In front');
  await expect(app.page.getByRole('log')).toContainText('In front');
  // The page makes its calls in order, so by this answer the app has had the message too.
  await app.page.evaluate(() => globalThis.roomtone.windowServer());
  expect(await shown()).toEqual([]);
  await focus(false);
  await teo.room.chat('Are you there?');
  await expect.poll(shown).toEqual([`${teo.name}: Are you there?`]);
  await teo.leave();

  await test.step('keys held when the machine falls asleep are released when it wakes', async () => {
    await app.page.getByRole('heading', { level: 1 }).click();
    await app.page.keyboard.down('KeyA');
    await expectLit(app.page, [60]);
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
    await expectLit(app.page, []);
  });
  await app.page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(isAwake).toBe(false);
});
