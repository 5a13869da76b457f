import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, newFolder, standInOnly, startToFail, test } from './desktop-app.ts';
import { outsidePlayer } from './outside-player.ts';
import { expectLit, openRoom } from './stories.ts';
import { longRunsOnly } from './where-it-runs.ts';

// Failures of real systems. The stand-in can produce them on purpose; real Electron cannot.
test('the app works where windows are never ready, messages stay open, files are held, and keychain and MIDI are taken', {
  tag: [standInOnly.tag, longRunsOnly.tag],
}, async ({ startApp }) => {
  const app = await startApp(undefined, undefined, '/', [
    ...(['no-ready-to-show', 'dialogs-block', 'renames-fail', 'keychain-slow', 'midi-busy'] as const),
  ]);
  const { page } = app;
  // Signed in although the keychain never answers, and shown although Electron never said so.
  await openRoom(page, 'Storm');
  const isShown = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isFocused()));
  expect(await isShown()).toBe(true);
  await expect(page.locator('footer')).toContainText('Launchkey Mini MK3 (in use by another program)');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.down('KeyA');
  await expectLit(page, [60]);
  await page.keyboard.up('KeyA');

  const choose = (wanted: string) =>
    app.evaluate(({ Menu, BrowserWindow }, label) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((each) => each.submenu?.items ?? []) ?? [];
      items.find((item) => item.label === label)?.click(undefined, BrowserWindow.getAllWindows()[0]);
    }, wanted);
  // The message that the report was saved is never answered.
  await choose('Save crash report…');
  await expect.poll(() => app.printed.text).toContain('dialog: The report was saved');
  await choose('Settings…');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'App' }).click();
  await settings.getByRole('combobox', { name: 'Text size' }).selectOption('110');
  // In memory, and tried for two seconds before it is given up.
  const log = join(app.userData, 'logs/crashes.log');
  await expect.poll(() => existsSync(log) && readFileSync(log, 'utf8')).toContain('settings.json could not be written');
  await settings.getByRole('tab', { name: 'Sound' }).click();
  await settings.getByRole('tab', { name: 'App' }).click();
  await expect(settings.getByRole('combobox', { name: 'Text size' })).toHaveValue('110');
});

test(
  'R17.1: with a locked keychain and no library for datagrams the app signs in, says so, and plays by the WebSocket',
  standInOnly,
  async ({ startApp }) => {
    const { page } = await startApp(undefined, undefined, '/', ['keychain-locked', 'no-datagrams']);
    await openRoom(page, 'Drought');
    expect(await page.evaluate(() => globalThis.roomtone.tokenStorage())).toBe('memory');
    const { url } = await page.evaluate(() => globalThis.roomtone.windowServer());
    const teo = await outsidePlayer(`${url}${new URL(page.url()).pathname}`, 'teo');
    // The page has asked for a data channel by now, or asks again with the next note.
    const log = () => page.evaluate(async () => (await globalThis.roomtone.host.log()).join('\n'));
    await expect.poll(log).toContain('notes travel by WebSocket alone');
    teo.room.noteOn(64, 100);
    await expectLit(page, [64]);
    teo.room.noteOff(64);
    await expectLit(page, []);
    await teo.leave();
  },
);

test('a start that fails says so, ends, and leaves no lock behind', standInOnly, async ({ startApp }) => {
  const userData = await newFolder();
  const { code, printed } = await startToFail(userData, ['start-throws']);
  expect(code).toBe(1);
  expect(printed).toContain('error box: Roomtone can’t start: the scheme is taken');
  expect(readFileSync(join(userData, 'logs/crashes.log'), 'utf8')).toContain('the app could not start');
  const app = await startApp(userData);
  await expect(app.page.getByRole('button', { name: 'New room' })).toBeVisible();
  await app.quit();
  await rm(userData, { recursive: true, force: true });
});
