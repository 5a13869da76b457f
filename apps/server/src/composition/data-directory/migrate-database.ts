import { openDatabase } from '../../adapters/sqlite/open-database.ts';
import { claimOrExplain } from '../embedded-storage.ts';

/**
 * Brings the database to this version, as a start would; creates one if there is none.
 * @returns the names of the migrations that were applied.
 * @throws {DataDirectoryInUse} while a server runs.
 * @throws {UnusableDatabase} if this version must not or cannot open it.
 */
export async function migrateDatabase(dataDir: string): Promise<readonly string[]> {
  const directory = claimOrExplain(dataDir);
  try {
    const { db, taken } = await openDatabase(directory.databaseFile, { newDatabase: false });
    await db.destroy();
    return taken;
  } finally {
    directory.release();
  }
}
