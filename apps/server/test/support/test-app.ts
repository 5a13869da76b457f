import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { allOrFirst, isLong } from '../../../../testing/long-runs.ts';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import { rememberReads } from '../../src/adapters/sql/recent-reads.ts';
import { openSqliteStorage } from '../../src/adapters/sqlite/sqlite-storage.ts';
import { deriveKeys } from '../../src/adapters/tokens/keys.ts';
import type { HostClaim } from '../../src/application/hosting/host-claim.ts';
import { buildApp } from '../../src/composition/app.ts';
import type { AppDeps } from '../../src/composition/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/http/plugins/log.ts';
import type { App } from '../../src/http/plugins/server-types.ts';
import type { PasswordHasher } from '../../src/ports/password-hasher.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { emptyDatabase } from './empty-database.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeRealtime, type FakeRealtime } from './fake-realtime.ts';
import { createMemoryAvatarStore } from './memory-avatar-store.ts';
import { openMemoryStorage } from './memory-storage.ts';
import { storageWorker } from './storage-worker.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** SQLite in memory on the test's own thread, or on a disk in the server's storage worker. */
export type StorageKind = 'memory' | 'worker';
export const storageKinds = allOrFirst<StorageKind>(['memory', 'worker']);
/** A worker takes longer to start than most tests; test/contracts has it do all that storage does, and whole programs run on it. */
export const usualStorage: StorageKind = isLong ? 'worker' : 'memory';

export interface TestAppOptions {
  readonly storage?: StorageKind;
  readonly env?: Readonly<Record<string, string>>;
  readonly deps?: Partial<AppDeps>;
}

export interface TestApp {
  readonly app: App;
  /** More than one in tests of several processes: call() asks them in turn, by way of a proxy. */
  readonly apps: readonly [App, ...App[]];
  /** The proxy's port in tests of several processes. */
  readonly proxyPort: number | undefined;
  readonly clock: FakeClock;
  readonly storage: Storage;
  readonly realtime: FakeRealtime;
  /** Of `app`. */
  readonly hostClaim: HostClaim;
  /** Every line logged so far. */
  readonly logLines: readonly string[];
  call(method: InjectOptions['method'], url: string, request?: Request): Promise<Answer>;
  /** Registers a user and returns the answer's data. */
  register(username: string, over?: object): Promise<SignedIn>;
}

export interface Request {
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

export interface SignedIn {
  readonly token: string;
  readonly refresh_token: string;
  readonly user: { readonly user_id: string; readonly username: string; readonly roles: readonly string[] };
}

/** Does not really hash, which would be slow. Tests of hashing use the real hasher. */
export const fakeHasher: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
};

/** The application with a fake clock, fast doubles and the given storage. It is closed when the test ends. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = createFakeClock();
  const opened = await openStorage(options.storage ?? 'memory');
  const remembering = rememberReads(opened, clock);
  const { recent } = remembering;
  const realtime = createFakeRealtime();
  const logLines: string[] = [];
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk));
      done();
    },
  });
  const { config } = readConfig(options.env ?? {});
  const deps: AppDeps = {
    storage: remembering.storage,
    recent: options.deps?.storage ?? recent,
    ephemeral: createMemoryEphemeral(clock),
    hasher: fakeHasher,
    clock,
    keys: deriveKeys(randomBytes(32)),
    avatars: createMemoryAvatarStore(),
    webRoot: '/nowhere',
    protoRoot: '/nowhere',
    docsRoot: '/nowhere',
    referenceRoot: fileURLToPath(new URL('../../dist/reference', import.meta.url)),
    log: createLog(config.logLevel, logTo),
    createRealtime: realtime.create,
    ...options.deps,
  };
  const { apps, hostClaim, settle, storage = remembering.storage } = await buildApps(config, deps, opened);
  const app = apps[0];
  onTestFinished(async () => {
    await Promise.all(apps.map((each) => each.close()));
    await storage.close();
  });
  const proxy = apps.length > 1 ? await (await import('../redis/balanced-apps.ts')).balance(apps) : undefined;

  const call: TestApp['call'] = async (method = 'GET', url, { body, token, headers } = {}) => {
    await settle();
    const asked = {
      method,
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    };
    const response = await (proxy === undefined ? app.inject(asked) : proxy.call(asked));
    const { payload } = response;
    return {
      status: response.statusCode,
      headers: response.headers,
      text: payload,
      // An answer to HEAD has a media type but no content.
      body:
        String(response.headers['content-type']).startsWith('application/json') && payload !== ''
          ? JSON.parse(payload)
          : undefined,
    };
  };
  const register: TestApp['register'] = async (username, over = {}) => {
    const answer = await call('POST', '/api/auth/register', { body: { ...registration(username), ...over } });
    if (answer.status !== 201) throw new Error(`registration answered ${answer.status}: ${answer.text}`);
    return answer.body.data;
  };
  return { app, apps, proxyPort: proxy?.port, clock, storage, realtime, hostClaim, logLines, call, register };
}

export function registration(username: string) {
  const password = 'correct horse';
  return { username, email: `${username}@example.org`, password, confirm_password: password };
}

/** One application, or two that are one service: `ROOMTONE_TEST_PROCESSES=2`. */
async function buildApps(
  config: Parameters<typeof buildApp>[0],
  deps: AppDeps,
  storage: Storage,
): Promise<{
  readonly apps: readonly [App, ...App[]];
  readonly hostClaim: HostClaim;
  readonly settle: () => Promise<void> | undefined;
  /** Written by the test, so that all processes hear of it. */
  readonly storage?: Storage;
}> {
  if (process.env['ROOMTONE_TEST_PROCESSES'] !== '2') {
    const { app, hostClaim } = await buildApp(config, deps);
    return { apps: [app], hostClaim, settle: () => undefined };
  }
  const { shareByRedis } = await import('../redis/shared-app.ts');
  const { parts, settle } = await shareByRedis(deps, storage);
  const [first, second] = [await buildApp(config, parts[0]), await buildApp(config, parts[1])];
  const { hostClaim } = first;
  return {
    apps: [first.app, second.app],
    hostClaim,
    settle,
    ...(deps.recent !== deps.storage && { storage: parts[0].storage }),
  };
}

async function openStorage(kind: StorageKind): Promise<Storage> {
  if (kind === 'memory' || process.env['ROOMTONE_TEST_DATABASE'] === 'postgres') return openMemoryStorage();
  const path = join(temporaryDirectory(), 'roomtone.sqlite');
  writeFileSync(path, emptyDatabase);
  return openSqliteStorage({
    path,
    worker: storageWorker,
    onFailure: (error) => {
      throw error;
    },
  });
}
