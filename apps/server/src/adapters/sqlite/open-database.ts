import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceLimits } from '@roomtone/protocol';
import { type Kysely, sql } from 'kysely';
import { migrateToLatest } from '../../migrations/apply-migrations.ts';
import { type Migrations, migrations, schemaVersion } from '../../migrations/migrations.ts';
import { UnknownSchema } from '../../migrations/pending-migrations.ts';
import { fileNames } from '../files/file-names.ts';
import type { Schema } from '../sql/schema.ts';
import { inspectDatabase, versionInHeader } from './inspect-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { damagedDatabase, explainDatabaseFailure, otherVersion, UnusableDatabase } from './unusable-database.ts';

export interface OpenedDatabase {
  readonly db: Kysely<Schema>;
  /** Names of the migrations that were applied. */
  readonly taken: readonly string[];
}

/** Files that are created only after the database: if one of them exists, there was a database. */
const signsOfUse = [
  fileNames.firstKey,
  fileNames.accessTokenKeys,
  fileNames.secondFactorKeys,
  fileNames.tlsKey,
  fileNames.localProfile,
  fileNames.avatars,
] as const;

export interface OpenOptions {
  /** True to create a database even if the data directory shows that there was one, which is lost. */
  readonly newDatabase: boolean;
  /** Called once the file has been opened and first read, before it is checked and migrated, which can take minutes. */
  readonly onOpened?: () => void;
  /** Those of this version unless given. */
  readonly migrations?: Migrations;
}

/**
 * Opens the database of a data directory, creating it if there is none, and migrates it to this version.
 * @throws {UnusableDatabase} for a file that this version must not or cannot open; it is left unchanged.
 */
export async function openDatabase(path: string, options: OpenOptions): Promise<OpenedDatabase> {
  const { migrations: known = migrations } = options;
  try {
    if (inspectDatabase(path, known) === 'none' && !options.newDatabase) refuseLost(path);
    // Before SQLite opens the file: closing it here afterwards would drop SQLite's locks.
    const versionBefore = versionInHeader(path);
    const db = openSqliteDatabase(path);
    try {
      options.onOpened?.();
      await refuseDamaged(db, path);
      const taken = await migrateToLatest(db, known);
      // Writes the application id and version into the main file. If a reader prevents it, a later checkpoint does it.
      if (versionBefore !== schemaVersion(known)) await sql`pragma wal_checkpoint(truncate)`.execute(db);
      return { db, taken };
    } catch (error) {
      await db.destroy();
      throw error;
    }
  } catch (error) {
    if (error instanceof UnknownSchema) throw otherVersion(path, error.age, error.found);
    throw explainDatabaseFailure(error, path);
  }
}

/** Finds damaged pages now rather than when they are needed, perhaps weeks later. Checking a large file would take too long. */
async function refuseDamaged(db: Kysely<Schema>, path: string): Promise<void> {
  if (statSync(path).size > serviceLimits.storage.checkedBytes) return;
  const { rows } = await sql<{ readonly quick_check: string }>`pragma quick_check(1)`.execute(db);
  const [found] = rows;
  if (found !== undefined && found.quick_check !== 'ok')
    throw damagedDatabase(path, found.quick_check.replaceAll('\n', ' '));
}

function refuseLost(path: string): void {
  const directory = dirname(path);
  const signs = signsOfUse.filter((name) => existsSync(join(directory, name)));
  if (signs.length === 0) return;
  throw new UnusableDatabase(
    `The database ${path} is missing or empty, although ${directory} has been in use (it has ${signs.join(', ')}). ` +
      'Put the file back, or restore a backup into another data directory. To go on without its accounts and rooms, ' +
      `start once with --new-database, or move ${directory} away.`,
  );
}
