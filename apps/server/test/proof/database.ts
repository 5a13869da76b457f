import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fileNames } from '../../src/adapters/files/file-names.ts';

/** Opens the database of a data directory while `use` runs; the server may be running. */
export function withDatabase<T>(dataDir: string, use: (database: Database.Database) => T): T {
  const database = new Database(join(dataDir, fileNames.database), { fileMustExist: true, timeout: 10_000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** The problems that SQLite finds in a database; empty if it is intact. */
export function damageOf(database: Database.Database): string[] {
  const integrity = database.pragma('integrity_check', { simple: true });
  const loose = database.pragma('foreign_key_check') as unknown[];
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check: ${String(integrity)}`]),
    ...(loose.length === 0 ? [] : [`foreign_key_check: ${loose.length} rows`]),
  ];
}
