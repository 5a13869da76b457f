import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { limits } from '@roomtone/protocol';
import { type Kysely, sql } from 'kysely';
import { migrateToLatest, NewerSchema } from '../../migrations/migrate.ts';
import { schemaVersion } from '../../migrations/migrations.ts';
import { fileNames } from '../files/file-names.ts';
import { inspectDatabase, versionInHeader } from './inspect-database.ts';
import type { Schema } from './schema.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { damagedDatabase, explainDatabaseFailure, newerDatabase, UnusableDatabase } from './unusable-database.ts';

export interface OpenedDatabase {
  readonly db: Kysely<Schema>;
  /** The migrations that it has taken just now. */
  readonly taken: readonly string[];
}

/** What is made only once there is a database: where one of these is, there was one. */
const signsOfUse = [
  fileNames.firstKey,
  fileNames.accessTokenKeys,
  fileNames.tlsKey,
  fileNames.localProfile,
  fileNames.avatars,
] as const;

export interface OpenOptions {
  /** True to create a database even if the data directory shows that there was one, which is lost. */
  readonly newDatabase: boolean;
  /** Called once the file has been opened and first read, before it is checked and migrated, which can take minutes. */
  readonly onOpened?: () => void;
}

/**
 * Opens the database of a data directory, creating it if there is none, and migrates it to this version.
 * @throws {UnusableDatabase} for a file that this version must not or cannot open; it is left unchanged.
 */
export async function openDatabase(path: string, options: OpenOptions): Promise<OpenedDatabase> {
  try {
    if (inspectDatabase(path) === 'none' && !options.newDatabase) refuseLost(path);
    // Before it is open: who opens and closes the file beside SQLite drops SQLite's locks on it.
    const versionBefore = versionInHeader(path);
    const db = openSqliteDatabase(path);
    try {
      options.onOpened?.();
      await refuseDamaged(db, path);
      const taken = await migrateToLatest(db);
      // So that the file itself says what it is and for which version. Where a reader is in the way it can wait.
      if (versionBefore !== schemaVersion) await sql`pragma wal_checkpoint(truncate)`.execute(db);
      return { db, taken };
    } catch (error) {
      await db.destroy();
      throw error;
    }
  } catch (error) {
    if (error instanceof NewerSchema) throw newerDatabase(path, `it has ${error.unknown.join(', ')}`);
    throw explainDatabaseFailure(error, path);
  }
}

/** A damaged page would be found when it is needed, perhaps weeks later. Looking at all of a large file would take too long. */
async function refuseDamaged(db: Kysely<Schema>, path: string): Promise<void> {
  if (statSync(path).size > limits.storage.checkedBytes) return;
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
