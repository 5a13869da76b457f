import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { accountsRoomsChat } from './001-accounts-rooms-chat.ts';
import { accounts } from './003-accounts.ts';

/** Numbered and forward only: what has been released is never edited, only followed by another. */
const migrations: Readonly<Record<string, Migration>> = {
  '001-accounts-rooms-chat': accountsRoomsChat,
  '003-accounts': accounts,
};

/**
 * Brings the database to this version's schema.
 * @throws when the database was written by a newer version, or a step fails; nothing has changed then.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was written by a newer version of Roomtone (it has ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup that this one made.',
    );
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}
