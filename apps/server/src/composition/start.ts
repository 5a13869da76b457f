import type { DataDirectory } from '../adapters/files/data-directory.ts';
import type { PostgresOptions } from '../adapters/postgres/postgres-options.ts';
import { openSqliteStorage } from '../adapters/sqlite/sqlite-storage.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { ServingStorage } from '../ports/storage.ts';
import { chosenPostgres, chosenRedis, refuseForgotten } from './chosen-database.ts';
import { claimOrExplain } from './claim-directory.ts';
import type { HostStatus, RunningServer, StartOptions } from './running-server.ts';

export type { HostStatus, RunningServer, StartOptions };

/**
 * Starts the whole server on the configured address. A program may stop it and start it with another configuration, such as
 * for the network and back: clients reconnect by themselves if port and data stay the same.
 * @throws {ConfigError} for settings that name what does not exist.
 * @throws {DataDirectoryInUse} when another process owns the data directory.
 * @throws {DatabaseInUse} when another process serves the PostgreSQL database.
 * @throws when the database is lost, damaged, from a newer version or not Roomtone's; the message is for the host.
 */
export async function startServer(config: Config, secrets: Secrets, options: StartOptions): Promise<RunningServer> {
  const postgres = chosenPostgres({ config, secrets });
  const redis = chosenRedis(config, secrets);
  const directory = claimOrExplain(config.dataDir);
  let storage: ServingStorage | undefined;
  try {
    // The database opens while this thread loads the rest of the server.
    const opening =
      postgres === undefined
        ? openEmbedded(directory, options)
        : openPostgres(postgres, redis === undefined ? 'serve' : 'share', directory, options);
    const [opened, { serve }] = await Promise.all([opening, import('./serve.ts')]);
    storage = opened;
    return await serve(config, secrets, { directory, storage, redis }, options);
  } catch (error) {
    await storage?.close();
    directory.release();
    throw error;
  }
}

function openEmbedded(
  { databaseFile }: DataDirectory,
  { newDatabase = false, onFailure }: StartOptions,
): Promise<ServingStorage> {
  return openSqliteStorage({ path: databaseFile, newDatabase, onFailure });
}

async function openPostgres(
  postgres: PostgresOptions,
  purpose: 'serve' | 'share',
  { path }: DataDirectory,
  { newDatabase = false, onFailure }: StartOptions,
): Promise<ServingStorage> {
  // Loaded only where it is used.
  const { openPostgresStorage } = await import('../adapters/postgres/open-postgres.ts');
  const onEmpty = newDatabase ? () => {} : () => refuseForgotten(path);
  return openPostgresStorage({ ...postgres, purpose, onEmpty, onFailure });
}
