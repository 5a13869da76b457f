import { defineConfig } from 'vitest/config';
import { notOverTwoProcesses } from './apps/server/test/redis/not-over-two-processes.ts';
import { isLong } from './testing/long-runs.ts';

/**
 * Tests of REST and rooms that also run on PostgreSQL: all of them in `npm run test:long`. Every operation of storage is tried on it
 * each time (postgres/storage.test.ts).
 */
const onPostgres = isLong
  ? ['{accounts,billing,general,http,realtime,rooms,tokens}/**/*.test.ts']
  : ['accounts/{delete-profile,friends}.test.ts', 'billing/{announcements,becoming-pro}.test.ts', 'rooms/bans.test.ts'];
/** Tests in folders called `long` take minutes: `npm run test:long` runs them. */
const never = ['**/node_modules/**', '**/dist/**', '**/e2e/**', ...(isLong ? [] : ['**/long/**'])];
/** Tests of the server that make one within their own process. */
const ofServer =
  'apps/server/test/{accounts,billing,contracts,general,http,page-fetcher,realtime,rooms,tokens}/**/*.test.ts';

/** The same tests of REST and of rooms, where haproxy gives each request and WebSocket to another of two processes. */
const overTwoProcesses = {
  extends: true as const,
  test: {
    name: 'over two processes',
    include: ['accounts', 'billing', 'http', 'realtime', 'rooms'].map(
      (folder) => `apps/server/test/${folder}/**/*.test.ts`,
    ),
    exclude: [...never, ...Object.keys(notOverTwoProcesses).map((path) => `apps/server/test/${path}.test.ts`)],
    env: { ROOMTONE_TEST_DATABASE: 'postgres', ROOMTONE_TEST_PROCESSES: '2' },
    globalSetup: ['apps/server/test/postgres/global-setup.ts', 'apps/server/test/redis/global-setup.ts'],
    setupFiles: ['apps/server/test/redis/skip-without.ts', 'apps/server/test/redis/skip-not-over-two.ts'],
  },
};

// Packages import one another through their built `dist`: `npm test` builds first.
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'beside the sources',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'examples/src/**/*.test.ts'],
          setupFiles: ['testing/speak-english.ts'],
          // They put back what they replace. One after another in the same process they take a quarter of the CPU time, because
          // each module is loaded once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'the server',
          include: [ofServer],
          // As above: each file would load the whole server again, which takes longer than most of their tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole programs',
          include: ['{packages,apps,examples}/**/test/**/*.test.ts', 'scripts/**/*.test.mjs', 'testing/**/*.test.ts'],
          exclude: [...never, ofServer, 'apps/server/test/{postgres,redis}/**'],
          // As above.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'on PostgreSQL',
          include: [
            'apps/server/test/{postgres,redis}/**/*.test.ts',
            ...onPostgres.map((path) => `apps/server/test/${path}`),
          ],
          // About the embedded database itself, and with a count of answers that come at once only from memory.
          exclude: [
            ...never,
            'apps/server/test/rooms/list-from-index.test.ts',
            'apps/server/test/realtime/mutated-frames.test.ts',
          ],
          env: { ROOMTONE_TEST_DATABASE: 'postgres' },
          globalSetup: ['apps/server/test/postgres/global-setup.ts', 'apps/server/test/redis/global-setup.ts'],
          setupFiles: ['apps/server/test/postgres/skip-without.ts'],
        },
      },
      ...(isLong ? [overTwoProcesses] : []),
    ],
    exclude: never,
    environment: 'node',
    pool: 'forks',
    // On two cores: many tests wait for the programs that they start.
    maxWorkers: 3,
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
