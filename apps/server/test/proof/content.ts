import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';

/** A digest of a database's schema and all its rows, whatever the layout of the file. */
export function contentOf(database: Database.Database): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(database.prepare('select name, sql from sqlite_schema order by name').all()));
  for (const table of tablesOf(database)) {
    for (const row of database.prepare(`select * from "${table}" order by rowid`).iterate()) {
      hash.update(JSON.stringify(row));
    }
  }
  return hash.digest('hex');
}

/** The number of rows in each table. */
export function rowsOf(database: Database.Database): Map<string, number> {
  const count = (table: string) => database.prepare(`select count(*) from "${table}"`).pluck().get() as number;
  return new Map(tablesOf(database).map((table) => [table, count(table)]));
}

/**
 * Digests of all files below a folder, by path.
 * @param isIncluded selects the paths to include.
 */
export function filesOf(folder: string, isIncluded = (_path: string) => true): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : []) {
    const path = join(folder, entry);
    const isFile = statSync(path).isFile();
    if (isIncluded(entry))
      files.set(entry, isFile ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder');
  }
  return files;
}

/** Paths that are in only one of the maps, or differ. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

function tablesOf(database: Database.Database): string[] {
  return database
    .prepare<[], string>("select name from sqlite_schema where type = 'table' order by name")
    .pluck()
    .all();
}
