import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyAndSettingFiles, pictureEntry } from '../../adapters/backup/archive-entries.ts';
import { copyExisting, copyPictures } from '../../adapters/backup/copy-data.ts';
import { filesIn } from '../../adapters/files/data-directory.ts';
import { fileNames } from '../../adapters/files/file-names.ts';
import { syncDirectory } from '../../adapters/files/sync-directory.ts';
import { openDatabase } from '../../adapters/sqlite/open-database.ts';
import { CommandFailure } from '../../application/hosting/command-failure.ts';
import { type Config, ConfigError } from '../../config/config.ts';
import { chosenPostgres, type Settings } from '../chosen-database.ts';
import { claimOrExplain } from '../claim-directory.ts';

export interface CopyToPostgresOptions {
  /** Where keys and pictures are copied to; they stay where they are without. */
  readonly directory: string | undefined;
  readonly report: (line: string) => void;
  /** Aborts when the host interrupts. */
  readonly signal: AbortSignal;
}

export interface CopiedToPostgres {
  readonly outcome: 'copied' | 'already there';
  readonly rows: number;
  /** Number of pictures that the database names, and of those that do not exist. */
  readonly pictures: number;
  readonly lostPictures: number;
}

/**
 * Copies the embedded database of a data directory into the PostgreSQL database of the settings, which must be empty or already
 * have exactly this data. The directory keeps everything.
 * @throws {ConfigError} if no PostgreSQL database is set.
 * @throws {CommandFailure} if there is nothing to copy, or something else in the way; then nothing has changed.
 * @throws {DataDirectoryInUse} or {DatabaseInUse} while a server runs.
 */
export async function copyToPostgres(
  settings: Settings & { readonly config: Pick<Config, 'avatarDir'> },
  options: CopyToPostgresOptions,
): Promise<CopiedToPostgres> {
  const postgres = chosenPostgres(settings);
  if (postgres === undefined) throw new ConfigError(['ROOMTONE_DATABASE_URL must be set: it is copied to.']);
  const { dataDir, avatarDir = filesIn(dataDir).avatarDirectory } = settings.config;
  const { databaseFile } = filesIn(dataDir);
  if (!existsSync(databaseFile)) throw new CommandFailure(`There is no database in ${dataDir}.`);
  const { copyTables, CopyDiffers, NotEmpty } = await import('../../adapters/postgres/copy-tables.ts');
  const { migrateInTransaction } = await import('../../adapters/postgres/migrate-postgres.ts');
  const { withStoppedPostgres } = await import('../../adapters/postgres/open-postgres.ts');
  const source = claimOrExplain(dataDir);
  try {
    const { db } = await openDatabase(databaseFile, { newDatabase: false });
    try {
      const named = await db
        .selectFrom('users')
        .select('avatar_name')
        .where('avatar_name', 'is not', null)
        .orderBy('avatar_name')
        .execute();
      const pictures = named.map((row) => String(row.avatar_name));
      const lostPictures = await provideFiles({ dataDir, avatarDir }, pictures, options.directory);
      const copied = await withStoppedPostgres(postgres, (session) => {
        const prepare = () => migrateInTransaction(session, 'The database of ROOMTONE_DATABASE_URL');
        return copyTables(db, session, { ...options, prepare });
      });
      return { ...copied, pictures: pictures.length, lostPictures };
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (error instanceof CopyDiffers) throw new CommandFailure(error.message, { cause: error });
    if (!(error instanceof NotEmpty)) throw error;
    throw new CommandFailure(
      `The database of ROOMTONE_DATABASE_URL is not empty: ${error.message}. Nothing was changed. Copy into an empty one.`,
      { cause: error },
    );
  } finally {
    source.release();
  }
}

/** Copies keys and pictures if they are to go elsewhere, and compares them. @returns the number of pictures that do not exist. */
async function provideFiles(
  { dataDir, avatarDir }: { readonly dataDir: string; readonly avatarDir: string },
  pictures: readonly string[],
  into: string | undefined,
): Promise<number> {
  const present = pictures.filter((name) => existsSync(join(avatarDir, name)));
  if (into !== undefined) {
    if (existsSync(filesIn(into).databaseFile)) throw new CommandFailure(`${into} has a database of its own.`);
    await mkdir(join(into, fileNames.avatars), { recursive: true, mode: 0o700 });
    const files = await copyExisting(dataDir, into, keyAndSettingFiles);
    await copyPictures(avatarDir, into, present);
    const copies = [
      ...files.map((entry) => ({ from: join(dataDir, entry), entry })),
      ...present.map((name) => ({ from: join(avatarDir, name), entry: pictureEntry(name) })),
    ];
    for (const { from, entry } of copies) {
      if ((await checksum(from)) === (await checksum(join(into, entry)))) continue;
      throw new CommandFailure(`The copy of ${entry} in ${into} differs. Check its disk.`);
    }
    await syncDirectory(join(into, fileNames.avatars));
    await syncDirectory(into);
  }
  return pictures.length - present.length;
}

async function checksum(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
