import { existsSync } from 'node:fs';
import { filesIn } from '../adapters/files/data-directory.ts';
import { versionInHeader } from '../adapters/sqlite/inspect-database.ts';
import { openSqliteStorage } from '../adapters/sqlite/sqlite-storage.ts';
import { schemaVersion } from '../migrations/migrations.ts';
import type { Storage } from '../ports/storage.ts';
import { CommandFailure } from './failure.ts';
import { migrateDatabase } from './migrate.ts';

/**
 * Acts on the storage of a data directory, which a server may be using. Without a server the database is first made and
 * brought to this version where that is needed.
 * @param mayCreate whether there need be no database yet.
 * @throws {CommandFailure} when there is none.
 * @throws {DataDirectoryInUse} when the server that runs is of another version.
 * @throws {UnusableDatabase} for one that this version must not or cannot open.
 */
export async function withStorage(
  dataDir: string,
  mayCreate: boolean,
  act: (storage: Storage) => Promise<void>,
): Promise<void> {
  const { databaseFile } = filesIn(dataDir);
  if (!mayCreate && !existsSync(databaseFile)) throw new CommandFailure(`There is no database in ${dataDir}.`);
  if (versionInHeader(databaseFile) !== schemaVersion) await migrateDatabase(dataDir);
  // A worker that dies rejects what it was asked.
  const storage = await openSqliteStorage({ path: databaseFile, onFailure: () => {} });
  try {
    await act(storage);
  } finally {
    await storage.close();
  }
}
