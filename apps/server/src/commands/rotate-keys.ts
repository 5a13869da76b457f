import { existsSync } from 'node:fs';
import { filesIn } from '../adapters/files/data-directory.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { rotateSigningKey } from '../adapters/tokens/key-rotation.ts';
import type { Secrets } from '../config/config.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailure } from './command-failure.ts';

/** @throws {CommandFailure} if no key in the data directory is in use. */
export async function rotateKeys(
  dataDir: string,
  { jwtKey }: Pick<Secrets, 'jwtKey'>,
  { say }: Pick<CommandContext, 'say'>,
): Promise<void> {
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
  say('Access tokens are now signed with a new key. A running server uses it within 5 s. No one is signed out.');
}
