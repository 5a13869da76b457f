import { mkdirSync } from 'node:fs';
import { test as base, type Page } from '@playwright/test';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { beRoomy, bufferSound, loadLittle } from './memory.ts';

/** The folder for pictures of the screens. */
export const artifacts = 'artifacts/screens';
mkdirSync(artifacts, { recursive: true });

/** Pictures are for people. `npm test` takes none, because that would be a tenth of its browser tests' time. */
export function leaveOutPictures(page: Page): void {
  if (process.env['ROOMTONE_PICTURES'] === '0') page.screenshot = async () => Buffer.alloc(0);
}

interface Fixtures {
  /** Opens a page in its own browser profile: another musician at another computer. */
  testPlayer: (options?: TestPlayerOptions) => Promise<Page>;
}

export interface TestPlayerOptions {
  readonly viewport?: { width: number; height: number };
  readonly touch?: boolean;
  readonly colorScheme?: 'dark' | 'light';
  /** BCP 47; English by default. */
  readonly locale?: string;
  /**
   * True for a computer with memory for the whole piano, and with all its recordings. Off by default, because decoding
   * them takes seconds per page.
   */
  readonly roomy?: boolean;
  /** True for tests of when notes sound. Off by default, because a short buffer takes most of a core. */
  readonly promptSound?: boolean;
}

export const test = base.extend<Fixtures, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures wanted from the pattern
    async ({}, use) => {
      const server = await startServer({ ROOMTONE_BILLING_PROVIDER: 'sandbox' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  testPlayer: async ({ browser }, use) => {
    const problems: string[] = [];
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        viewport: options.viewport ?? { width: 1440, height: 900 },
        hasTouch: options.touch ?? false,
        colorScheme: options.colorScheme ?? 'dark',
        locale: options.locale ?? 'en-GB',
        reducedMotion: 'no-preference',
      });
      contexts.push(context);
      await context.addInitScript(options.roomy ? beRoomy : loadLittle);
      if (!options.promptSound) await context.addInitScript(bufferSound);
      const page = await context.newPage();
      leaveOutPictures(page);
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        // A refused sign-in is handled by the page, but the browser logs its status anyway. Over plain http the browser logs
        // that it ignores a header that needs https.
        const expected = /^Failed to load resource|^The Cross-Origin-Opener-Policy header has been ignored/.test(
          message.text(),
        );
        if (message.type() === 'error' && !expected) problems.push(message.text());
      });
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    if (problems.length > 0) throw new Error(`the page reported errors:\n${problems.join('\n')}`);
  },
});

export { expect } from '@playwright/test';

let counter = 0;

/** A name that no other test has used. */
export function newName(stem: string): string {
  counter += 1;
  return `${stem}-${process.pid}-${counter}`;
}
