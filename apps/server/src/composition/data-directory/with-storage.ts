import { existsSync } from 'node:fs';
import { filesIn } from '../../adapters/files/data-directory.ts';
import { versionInHeader } from '../../adapters/sqlite/inspect-database.ts';
import { openSqliteStorage } from '../../adapters/sqlite/sqlite-storage.ts';
import { CommandFailure } from '../../application/hosting/command-failure.ts';
import { schemaVersion } from '../../migrations/migrations.ts';
import type { Storage } from '../../ports/storage.ts';
import { migrateDatabase } from './migrate-database.ts';

/**
 * Acts on the storage of a data directory, which a server may be using. Without a server, the database is first created or
 * brought to this version if needed.
 * @param mayCreate true if the database need not exist yet.
 * @throws {CommandFailure} if there is no database.
 * @throws {DataDirectoryInUse} if the running server is of another version.
 * @throws {UnusableDatabase} if this version must not or cannot open it.
 */
export async function withStorage(
  dataDir: string,
  mayCreate: boolean,
  act: (storage: Storage) => Promise<void>,
): Promise<void> {
  const { databaseFile } = filesIn(dataDir);
  if (!mayCreate && !existsSync(databaseFile)) throw new CommandFailure(`There is no database in ${dataDir}.`);
  if (versionInHeader(databaseFile) !== schemaVersion) await migrateDatabase(dataDir);
  // If the worker dies, its pending requests reject, so nothing else needs to know.
  const storage = await openSqliteStorage({ path: databaseFile, onFailure: () => {} });
  try {
    await act(storage);
  } finally {
    await storage.close();
  }
}
