import type { Page } from '@playwright/test';
import type { DesktopApi } from '../src/shared/ipc.ts';
import { type DesktopApp, expect, test } from './desktop-app.ts';

/** The answer of a bridge function in the page, or its refusal. */
async function call(page: Page, name: keyof DesktopApi, request: unknown): Promise<unknown> {
  return page.evaluate(
    async ([called, sent]) => {
      const api: object = globalThis.roomtone;
      try {
        return await Reflect.get(api, called)(sent);
      } catch (error) {
        return `refused: ${error instanceof Error ? error.message : error}`;
      }
    },
    [name, request] as const,
  );
}

/** Records the links that the app hands to the system's browser, instead of opening them. */
async function watchLinks(app: DesktopApp): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    globalThis.roomtoneShown = opened;
    shell.openExternal = async (url) => {
      opened.push(url);
    };
  });
  return () => app.evaluate(() => globalThis.roomtoneShown);
}

test('pages have the app’s bridge alone, which checks every request, and stay on the app’s own pages', async ({
  startApp,
}) => {
  const app = await startApp();
  const { page } = app;
  await test.step('pages have the bridge, and nothing of Node or Electron', async () => {
    const there = await page.evaluate(() => {
      const names = ['require', 'process', 'module', 'global', 'Buffer', 'electron', 'ipcRenderer'];
      return names.filter((name) => name in globalThis);
    });
    expect(there).toEqual([]);
  });
  await test.step('the preload script runs in a world of its own, and copies what it passes on', async () => {
    const seen = await page.evaluate(async () => {
      const { roomtone } = globalThis;
      const server = await roomtone.windowServer();
      // A copy, which the page may change for itself.
      Object.assign(server, { kind: 'server' });
      const { kind } = await roomtone.windowServer();
      const unclonable = await Promise.resolve()
        .then(() => roomtone.copyText((() => {}) as never))
        .then(String, (error: Error) => error.name);
      return { kind, isFrozen: Object.isFrozen(roomtone.host), unclonable };
    });
    expect(seen).toMatchObject({ kind: 'home', isFrozen: true });
    expect(seen.unclonable).not.toBe('null');
  });
  await test.step('a page that asks for the camera, the location or the screen is refused', async () => {
    const heard = await page.evaluate(async () => {
      const names = ['camera', 'geolocation'] as const;
      const states = await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
      const location = await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code }) => resolve(code),
        ),
      );
      // These wait for a click of the user's at first.
      const screen = await navigator.mediaDevices.getDisplayMedia().then(String, ({ name }) => name);
      return [...states, location, screen];
    });
    expect(heard.slice(0, 3)).toEqual(['denied', 'denied', 1]);
    expect(heard[3]).toMatch(/Error$/);
  });
  await test.step('the bridge refuses requests that do not match their schema', async () => {
    for (const [name, request] of [
      ['copyText', 42],
      ['copyText', 'x'.repeat(10_001)],
      ['keepAwake', 'yes'],
      ['showNotice', { title: 'Hello' }],
      ['showNotice', { title: 'Hello', body: 'You', icon: 'file:///etc/passwd' }],
      ['saveTokens', { tokens: { refreshToken: 'x' }, lasting: true }],
      ['saveTokens', { server: 'key:other', tokens: null, lasting: true }],
    ] as const) {
      expect(await call(page, name, request), `${name} ${JSON.stringify(request).slice(0, 80)}`).toMatch(/^refused/);
    }
    expect(await call(page, 'copyText', 'fine')).toBeNull();
  });
  await test.step('the app’s scheme serves only the app’s files, with a strict policy', async () => {
    const answers = await page.evaluate(async () => {
      const paths = ['/index.html', '/..%2f..%2fpackage.json', '/%2e%2e/main/index.js', '/.env', '/main/index.js'];
      const statuses = [];
      for (const path of paths) statuses.push((await fetch(path)).status);
      const policy = (await fetch('/')).headers.get('content-security-policy');
      return { statuses, policy };
    });
    expect(answers.statuses).toEqual([200, 404, 404, 404, 404]);
    expect(answers.policy).toContain("default-src 'none'");
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.injected = true';
      document.body.append(script);
      return 'injected' in globalThis;
    });
    expect(ran, 'an inline script').toBe(false);
  });
  await test.step('the window stays on the app’s own pages; only known links open in the system’s browser', async () => {
    const opened = await watchLinks(app);
    const url = app.page.url();
    await app.page.evaluate(() => {
      window.open('https://evil.example/');
      window.open('file:///etc/passwd');
      window.open('https://www.npmjs.com/package/react');
    });
    await expect.poll(opened).toEqual(['https://www.npmjs.com/package/react']);
    for (const address of ['https://evil.example/', 'https://creativecommons.org/licenses/by/3.0/']) {
      // Later, because Playwright waits for a navigation that a script begins, and the app prevents it.
      await app.page.evaluate((url) => {
        setTimeout(() => location.assign(url));
      }, address);
    }
    await expect.poll(opened).toHaveLength(2);
    expect(app.page.url()).toBe(url);
    // Playwright's locators would wait for the navigation that was prevented.
    expect(await app.page.evaluate(() => document.querySelector('h1')?.checkVisibility())).toBe(true);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });
  await test.step('the bridge refuses pages that are not the app’s own', async () => {
    const { url: host } = await app.page.evaluate(() => globalThis.roomtone.windowServer());
    // As if a flaw let the window navigate away; the app itself refuses to.
    await app.page.goto(host);
    expect(await call(app.page, 'loadTokens', null)).toMatch(/^refused/);
    expect(await call(app.page, 'copyText', 'x')).toMatch(/^refused/);
  });
});
