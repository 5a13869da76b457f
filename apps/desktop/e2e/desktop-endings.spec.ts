import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './desktop-app.ts';
import { openRoom } from './stories.ts';

test('a notification, a payment or a choice whose window is closed leaves the app and its server running; an exception ends it with a word', async ({
  startApp,
  runsOn,
}) => {
  const app = await startApp();
  await openRoom(app.page, 'Porch');
  // As with hosting in the tray: the app stays without a window.
  await app.evaluate(({ BrowserWindow, Notification, app: main, dialog, shell }) => {
    main.removeAllListeners('window-all-closed');
    main.on('window-all-closed', () => {});
    shell.openExternal = async () => {};
    dialog.showOpenDialog = () =>
      new Promise((resolve) => {
        globalThis.roomtoneChoose = (folder) => resolve({ canceled: false, filePaths: [folder] });
      });
    Notification.prototype.show = function show() {
      globalThis.roomtoneClick = () => this.emit('click', {});
    };
    BrowserWindow.getAllWindows()[0]?.blur();
  });
  const payment = 'https://checkout.stripe.com/c/pay/1';
  const isOpened = await app.page.evaluate(async (address) => {
    await globalThis.roomtone.showNotice({ title: 'Teo', body: 'Are you there?' });
    void globalThis.roomtone.library.addFolder();
    return globalThis.roomtone.openPayment(address);
  }, payment);
  expect(isOpened).toBe(true);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await expect.poll(windows).toBe(0);
  await app.evaluate((_parts, folder) => globalThis.roomtoneChoose(folder), app.userData);
  await app.evaluate(() => globalThis.roomtoneClick());
  await expect.poll(windows).toBe(1);
  const server = () =>
    app.evaluate(({ app: main }) => main.getAppMetrics().filter(({ name }) => name === 'Roomtone server').length);
  expect(await server()).toBe(1);
  const again = await app.window('/', app.page);
  // The chosen folder has arrived, although nobody saw it.
  const folders = () => again.evaluate(async () => (await globalThis.roomtone.library.open()).folders.length);
  await expect.poll(folders).toBe(1);
  expect(await app.startAgain('roomtone://pro/not-paid')).toBe(0);
  await expect.poll(() => new URL(again.url()).pathname).toBe('/pro/not-paid');
  expect(await windows()).toBe(1);
  // The stand-in runs what a test sends in the same process, which it would end.
  if (runsOn === 'electron')
    await test.step('an uncaught exception is written down and shown before the app ends', async () => {
      await app.evaluate(({ dialog }) => {
        dialog.showErrorBox = (title, text) => console.log(`error box: ${title}: ${text}`);
        setTimeout(() => {
          throw new Error('a string broke');
        });
      });
      await expect.poll(() => app.printed.text).toContain('error box: Roomtone has to close: a string broke');
      expect(readFileSync(join(app.userData, 'logs/crashes.log'), 'utf8')).toContain('a string broke');
    });
});
