import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Schema } from '../../src/adapters/sql/schema.ts';
import { migrateToLatest } from '../../src/migrations/apply-migrations.ts';

/** An empty database of this version, as the bytes of its file: opening a copy takes a fraction of the time that migrating does. */
export const emptyDatabase = await migratedDatabase();

async function migratedDatabase(): Promise<Buffer> {
  const database = new Database(':memory:');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  await migrateToLatest(db);
  const bytes = database.serialize();
  await db.destroy();
  return bytes;
}
