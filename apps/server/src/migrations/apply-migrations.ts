import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { applicationId, migrations, schemaVersion } from './migrations.ts';
import { pendingAfter } from './pending-migrations.ts';
import { undoInterruptedMigration } from './undo-interrupted-migration.ts';

/**
 * Migrates the database to this version's schema; resolves with the names of the migrations applied. They share one
 * transaction, so that a crash or a full disk leaves either the old schema or the new one.
 * @throws {NewerSchema} if the database was written by a newer version; also throws if a migration fails. Either way nothing has
 *   changed.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<readonly string[]> {
  if ((await pendingMigrations(db)).length === 0 && (await isMarked(db))) return [];
  return db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      const pending = await pendingMigrations(connection);
      await undoInterruptedMigration(connection, pending);
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => ({ ...migrations }) } });
      const { error, results = [] } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
      await sql.raw(`pragma application_id = ${applicationId}`).execute(connection);
      await sql.raw(`pragma user_version = ${schemaVersion}`).execute(connection);
      await sql`commit`.execute(connection);
      return results.map((result) => result.migrationName);
    } catch (error) {
      // SQLite may have ended the transaction itself, as it does when the disk is full.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

/** True if the header has Roomtone's application id, which older versions did not write. */
async function isMarked<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ application_id: number }>`pragma application_id`.execute(db);
  return rows[0]?.application_id === applicationId;
}

/**
 * The names of the migrations that the database still needs.
 * @throws {NewerSchema} if the database was written by a newer version.
 */
export async function pendingMigrations<T>(db: Kysely<T>): Promise<readonly string[]> {
  return pendingAfter(await appliedMigrations(db));
}

/** The names of the migrations applied to the database; empty if it is not Roomtone's. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}
