import { existsSync } from 'node:fs';
import { filesIn } from '../../adapters/files/data-directory.ts';
import { versionInHeader } from '../../adapters/sqlite/inspect-database.ts';
import { openSqliteStorage } from '../../adapters/sqlite/sqlite-storage.ts';
import { CommandFailure } from '../../application/hosting/command-failure.ts';
import { schemaVersion } from '../../migrations/migrations.ts';
import type { Storage } from '../../ports/storage.ts';
import { chosenPostgres, refuseForgotten, type Settings } from '../chosen-database.ts';
import { migrateDatabase } from './migrate-database.ts';

/**
 * Acts on the storage that the settings name, which a server may be using. Without a server, the database is first created or
 * brought to this version if needed.
 * @param mayCreate true if the database need not exist yet.
 * @throws {CommandFailure} if there is no database.
 * @throws {DataDirectoryInUse} or {DatabaseInUse} if the running server is of another version.
 * @throws if this version must not or cannot open it; the message is for the host.
 */
export async function withStorage(
  settings: Settings,
  mayCreate: boolean,
  act: (storage: Storage) => Promise<void>,
): Promise<void> {
  const storage = await open(settings, mayCreate);
  try {
    await act(storage);
  } finally {
    await storage.close();
  }
}

// If the storage fails, its pending requests reject, so nothing else needs to know.
const onFailure = () => {};

async function open(settings: Settings, mayCreate: boolean): Promise<Storage> {
  const { dataDir } = settings.config;
  const postgres = chosenPostgres(settings);
  if (postgres !== undefined) {
    const { openPostgresStorage } = await import('../../adapters/postgres/open-postgres.ts');
    const onEmpty = () => {
      if (!mayCreate) throw new CommandFailure('There is nothing in the database of ROOMTONE_DATABASE_URL yet.');
      refuseForgotten(dataDir);
    };
    return openPostgresStorage({ ...postgres, purpose: 'command', onEmpty, onFailure });
  }
  const { databaseFile } = filesIn(dataDir);
  if (!mayCreate && !existsSync(databaseFile)) throw new CommandFailure(`There is no database in ${dataDir}.`);
  if (versionInHeader(databaseFile) !== schemaVersion()) await migrateDatabase(settings);
  return openSqliteStorage({ path: databaseFile, onFailure });
}
