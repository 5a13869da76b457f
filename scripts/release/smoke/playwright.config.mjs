import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { root } from '../../run.mjs';

// Generous, because the slowest runners of a release are several times slower than a desk's machine.
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(root, 'artifacts/playwright-smoke'),
  timeout: 1_200_000,
  expect: { timeout: 60_000 },
  use: { actionTimeout: 60_000 },
  reporter: [['list']],
});
