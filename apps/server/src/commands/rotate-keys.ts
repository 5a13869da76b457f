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
    throw new CommandFailure('ROOMTONE_JWT_KEY is the key. Set another one and start the server again.');
  }
  // A key without a database would look like a lost database.
  if (!existsSync(filesIn(dataDir).databaseFile)) {
    throw new CommandFailure(`There is no database in ${dataDir} yet. The server makes it, with a key.`);
  }
  await rotateSigningKey(dataDir, createSystemClock().nowMs());
  say('A new key signs access tokens, within 5 s where a server runs. Nobody is signed out.');
}
