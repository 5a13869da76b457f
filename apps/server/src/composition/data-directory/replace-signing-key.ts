import { existsSync } from 'node:fs';
import { filesIn } from '../../adapters/files/data-directory.ts';
import { createSystemClock } from '../../adapters/system-clock.ts';
import { rotateSigningKey } from '../../adapters/tokens/key-rotation.ts';
import { CommandFailure } from '../../application/hosting/command-failure.ts';
import type { Secrets } from '../../config/config.ts';

/**
 * Makes a new key sign access tokens, also while a server runs.
 * @throws {CommandFailure} if no key in the data directory is in use.
 */
export async function replaceSigningKey(dataDir: string, { jwtKey }: Pick<Secrets, 'jwtKey'>): Promise<void> {
  if (jwtKey !== undefined) {
    throw new CommandFailure('ROOMTONE_JWT_KEY sets the key. Change it and restart the server.');
  }
  // A key without a database would look like a lost database.
  if (!existsSync(filesIn(dataDir).databaseFile)) {
    throw new CommandFailure(
      `There is no database in ${dataDir} yet. The server creates it, with a key, when it first starts.`,
    );
  }
  await rotateSigningKey(dataDir, createSystemClock().nowMs());
}
