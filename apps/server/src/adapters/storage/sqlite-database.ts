import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Schema } from './schema.ts';

/** Opens the database file, made if absent, so that a committed transaction survives a crash of the machine. */
export function openSqliteDatabase(path: string): Kysely<Schema> {
  const database = new Database(path);
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
}
