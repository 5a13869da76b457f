import type { Settings } from '../composition/chosen-database.ts';
import { migrateDatabase } from '../composition/data-directory/migrate-database.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Brings the database to this version, as a start would; creates one if there is none.
 * @throws {DataDirectoryInUse} while a server runs.
 * @throws {UnusableDatabase} if this version must not or cannot open it.
 */
export async function migrate(settings: Settings, { say }: Pick<CommandContext, 'say'>): Promise<void> {
  const taken = await migrateDatabase(settings);
  say(taken.length === 0 ? 'The database is already up to date.' : `Applied: ${taken.join(', ')}.`);
}
