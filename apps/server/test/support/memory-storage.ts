import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { type OperationName, operationKinds } from '../../src/adapters/sql/operation-kinds.ts';
import { operations } from '../../src/adapters/sql/operations.ts';
import type { Schema } from '../../src/adapters/sql/schema.ts';
import { storageOperations } from '../../src/adapters/sql/storage-operations.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { emptyDatabase } from './empty-database.ts';

/**
 * Storage of a test's own: in memory, or in PostgreSQL with ROOMTONE_TEST_DATABASE=postgres. It keeps the order of the calls.
 */
export function openMemoryStorage(): Storage {
  return onPostgres === undefined ? openSqliteInMemory() : onPostgres.openLater();
}

/** Loaded only where it is used. */
const onPostgres =
  process.env['ROOMTONE_TEST_DATABASE'] === 'postgres' ? await import('../postgres/storage-later.ts') : undefined;

/** Storage whose database can be copied. */
export interface CopiedStorage extends Storage {
  /** The database as the bytes of its file. */
  bytes(): Promise<Buffer>;
}

/**
 * Storage in an in-memory SQLite database on the test's own thread, with these contents at first. It runs the same operations as the storage worker, one
 * after another in the order of the calls, each write in a transaction of its own: one that fails is rolled back and rejects.
 */
export function openSqliteInMemory(contents = emptyDatabase): CopiedStorage {
  const database = new Database(contents);
  database.pragma('foreign_keys = ON');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const done = last.then(run);
    last = done.catch(() => undefined);
    return done;
  };
  const run = async (name: OperationName, args: readonly unknown[]): Promise<unknown> => {
    // The compiler matched name and arguments where the operation was called.
    const operation = operations[name] as (db: Kysely<Schema>, ...args: readonly unknown[]) => Promise<unknown>;
    if (operationKinds[name] === 'read') return operation(db, ...args);
    database.exec('begin');
    try {
      const value = await operation(db, ...args);
      database.exec('commit');
      return value;
    } catch (error) {
      if (database.inTransaction) database.exec('rollback');
      throw error;
    }
  };
  return {
    ...storageOperations((name, args) => inTurn(() => run(name, args))),
    bytes: () => inTurn(async () => database.serialize()),
    close: () => inTurn(() => db.destroy()),
  };
}
