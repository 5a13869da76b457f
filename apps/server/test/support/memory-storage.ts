import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { commitTogether } from '../../src/adapters/sqlite/group-commit.ts';
import type { OperationName } from '../../src/adapters/sqlite/operation-kinds.ts';
import type { Schema } from '../../src/adapters/sqlite/schema.ts';
import { storageOperations } from '../../src/adapters/sqlite/storage-operations.ts';
import { migrateToLatest } from '../../src/migrations/migrate.ts';
import type { Storage } from '../../src/ports/storage.ts';

/** An empty database of this version, as bytes: opening a copy takes a fraction of the time that migrating does. */
const migrated = await migratedDatabase();

/**
 * Storage in an in-memory SQLite database on the test's own thread. It runs the operations of the storage thread, one after
 * another in the order of the calls, each in a transaction of its own: a call that fails is rolled back and rejects.
 */
export function openMemoryStorage(): Storage {
  const database = new Database(migrated);
  database.pragma('foreign_keys = ON');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const done = last.then(run);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    ...storageOperations((name, args) => inTurn(() => runAlone(db, name, args))),
    close: () => inTurn(() => db.destroy()),
  };
}

async function runAlone(db: Kysely<Schema>, name: OperationName, args: readonly unknown[]): Promise<unknown> {
  const { answers } = await commitTogether(db, [{ id: 1, name, args }]);
  const [answer] = answers;
  if (answer?.kind === 'done') return answer.value;
  throw new Error(answer?.kind === 'failed' ? answer.message : 'The operation was not answered.');
}

async function migratedDatabase(): Promise<Buffer> {
  const database = new Database(':memory:');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  await migrateToLatest(db);
  const bytes = database.serialize();
  await db.destroy();
  return bytes;
}
