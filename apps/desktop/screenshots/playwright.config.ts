import { defineConfig } from '@playwright/test';
import tests from '../../../playwright.config.ts';

/** `npm run screenshots` redraws the pictures of the README and the documentation with the browser of the tests. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: ['take.ts', 'evening.ts', 'together.ts'],
  outputDir: '../../../artifacts/playwright',
  workers: 1,
  use: { ...tests.use, actionTimeout: 20_000 },
});
