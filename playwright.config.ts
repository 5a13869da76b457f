import { defineConfig } from '@playwright/test';

/** Debian's Chromium unless the test command found another one. */
const chromium = process.env['ROOMTONE_CHROMIUM'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'apps/desktop/e2e',
  outputDir: 'artifacts/playwright',
  // Two cores, and musicians who wait for one another most of the time.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1440, height: 900 },
    // Recorded on demand: it takes as much of the machine as the tests themselves.
    trace: process.env['ROOMTONE_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Microphones and speakers to choose from, whatever the machine has.
        '--use-fake-device-for-media-stream',
        // This machine by a name that is no loopback address to the browser: what it gives plain http is less.
        '--host-resolver-rules=MAP roomtone.local 127.0.0.1',
        // A script that a test puts in has no address, which Chromium takes for a public site's reaching for this machine.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
});
