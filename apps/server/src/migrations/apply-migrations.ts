import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { applicationId, type Migrations, migrations, schemaVersion } from './migrations.ts';
import { pendingAfter } from './pending-migrations.ts';

/**
 * Migrates the database to this version's schema; resolves with the names of the migrations applied. They share one
 * transaction, so that a crash or a full disk leaves either the old schema or the new one.
 * @throws {UnknownSchema} if another version wrote the database; also throws if a migration fails. Either way nothing has
 *   changed.
 */
export async function migrateToLatest<T>(db: Kysely<T>, known: Migrations = migrations): Promise<readonly string[]> {
  if ((await pendingMigrations(db, known)).length === 0) return [];
  return db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => ({ ...known }) } });
      const { error, results = [] } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
      await sql.raw(`pragma application_id = ${applicationId}`).execute(connection);
      await sql.raw(`pragma user_version = ${schemaVersion(known)}`).execute(connection);
      await sql`commit`.execute(connection);
      return results.map((result) => result.migrationName);
    } catch (error) {
      // SQLite may have ended the transaction itself, as it does when the disk is full.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * The names of the migrations that the database still needs.
 * @throws {UnknownSchema} if another version wrote the database.
 */
export async function pendingMigrations<T>(db: Kysely<T>, known: Migrations = migrations): Promise<readonly string[]> {
  return pendingAfter(await appliedMigrations(db), known);
}

/** The names of the migrations applied to the database; empty if it is not Roomtone's. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}
