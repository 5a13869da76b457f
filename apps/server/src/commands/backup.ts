import { resolve } from 'node:path';
import { createBackup } from '../composition/data-directory/create-backup.ts';
import type { Config } from '../config/config.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Writes database, keys and pictures, as of one moment, into a new archive.
 * @throws {CommandFailure} if there is nothing to back up, the database is damaged, or the file exists.
 */
export async function backup(
  config: Pick<Config, 'dataDir' | 'avatarDir'> & Partial<Pick<Config, 's3'>>,
  file: string,
  { say, warn, signal }: Pick<CommandContext, 'say' | 'warn' | 'signal'>,
): Promise<void> {
  const archive = resolve(file);
  const { lostPictures } = await createBackup(config, archive, signal);
  if (config.s3 !== undefined) warn(`Account pictures stay in ${config.s3.url}: they are not in the archive.`);
  else if (lostPictures > 0)
    warn(`Account pictures missing from ${config.avatarDir ?? config.dataDir}: ${lostPictures}.`);
  say(`Backed up to ${archive}. It contains keys and password hashes: keep it where no one else can read it.`);
}
