import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { electronOnly, expect, test } from './desktop-app.ts';
import { openRoom } from './stories.ts';

test('a notification, a payment or a choice whose window is closed leaves the app and its server running', async ({
  startApp,
}) => {
  const app = await startApp();
  await openRoom(app.page, 'Porch');
  // As with hosting in the tray: the app stays without a window.
  await app.evaluate(({ BrowserWindow, Notification, app: main }) => {
    main.removeAllListeners('window-all-closed');
    main.on('window-all-closed', () => {});
    Notification.prototype.show = function show() {
      globalThis.roomtoneClick = () => this.emit('click', {});
    };
    BrowserWindow.getAllWindows()[0]?.blur();
  });
  await app.page.evaluate(() => globalThis.roomtone.showNotice({ title: 'Teo', body: 'Are you there?' }));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await expect.poll(windows).toBe(0);
  await app.evaluate(() => globalThis.roomtoneClick());
  await expect.poll(windows).toBe(1);
  const server = () =>
    app.evaluate(({ app: main }) => main.getAppMetrics().filter(({ name }) => name === 'Roomtone server').length);
  expect(await server()).toBe(1);
  expect(await app.startAgain('roomtone://pro/not-paid')).toBe(0);
  await expect.poll(windows).toBe(1);
});

test('an uncaught exception is written down and shown before the app ends', electronOnly, async ({ startApp }) => {
  const app = await startApp();
  await app.evaluate(({ dialog }) => {
    dialog.showErrorBox = (title, text) => console.log(`error box: ${title}: ${text}`);
    setTimeout(() => {
      throw new Error('a string broke');
    });
  });
  await expect.poll(() => app.printed.text).toContain('error box: Roomtone has to close: a string broke');
  expect(readFileSync(join(app.userData, 'logs/crashes.log'), 'utf8')).toContain('a string broke');
});
