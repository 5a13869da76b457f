import {
  type KeySettings,
  replaceAllKeys,
  replaceSigningKey,
} from '../composition/data-directory/replace-signing-key.ts';
import type { CommandContext } from './command-context.ts';

/**
 * @param compromised true to replace every key and end every session.
 * @throws {CommandFailure} if no key in the data directory is in use.
 * @throws {DataDirectoryInUse} if all keys are to be replaced while a server runs.
 */
export async function rotateKeys(
  settings: KeySettings,
  compromised: boolean,
  { say }: Pick<CommandContext, 'say'>,
): Promise<void> {
  if (compromised) {
    await replaceAllKeys(settings);
    say('All keys are new. Everybody is signed out and has to sign in again.');
    return;
  }
  await replaceSigningKey(settings);
  say('Access tokens are now signed with a new key. A running server uses it within 5 s. No one is signed out.');
}
