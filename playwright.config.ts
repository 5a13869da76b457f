import { defineConfig } from '@playwright/test';
import { chromium } from './apps/desktop/e2e/chromium.ts';
import { realElectron, type WhereOptions } from './apps/desktop/e2e/where-it-runs.ts';
import { isLong } from './testing/long-runs.ts';

const isDesktop = /\/desktop-[^/]*\.spec\.ts$/;

/** Finds tests with one of these tags, and those of long runs where this is none. */
const without = (...tags: string[]) => new RegExp([...tags, isLong ? '@never' : '@long'].join('|'));

export default defineConfig<WhereOptions>({
  testDir: 'apps/desktop/e2e',
  outputDir: 'artifacts/playwright',
  // The tests need two cores; their musicians mostly wait for one another.
  workers: 2,
  // Only for tests that hang: a slow or busy machine must not fail.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  // The app's specs run once, on Electron if it is here; the long tests run them on the stand-in as well.
  projects: [
    { name: 'screens', testIgnore: isDesktop, grepInvert: without() },
    ...(realElectron === undefined
      ? []
      : [
          {
            name: 'electron',
            testMatch: isDesktop,
            grepInvert: without('@stand-in'),
            use: { runsOn: 'electron' as const },
          },
        ]),
    {
      name: 'stand-in',
      testMatch: isDesktop,
      grepInvert: without('@electron'),
      ...(realElectron === undefined || isLong ? {} : { grep: /@stand-in/ }),
      use: { runsOn: 'stand-in' },
    },
  ],
  reporter: [['list']],
  forbidOnly: Boolean(process.env['CI']),
  use: {
    // A control that is missing fails here rather than after the whole time of its test.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // Recorded only on demand: a trace takes as much of the machine as the tests themselves.
    trace: process.env['ROOMTONE_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: chromium,
  },
});
