import { electronOnly, expect, standInOnly, test } from './desktop-app.ts';

// Isolation, which only Electron itself can prove, and permissions. A release runs them on every system it is built for.
test('pages are sandboxed and isolated, in windows and in frames inside them', electronOnly, async ({ startApp }) => {
  const app = await startApp();
  type Inspected = { getLastWebPreferences(): object };
  const preferences = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) =>
      // Electron has this for its own tests and does not document it.
      (window.webContents as unknown as Inspected).getLastWebPreferences(),
    ),
  );
  const isolated = { sandbox: true, contextIsolation: true, nodeIntegration: false };
  expect(preferences).toEqual([expect.objectContaining(isolated)]);
  // Windows and macOS report it for the processes themselves.
  const processes = await app.evaluate(({ app: electronApp }) => electronApp.getAppMetrics());
  expect(processes.filter(({ type, sandboxed }) => type === 'Tab' && sandboxed === false)).toEqual([]);
  const inFrame = await app.page.evaluate(async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    return frame.contentWindow !== null && 'roomtone' in frame.contentWindow;
  });
  expect(inFrame).toBe(false);
});

test(
  'pages of the app reach this machine’s server by a permission that no other page gets',
  standInOnly,
  async ({ startApp }) => {
    const app = await startApp();
    const { url } = await app.page.evaluate(() => globalThis.roomtone.windowServer());
    const answer = () =>
      app.page.evaluate(
        (address) => fetch(`${address}/health`, { cache: 'no-store' }).then(({ status }) => status, String),
        url,
      );
    expect(await answer()).toBe(200);
    await app.evaluate(({ session }) => {
      const asked: string[] = [];
      globalThis.roomtoneShown = asked;
      session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
        asked.push(permission);
        answer(false);
      });
    });
    expect(await answer()).not.toBe(200);
    expect(await app.evaluate(() => globalThis.roomtoneShown)).toContain('loopback-network');
  },
);
