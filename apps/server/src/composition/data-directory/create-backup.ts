import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BadArchive } from '../../adapters/backup/bad-archive.ts';
import { checkDatabase } from '../../adapters/backup/check-database.ts';
import { type CopiedData, copyData } from '../../adapters/backup/copy-data.ts';
import { makeWorkDirectory, type WorkDirectory } from '../../adapters/backup/work-directory.ts';
import { writeArchive } from '../../adapters/backup/write-archive.ts';
import { filesIn } from '../../adapters/files/data-directory.ts';
import { fileNames } from '../../adapters/files/file-names.ts';
import { syncDirectory } from '../../adapters/files/sync-directory.ts';
import { explainDatabaseFailure } from '../../adapters/sqlite/unusable-database.ts';
import { CommandFailure } from '../../application/hosting/command-failure.ts';
import type { Config } from '../../config/config.ts';

/**
 * Writes database, keys and pictures, as of one moment, into a new archive that only its owner can read. The copy is checked
 * before it is packed: otherwise a backup that cannot be restored would be noticed only when it is needed.
 * @param signal aborts when the host interrupts.
 * @returns the number of pictures that the database names but that do not exist.
 * @throws {CommandFailure} if there is nothing to back up, the database is damaged, or the file exists.
 */
export async function createBackup(
  { dataDir, avatarDir }: Pick<Config, 'dataDir' | 'avatarDir'>,
  archive: string,
  signal: AbortSignal,
): Promise<{ readonly lostPictures: number }> {
  if (!existsSync(filesIn(dataDir).databaseFile)) throw new CommandFailure(`There is no database in ${dataDir}.`);
  refuseExisting(archive);
  const work = await workBeside(archive);
  try {
    const copy = join(work.path, 'data');
    await mkdir(copy);
    const { entries, lostPictures } = await copyChecked(dataDir, copy, avatarDir ?? filesIn(dataDir).avatarDirectory);
    signal.throwIfAborted();
    const unfinished = join(work.path, 'archive');
    await writeArchive(copy, entries, unfinished, signal);
    refuseExisting(archive);
    await rename(unfinished, archive);
    await syncDirectory(dirname(archive));
    return { lostPictures };
  } finally {
    await work.remove();
  }
}

function refuseExisting(archive: string): void {
  if (existsSync(archive)) throw new CommandFailure(`${archive} already exists. Nothing was written.`);
}

async function copyChecked(dataDir: string, copy: string, pictures: string): Promise<CopiedData> {
  const { databaseFile } = filesIn(dataDir);
  try {
    const copied = await copyData(dataDir, copy, pictures);
    await checkDatabase(join(copy, fileNames.database));
    return copied;
  } catch (error) {
    if (!(error instanceof BadArchive)) throw explainDatabaseFailure(error, databaseFile);
    const why = error.message.replace(/[.?]$/, '');
    throw new CommandFailure(
      `${databaseFile} cannot be backed up: ${why}. No archive was written. Keep the backups you have, and restore the ` +
        'newest good one into another data directory.',
      { cause: error },
    );
  }
}

/** Creates a work directory on the same disk as the archive. */
async function workBeside(archive: string): Promise<WorkDirectory> {
  try {
    return await makeWorkDirectory(dirname(archive));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(`Cannot write to ${dirname(archive)} (${code}).`, { cause });
  }
}
