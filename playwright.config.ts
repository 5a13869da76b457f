import { defineConfig } from '@playwright/test';
import { chromium } from './apps/desktop/e2e/chromium.ts';

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
    launchOptions: chromium,
  },
});
