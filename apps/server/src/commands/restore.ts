import { resolve } from 'node:path';
import { restoreBackup } from '../composition/data-directory/restore-backup.ts';
import type { Config } from '../config/config.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Fills an empty data directory from a backup.
 * @throws {CommandFailure} if the directory is not empty or the archive is bad; then nothing has changed.
 * @throws {DataDirectoryInUse} while a server runs.
 */
export async function restore(
  config: Pick<Config, 'dataDir' | 'avatarDir'>,
  file: string,
  { say, signal }: Pick<CommandContext, 'say' | 'signal'>,
): Promise<void> {
  await restoreBackup(config, resolve(file), signal);
  say(`Restored to ${config.dataDir}. Start the server.`);
}
