import { openDatabase } from '../adapters/sqlite/open-database.ts';
import type { CommandContext } from './context.ts';
import { claimOrExplain } from './embedded-storage.ts';

/**
 * Brings the database to this version, as a start would; makes one where there is none.
 * @throws {DataDirectoryInUse} while a server runs.
 * @throws {UnusableDatabase} for one that this version must not or cannot open.
 */
export async function migrate(dataDir: string, { say }: Pick<CommandContext, 'say'>): Promise<void> {
  const directory = claimOrExplain(dataDir);
  try {
    const { db, taken } = await openDatabase(directory.databaseFile, { newDatabase: false });
    await db.destroy();
    say(taken.length === 0 ? 'The database is already up to date.' : `Applied: ${taken.join(', ')}.`);
  } finally {
    directory.release();
  }
}
