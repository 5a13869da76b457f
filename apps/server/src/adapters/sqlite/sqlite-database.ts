import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Schema } from '../sql/schema.ts';

/** How long a write waits for another process's write. */
const busyTimeoutMs = { patient: 5_000, impatient: 100 } as const;

/** Opens the database file, creating it if absent, so that a committed transaction survives a crash of the machine. */
export function openSqliteDatabase(path: string): Kysely<Schema> {
  const database = new Database(path);
  try {
    database.pragma(`busy_timeout = ${busyTimeoutMs.patient}`);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
  } catch (error) {
    database.close();
    throw error;
  }
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
}

export async function setBusyTimeout(db: Kysely<Schema>, to: keyof typeof busyTimeoutMs): Promise<void> {
  await sql.raw(`pragma busy_timeout = ${busyTimeoutMs[to]}`).execute(db);
}
