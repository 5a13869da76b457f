import { statSync } from 'node:fs';
import { CommandFailure } from '../application/hosting/command-failure.ts';

/**
 * Makes sure that the server can read the files that a command creates, which belong to the account that runs it.
 * @param uid the process's effective user id; undefined on systems without one.
 * @throws {CommandFailure} if the directory belongs to another account.
 */
export function checkDirectoryOwner(dataDir: string, uid: number | undefined): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (uid === undefined || owner === undefined || owner === uid) return;
  throw new CommandFailure(
    `${dataDir} belongs to another account (number ${owner}). Run this as that one, which the server runs as, too.`,
  );
}
