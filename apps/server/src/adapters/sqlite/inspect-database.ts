// What kind of file a database is, found out without changing a byte of it or of what lies beside it.
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { applicationId, migrationNames, schemaVersion } from '../../migrations/migrations.ts';
import { damagedDatabase, foreignDatabase, newerDatabase, UnusableDatabase } from './unusable-database.ts';

/** Copies that are looked into are below a directory with this name, which a crash may leave behind. */
export const checkingPrefix = 'checking-';

const headerBytes = 100;
const magic = 'SQLite format 3\0';

/**
 * @returns `none` where there is no database yet: no file, an empty one, or one without a table, as a start that was cut off
 *   leaves behind.
 * @throws {UnusableDatabase} for what is not Roomtone's, was written by a newer version, or cannot be written.
 */
export function inspectDatabase(path: string): 'none' | 'ours' {
  const file = statSync(path, { throwIfNoEntry: false });
  refuseReadOnly(path, file);
  if (file === undefined || file.size === 0) {
    refuseLoneLog(path);
    return 'none';
  }
  const header = readHeader(path);
  if (header.toString('latin1', 0, magic.length) !== magic) {
    throw foreignDatabase(path, 'it is not an SQLite database');
  }
  // In the main file alone: what the log has is put there when a database of ours has been brought to a version.
  const id = header.readUInt32BE(68);
  const version = header.readUInt32BE(60);
  if (id === applicationId) {
    if (version > schemaVersion)
      throw newerDatabase(path, `schema ${version}, and this version knows ${schemaVersion}`);
    return 'ours';
  }
  if (id !== 0) throw foreignDatabase(path, 'another application made it');
  return inspectCopy(path);
}

/**
 * How far the header says that a database of ours has been brought; undefined where it does not say. Not for a process that
 * has the database open: closing the file would drop SQLite's locks.
 */
export function versionInHeader(path: string): number | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined || !file.isFile() || file.size < headerBytes) return undefined;
  const header = readHeader(path);
  return header.readUInt32BE(68) === applicationId ? header.readUInt32BE(60) : undefined;
}

function refuseReadOnly(path: string, file: Stats | undefined): void {
  if (file !== undefined && !file.isFile()) throw foreignDatabase(path, 'it is not a file');
  for (const each of file === undefined ? [dirname(path)] : [path, dirname(path)]) {
    try {
      accessSync(each, constants.R_OK | constants.W_OK);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new UnusableDatabase(
        `${each} cannot be read and written by this account (${code}). Let it, or set ROOMTONE_DATA_DIR to another place.`,
        { cause },
      );
    }
  }
}

/** SQLite throws a log away whose database is gone; but it may hold what somebody wants back. */
function refuseLoneLog(path: string): void {
  const log = `${path}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new UnusableDatabase(
    `${path} is gone or empty, but its log ${log} is there. Put the database back beside it, or move ${log} away.`,
  );
}

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, headerBytes, 0);
    return header;
  } finally {
    // No lock of SQLite's is lost by that: inspecting comes before this process opens the database.
    closeSync(file);
  }
}

/** Of what older versions made, only its tables say what it is. Opening it could change it, so a copy is opened. */
function inspectCopy(path: string): 'none' | 'ours' {
  const directory = mkdtempSync(join(dirname(path), checkingPrefix));
  try {
    const copy = join(directory, basename(path));
    for (const part of ['', '-wal', '-journal']) {
      if (existsSync(`${path}${part}`)) copyFileSync(`${path}${part}`, `${copy}${part}`, constants.COPYFILE_FICLONE);
    }
    return inspectContent(copy, path);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function inspectContent(copy: string, path: string): 'none' | 'ours' {
  let tables: readonly string[];
  let applied: readonly string[] = [];
  try {
    const database = new Database(copy, { fileMustExist: true });
    try {
      const list = (query: string) => database.prepare<[], string>(query).pluck().all();
      tables = list("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*'");
      if (tables.includes('kysely_migration')) applied = list('select name from kysely_migration');
    } finally {
      database.close();
    }
  } catch (cause) {
    const { code, message } = cause as { readonly code?: string; readonly message: string };
    throw damagedDatabase(path, `${code}: ${message}`, cause);
  }
  if (tables.length === 0) return 'none';
  const [first] = migrationNames;
  const isOurs = first !== undefined && (applied.includes(first) || isFirstStartCutOff(tables, applied));
  if (!isOurs) throw foreignDatabase(path, 'another application made it');
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) throw newerDatabase(path, `it has ${unknown.join(', ')}`);
  return 'ours';
}

/** The first migration was under way, in a version that did not take it in one transaction. */
function isFirstStartCutOff(tables: readonly string[], applied: readonly string[]): boolean {
  const possible = ['kysely_migration', 'kysely_migration_lock', 'users', 'sessions', 'rooms', 'chat'];
  return applied.length === 0 && tables.includes('kysely_migration') && tables.every((name) => possible.includes(name));
}
