import { replaceSigningKey } from '../composition/data-directory/replace-signing-key.ts';
import type { Secrets } from '../config/config.ts';
import type { CommandContext } from './command-context.ts';

/** @throws {CommandFailure} if no key in the data directory is in use. */
export async function rotateKeys(
  dataDir: string,
  secrets: Pick<Secrets, 'jwtKey'>,
  { say }: Pick<CommandContext, 'say'>,
): Promise<void> {
  await replaceSigningKey(dataDir, secrets);
  say('Access tokens are now signed with a new key. A running server uses it within 5 s. No one is signed out.');
}
