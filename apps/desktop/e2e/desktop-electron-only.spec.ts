import { electronOnly, expect, test } from './desktop-app.ts';

// The checks that other specs report as `NOT RUN` on the stand-in. A release runs them on every system it is built for.
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

test('a page that asks for the camera or the location is refused', electronOnly, async ({ startApp }) => {
  const { page } = await startApp();
  const states = await page.evaluate(async () => {
    const names = ['camera', 'geolocation'] as const;
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(states).toEqual(['denied', 'denied']);
});
