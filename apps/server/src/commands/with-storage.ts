import { existsSync } from 'node:fs';
import { type DataFiles, filesIn } from '../adapters/data-directory.ts';
import { openSqliteDatabase } from '../adapters/storage/sqlite-database.ts';
import { openSqliteStorage } from '../adapters/storage/sqlite-storage.ts';
import { claimOrExplain } from '../embedded-storage.ts';
import { migrateToLatest, pendingMigrations } from '../migrations/migrate.ts';
import type { Storage } from '../ports.ts';
import { CommandFailure } from './failure.ts';

/**
 * Acts on the storage of a data directory, which a server may be using. Without a server the database is first made and
 * brought to this version where that is needed.
 * @param mayCreate whether there need be no database yet.
 * @throws {CommandFailure} when there is none.
 * @throws {DataDirectoryInUse} when the server that runs is of another version.
 */
export async function withStorage(
  dataDir: string,
  mayCreate: boolean,
  act: (storage: Storage) => Promise<void>,
): Promise<void> {
  const files = filesIn(dataDir);
  const exists = existsSync(files.databaseFile);
  if (!exists && !mayCreate) throw new CommandFailure(`There is no database in ${dataDir}.`);
  if (!exists || !(await isOfThisVersion(files))) await prepare(dataDir);
  // A worker that dies rejects what it was asked.
  const storage = await openSqliteStorage({ path: files.databaseFile, onFailure: () => {} });
  try {
    await act(storage);
  } finally {
    await storage.close();
  }
}

async function isOfThisVersion({ databaseFile }: DataFiles): Promise<boolean> {
  const db = openSqliteDatabase(databaseFile);
  try {
    return (await pendingMigrations(db)).length === 0;
  } finally {
    await db.destroy();
  }
}

async function prepare(dataDir: string): Promise<void> {
  const directory = claimOrExplain(dataDir);
  try {
    const db = openSqliteDatabase(directory.databaseFile);
    await migrateToLatest(db).finally(() => db.destroy());
  } finally {
    directory.release();
  }
}
