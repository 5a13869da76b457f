import { defineConfig } from 'vitest/config';

// Packages import one another through their built `dist`: `npm test` builds first.
export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/*/{src,test}/**/*.test.ts',
      'examples/**/*.test.ts',
      'scripts/**/*.test.mjs',
      'testing/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/e2e/**'],
    environment: 'node',
    setupFiles: ['testing/speak-english.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Only for tests that hang: a slow or busy machine must not fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // With --coverage, as in `npm run test:long`: the code of REST and of the domain's rules.
    coverage: {
      provider: 'v8',
      include: ['apps/server/src/http/**/*.ts', 'apps/server/src/domain/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary'],
      reportsDirectory: 'artifacts/coverage',
    },
  },
});
