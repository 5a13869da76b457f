import { resolve } from 'node:path';
import { createBackup } from '../composition/data-directory/create-backup.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Writes database, keys and pictures, as of one moment, into a new archive.
 * @throws {CommandFailure} if there is nothing to back up, the database is damaged, or the file exists.
 */
export async function backup(
  dataDir: string,
  file: string,
  { say, warn, signal }: Pick<CommandContext, 'say' | 'warn' | 'signal'>,
): Promise<void> {
  const archive = resolve(file);
  const { lostPictures } = await createBackup(dataDir, archive, signal);
  if (lostPictures > 0) warn(`Account pictures missing from ${dataDir}: ${lostPictures}.`);
  say(`Backed up to ${archive}. It contains keys and password hashes: keep it where no one else can read it.`);
}
