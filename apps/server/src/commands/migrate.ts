import { openSqliteDatabase } from '../adapters/storage/sqlite-database.ts';
import { claimOrExplain } from '../embedded-storage.ts';
import { migrateToLatest } from '../migrations/migrate.ts';
import type { CommandContext } from './context.ts';

/**
 * Brings the database to this version, as a start would; makes one where there is none.
 * @throws {DataDirectoryInUse} while a server runs.
 */
export async function migrate(dataDir: string, { say }: Pick<CommandContext, 'say'>): Promise<void> {
  const directory = claimOrExplain(dataDir);
  try {
    const db = openSqliteDatabase(directory.databaseFile);
    try {
      const taken = await migrateToLatest(db);
      say(taken.length === 0 ? 'The database is at this version already.' : `Taken: ${taken.join(', ')}.`);
    } finally {
      await db.destroy();
    }
  } finally {
    directory.release();
  }
}
