import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { accountsRoomsChat } from './001-accounts-rooms-chat.ts';
import { billing } from './002-billing.ts';
import { accounts } from './003-accounts.ts';
import { rooms } from './004-rooms.ts';
import { people } from './005-people.ts';
import { safekeeping } from './006-safekeeping.ts';

/** Numbered and forward only: what has been released is never edited, only followed by another. */
const migrations: Readonly<Record<string, Migration>> = {
  '001-accounts-rooms-chat': accountsRoomsChat,
  '002-billing': billing,
  '003-accounts': accounts,
  '004-rooms': rooms,
  '005-people': people,
  '006-safekeeping': safekeeping,
};

/**
 * Brings the database to this version's schema; resolves with the names of the steps that took.
 * @throws when the database was written by a newer version, or a step fails; nothing has changed then.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<readonly string[]> {
  await pendingMigrations(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}

/**
 * The names of the steps that the database still has to take.
 * @throws when the database was written by a newer version.
 */
export async function pendingMigrations<T>(db: Kysely<T>): Promise<readonly string[]> {
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was written by a newer version of Roomtone (it has ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup that this one made.',
    );
  }
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

/** The names of the steps that the database has taken; none where it is not Roomtone's. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}
