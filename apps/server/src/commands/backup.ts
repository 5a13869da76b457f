import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { copyData } from '../adapters/backup/copy-data.ts';
import { writeArchive } from '../adapters/backup/write-archive.ts';
import { filesIn } from '../adapters/data-directory.ts';
import { syncDirectory } from '../adapters/sync-directory.ts';
import type { CommandContext } from './context.ts';
import { CommandFailure } from './failure.ts';

/**
 * Writes database, keys and pictures, as they are at one moment, into a new archive that only its owner can read.
 * @throws {CommandFailure} when there is nothing to back up, or the file exists.
 */
export async function backup(
  dataDir: string,
  file: string,
  { say, warn, signal }: Pick<CommandContext, 'say' | 'warn' | 'signal'>,
): Promise<void> {
  const archive = resolve(file);
  if (!existsSync(filesIn(dataDir).databaseFile)) throw new CommandFailure(`There is no database in ${dataDir}.`);
  refuseExisting(archive);
  const work = await workBeside(archive);
  try {
    const copy = join(work, 'data');
    await mkdir(copy);
    const { entries, lostPictures } = await copyData(dataDir, copy);
    signal.throwIfAborted();
    const unfinished = join(work, 'archive');
    await writeArchive(copy, entries, unfinished, signal);
    refuseExisting(archive);
    await rename(unfinished, archive);
    await syncDirectory(dirname(archive));
    if (lostPictures > 0) warn(`${lostPictures} of the pictures that accounts have are not in ${dataDir}.`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  say(`Backed up to ${archive}. It holds keys and password hashes: keep it where nobody else can read it.`);
}

function refuseExisting(archive: string): void {
  if (existsSync(archive)) throw new CommandFailure(`${archive} exists already. Nothing was written.`);
}

/** A directory of this command's own on the disk that the archive is for. */
async function workBeside(archive: string): Promise<string> {
  try {
    return await mkdtemp(join(dirname(archive), '.roomtone-backup-'));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(`Nothing can be written to ${dirname(archive)} (${code}).`, { cause });
  }
}
