// Finds out what kind of file a database is, without changing it or the files beside it.
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
import {
  applicationId,
  type Migrations,
  migrations,
  schemaVersion,
  versionBefore,
} from '../../migrations/migrations.ts';
import { pendingAfter, UnknownSchema } from '../../migrations/pending-migrations.ts';
import { damagedDatabase, foreignDatabase, otherVersion, UnusableDatabase } from './unusable-database.ts';

/** Prefix of the directories in which copies are inspected; a crash may leave one behind. */
export const checkingPrefix = 'checking-';

const headerBytes = 100;
const magic = 'SQLite format 3\0';

/**
 * @returns `none` if there is no database yet: no file, an empty one, or one without tables, as an interrupted first start
 *   leaves it.
 * @throws {UnusableDatabase} for a file that is not Roomtone's, was written by a newer version, or cannot be written.
 */
export function inspectDatabase(path: string, known: Migrations = migrations): 'none' | 'ours' {
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
  // The header of the main file is enough: openDatabase() checkpoints the log into it after migrating.
  const id = header.readUInt32BE(68);
  const version = header.readUInt32BE(60);
  if (id === applicationId) {
    const newest = schemaVersion(known);
    if (version <= versionBefore) throw otherVersion(path, 'older', `schema ${version}`);
    if (version > newest) throw otherVersion(path, 'newer', `schema ${version}, and this version knows ${newest}`);
    return 'ours';
  }
  if (id !== 0) throw foreignDatabase(path, 'another application made it');
  return inspectCopy(path, known);
}

/**
 * The schema version in the header of a Roomtone database; undefined if there is none. Not for a process that has the database
 * open, because closing the file would drop SQLite's locks.
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

/** SQLite discards a log without its database, but the host may want to recover the data in it. */
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
    // Loses no lock of SQLite's, because this process has not opened the database yet.
    closeSync(file);
  }
}

/** The writes of a killed first start may still be in the log alone. Opening a file could change it, so this opens a copy. */
function inspectCopy(path: string, known: Migrations): 'none' | 'ours' {
  const directory = mkdtempSync(join(dirname(path), checkingPrefix));
  try {
    const copy = join(directory, basename(path));
    for (const part of ['', '-wal', '-journal']) {
      if (existsSync(`${path}${part}`)) copyFileSync(`${path}${part}`, `${copy}${part}`, constants.COPYFILE_FICLONE);
    }
    return inspectContent(copy, path, known);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function inspectContent(copy: string, path: string, known: Migrations): 'none' | 'ours' {
  let tables: readonly string[];
  let applied: readonly string[] = [];
  let isOurs: boolean;
  try {
    const database = new Database(copy, { fileMustExist: true });
    try {
      const list = (query: string) => database.prepare<[], string>(query).pluck().all();
      tables = list("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*'");
      isOurs = database.pragma('application_id', { simple: true }) === applicationId;
      if (tables.includes('kysely_migration')) applied = list('select name from kysely_migration');
    } finally {
      database.close();
    }
  } catch (cause) {
    const { code, message } = cause as { readonly code?: string; readonly message: string };
    throw damagedDatabase(path, `${code}: ${message}`, cause);
  }
  if (tables.length === 0) return 'none';
  if (!isOurs) throw foreignDatabase(path, 'another application made it');
  try {
    pendingAfter(applied, known);
  } catch (error) {
    if (error instanceof UnknownSchema) throw otherVersion(path, error.age, error.found);
    throw error;
  }
  return 'ours';
}
