import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import type { ProbeResult } from './sdk-probe.ts';
import { expect, newName, test } from './test-players.ts';

/** Bundles the SDK for browsers as a program would. */
async function bundle(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      // One file: the parts that load later are in it, too.
      rolldownOptions: { output: { codeSplitting: false } },
      lib: {
        entry: fileURLToPath(new URL('./sdk-probe.ts', import.meta.url)),
        formats: ['es'],
        fileName: 'sdk-probe',
      },
    },
  })) as Rolldown.RolldownOutput[];
  const code = output[0]?.output[0].code;
  if (code === undefined) throw new Error('nothing was bundled');
  return code;
}

for (const place of ['page', 'worker'] as const) {
  test(`the SDK works in a browser's ${place}`, async ({ server, testPlayer }) => {
    const [page, code] = [await testPlayer(), await bundle()];
    // Served from the server's own address, because its Content-Security-Policy allows nothing else.
    await page.route('**/sdk-probe.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
    await page.goto(server.url);
    const result = await page.evaluate(
      async ([where, url, name]) => {
        const script = '/sdk-probe.js';
        if (where === 'page') {
          await import(script);
          return globalThis.roomtoneProbe(url, name);
        }
        const worker = new Worker(script, { type: 'module' });
        return new Promise<ProbeResult>((resolve, reject) => {
          worker.onmessage = ({ data }) => ('result' in data ? resolve(data.result) : reject(new Error(data.problem)));
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage([url, name]);
        });
      },
      [place, server.url, newName('probe')] as const,
    );
    expect(result.heard).toEqual([0x90, 60, 100]);
    expect(result.said).toBe('from here');
    expect(result.clockErrorUs).toBeGreaterThan(0);
  });
}

test('a page that the server does not allow is told so, with the name of the setting', async ({ server, browser }) => {
  // The browser reports the refusal on the console, too, which fails pages of test players.
  const [page, code] = [await browser.newPage(), await bundle()];
  const stranger = 'https://stranger.example';
  await page.route(`${stranger}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Stranger</title>' }),
  );
  await page.goto(`${stranger}/`);
  const refusal = await page.evaluate(
    async ([url, name]) => {
      const script = '/sdk-probe.js';
      await import(script);
      return globalThis.roomtoneProbe(url, name).then(
        () => null,
        (error) => ({ reason: error.reason, message: error.message }),
      );
    },
    [server.url, newName('stranger')] as const,
  );
  expect(refusal).toEqual({
    reason: 'blocked',
    message: `The server does not allow pages of ${stranger}: its host must add that to ROOMTONE_ALLOWED_ORIGINS.`,
  });
  await page.close();
});
