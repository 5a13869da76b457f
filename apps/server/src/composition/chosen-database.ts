// The database that the settings name, for the server and host commands.
import { existsSync } from 'node:fs';
import { filesIn } from '../adapters/files/data-directory.ts';
import type { PostgresOptions } from '../adapters/postgres/postgres-options.ts';
import type { RedisOptions } from '../adapters/redis/redis-options.ts';
import { type Config, ConfigError, type Secrets } from '../config/config.ts';

export interface Settings {
  readonly config: Pick<Config, 'dataDir' | 'database'>;
  readonly secrets: Pick<Secrets, 'databaseUrl' | 'redisUrl'>;
}

/**
 * How to reach PostgreSQL; undefined if the database is the embedded one.
 * @throws {ConfigError} for a certificate that does not exist.
 */
export function chosenPostgres({ config, secrets }: Settings): PostgresOptions | undefined {
  if (secrets.databaseUrl === undefined) return undefined;
  const { pool, tls, ...timeouts } = config.database;
  if (typeof tls === 'object' && !existsSync(tls.authority)) {
    throw new ConfigError([`ROOMTONE_DATABASE_TLS names a file that does not exist: ${tls.authority}.`]);
  }
  return { url: secrets.databaseUrl, poolSize: pool, tls, ...timeouts };
}

/**
 * How to reach Redis; undefined if this process is alone.
 * @throws {ConfigError} for a certificate that does not exist.
 */
export function chosenRedis(
  config: Pick<Config, 'redis'>,
  secrets: Pick<Secrets, 'redisUrl'>,
): RedisOptions | undefined {
  if (secrets.redisUrl === undefined) return undefined;
  const { authority } = config.redis;
  if (authority !== undefined && !existsSync(authority)) {
    throw new ConfigError([`ROOMTONE_REDIS_CA names a file that does not exist: ${authority}.`]);
  }
  return { url: secrets.redisUrl, ...config.redis };
}

/** @throws if an empty PostgreSQL database would take the place of an embedded one that the host has forgotten. */
export function refuseForgotten(dataDir: string): void {
  const { databaseFile } = filesIn(dataDir);
  if (!existsSync(databaseFile)) return;
  throw new Error(
    `The database of ROOMTONE_DATABASE_URL is empty, but ${databaseFile} has accounts and rooms. Copy them with ` +
      'main.js migrate-to-postgres, or start once with --new-database to go on without them.',
  );
}
