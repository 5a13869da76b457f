import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { chromiumThrough } from '../../testing/emulated-link/chromium-through.ts';
import type { EmulatedLink } from '../../testing/emulated-link/emulated-link.ts';
import type {} from './band-page.ts';
import { first, type Stage } from './measure.ts';

const program = process.env['ROOMTONE_CHROMIUM'] ?? '/usr/bin/chromium';

/** Chromium on the link's other end, with a page in which the band plays with the SDK's bundle for browsers. */
export async function startChromium({ b }: EmulatedLink): Promise<Stage> {
  const code = await bundle();
  const { executablePath, remove } = await chromiumThrough([...b.through, ...first], program);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-features=LocalNetworkAccessChecks'],
  });
  const page = await browser.newPage();
  return {
    async join(options) {
      await openPage(page, options.url, code);
      await page.evaluate((given) => globalThis.pageBand.join(given), options);
    },
    play: (seconds, perSecond) =>
      page.evaluate(([time, pace]) => globalThis.pageBand.play(time, pace), [seconds, perSecond] as const),
    async leave() {
      await browser.close();
      await remove();
    },
  };
}

/** An empty page at the server's own address, which may therefore use its API. */
async function openPage(page: Page, url: string, code: string): Promise<void> {
  await page.route('**/bench-page', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.route('**/bench-band.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await page.goto(`${url}/bench-page`);
  await page.addScriptTag({ url: '/bench-band.js', type: 'module' });
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('band-page.ts', import.meta.url)),
    platform: 'browser',
  });
  const { output } = await build.generate({ format: 'es', codeSplitting: false });
  await build.close();
  return output[0].code;
}
