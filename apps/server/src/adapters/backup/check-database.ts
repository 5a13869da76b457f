import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { appliedMigrations, pendingMigrations } from '../../migrations/apply-migrations.ts';
import { BadArchive } from './bad-archive.ts';

/**
 * Checks a database that comes from an archive.
 * @throws {BadArchive} if it is damaged, not Roomtone's, or of a newer version.
 */
export async function checkDatabase(path: string): Promise<void> {
  try {
    const database = new Database(path, { fileMustExist: true });
    // Closes the database too.
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
    try {
      checkContent(database);
      if ((await appliedMigrations(db)).length === 0) throw new BadArchive("its database is not Roomtone's");
      await pendingMigrations(db);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (error instanceof BadArchive) throw error;
    throw new BadArchive(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function checkContent(database: Database.Database): void {
  // The schema of an untrusted file may call no unsafe functions.
  database.pragma('trusted_schema = OFF');
  const isWhole = database.pragma('integrity_check', { simple: true }) === 'ok';
  if (!isWhole) throw new BadArchive('its database is damaged');
  const loose = database.pragma('foreign_key_check') as unknown[];
  if (loose.length > 0) throw new BadArchive('its database refers to rows that are missing');
  const foreign = database.prepare("select 1 from sqlite_schema where type not in ('table', 'index')").get();
  if (foreign !== undefined) throw new BadArchive('its database has triggers or views, which Roomtone does not create');
}
