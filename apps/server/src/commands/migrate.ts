import { openDatabase } from '../adapters/sqlite/open-database.ts';
import { claimOrExplain } from '../composition/embedded-storage.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Brings the database to this version, as a start would; creates one if there is none.
 * @throws {DataDirectoryInUse} while a server runs.
 * @throws {UnusableDatabase} if this version must not or cannot open it.
 */
export async function migrate(dataDir: string, { say }: Pick<CommandContext, 'say'>): Promise<void> {
  const taken = await migrateDatabase(dataDir);
  say(taken.length === 0 ? 'The database is already up to date.' : `Applied: ${taken.join(', ')}.`);
}

/** Does the same without printing. Returns the names of the migrations that were applied. */
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
