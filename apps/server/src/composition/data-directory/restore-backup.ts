import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BadArchive } from '../../adapters/backup/bad-archive.ts';
import { checkDatabase } from '../../adapters/backup/check-database.ts';
import { copyExisting } from '../../adapters/backup/copy-data.ts';
import { readArchive } from '../../adapters/backup/read-archive.ts';
import { filesIn, lockFileName, restoringName } from '../../adapters/files/data-directory.ts';
import { fileNames } from '../../adapters/files/file-names.ts';
import { syncDirectory } from '../../adapters/files/sync-directory.ts';
import { CommandFailure } from '../../application/hosting/command-failure.ts';
import type { Config } from '../../config/config.ts';
import { claimOrExplain } from '../claim-directory.ts';

/**
 * Fills an empty data directory from a backup. Everything is unpacked and checked before anything is put in place, and no
 * server uses the directory before all of it is.
 * @param signal aborts when the host interrupts.
 * @throws {CommandFailure} if the directory is not empty or the archive is bad; then nothing has changed.
 * @throws {DataDirectoryInUse} while a server runs.
 */
export async function restoreBackup(
  { dataDir, avatarDir }: Pick<Config, 'dataDir' | 'avatarDir'>,
  archive: string,
  signal: AbortSignal,
): Promise<void> {
  if (!existsSync(archive)) throw new CommandFailure(`${archive} does not exist.`);
  // Without a lock file no server has ever used the directory. One that starts now finds the unfinished restore and stops.
  const directory = existsSync(join(dataDir, lockFileName)) ? claimOrExplain(dataDir) : undefined;
  try {
    const isNew = !existsSync(dataDir);
    // A server that stopped before it opened its database leaves only the lock and its journal.
    await refuseContent(dataDir, (name) => name.startsWith(lockFileName));
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    try {
      await restoreInto(dataDir, archive, signal, directory === undefined);
      if (avatarDir !== undefined) await providePictures(filesIn(dataDir).avatarDirectory, avatarDir);
    } catch (error) {
      if (isNew) await rmdir(dataDir).catch(() => undefined);
      throw error;
    }
  } finally {
    directory?.release();
  }
}

/** Where pictures are kept elsewhere, the server looks for them there. */
async function providePictures(restored: string, avatarDir: string): Promise<void> {
  await mkdir(avatarDir, { recursive: true, mode: 0o700 });
  await copyExisting(restored, avatarDir, await readdir(restored));
  await syncDirectory(avatarDir);
}

async function restoreInto(dataDir: string, archive: string, signal: AbortSignal, isUnlocked: boolean): Promise<void> {
  const staging = join(dataDir, restoringName);
  await mkdir(staging, { mode: 0o700 });
  try {
    // A server that started before the staging directory existed could not see it.
    if (isUnlocked) await refuseContent(dataDir, (name) => name === restoringName);
    await readArchive(archive, staging, signal);
    await checkDatabase(join(staging, fileNames.database));
    signal.throwIfAborted();
    await putInPlace(staging, dataDir);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!(error instanceof BadArchive)) throw error;
    throw new CommandFailure(`The archive cannot be restored: ${error.message.replace(/[.?]$/, '')}.`, {
      cause: error,
    });
  }
}

async function putInPlace(staging: string, dataDir: string): Promise<void> {
  const names = await readdir(staging);
  const moved: string[] = [];
  try {
    for (const name of names) {
      await rename(join(staging, name), join(dataDir, name));
      moved.push(name);
    }
    await syncDirectory(join(dataDir, fileNames.avatars));
    await syncDirectory(dataDir);
    // From here on this is a complete data directory.
    await rmdir(staging);
  } catch (error) {
    for (const name of moved) await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
  await syncDirectory(dataDir);
}

/** @throws {CommandFailure} if the directory holds anything unexpected. */
async function refuseContent(dataDir: string, isExpected: (name: string) => boolean): Promise<void> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : [];
  if (names.every(isExpected)) return;
  throw new CommandFailure(
    `${dataDir} is not empty. Restore into another directory (ROOMTONE_DATA_DIR), or move its files away first.`,
  );
}
