// Services of the tests: their parts of the run's Redis and PostgreSQL, and their processes.
import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { type Argument, Redis } from '../../src/adapters/redis/redis.ts';
import type { RedisOptions } from '../../src/adapters/redis/redis-options.ts';
import { unlimited } from '../commands/host.ts';
import { emptyDatabaseUrl } from '../postgres/databases.ts';
import { startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const quiet = { info() {}, warn() {} };

/** Options for a part of the run's Redis that nobody else uses. */
export function redisOptions(over: Partial<RedisOptions> = {}): RedisOptions {
  return { url: inject('redisUrl'), prefix: `t${randomUUID()}:`, connectTimeoutMs: 5_000, timeoutMs: 2_000, ...over };
}

/** A connection to it, which ends with the test. */
export async function openRedis(options: RedisOptions = redisOptions()): Promise<Redis> {
  const redis = await Redis.open(options, quiet);
  onTestFinished(() => redis.close());
  return redis;
}

/** Every key of a service, with its remaining lifetime, ms; -1 without an end. */
export async function keysOf(redis: Redis): Promise<ReadonlyMap<string, number>> {
  const keys: string[] = [];
  let cursor = '0';
  do {
    const args: Argument[] = ['SCAN', cursor, 'MATCH', `${redis.prefix}*`, 'COUNT', 1000];
    const [next, found] = await redis.command<[string, string[]]>(...args);
    cursor = next;
    keys.push(...found);
  } while (cursor !== '0');
  const left = await Promise.all(keys.map((key) => redis.command<number>('PTTL', key)));
  return new Map(keys.map((key, index) => [key.slice(redis.prefix.length), left[index] ?? -2]));
}

/** The settings that all processes of one service have. */
export async function serviceSettings(): Promise<Readonly<Record<string, string>>> {
  const { url, prefix } = redisOptions();
  return {
    ...unlimited,
    ROOMTONE_DATABASE_URL: await emptyDatabaseUrl(),
    ROOMTONE_REDIS_URL: url,
    ROOMTONE_REDIS_PREFIX: prefix,
    ROOMTONE_JWT_KEY: Buffer.alloc(32, 7).toString('base64'),
    ROOMTONE_AVATAR_DIR: temporaryDirectory(),
    ROOMTONE_TRUST_PROXY: '127.0.0.1',
  };
}

/** Starts one process of a service, with a data directory of its own. */
export function startProcess(settings: Readonly<Record<string, string>>) {
  return startServer(temporaryDirectory(), { env: settings });
}
