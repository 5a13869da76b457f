import { statSync } from 'node:fs';
import { CommandFailure } from './failure.ts';

/**
 * Files that a command makes belong to whoever runs it, and a server of another account could not read them.
 * @throws {CommandFailure} when the directory is somebody else's.
 */
export function checkAccount(dataDir: string, account: number | undefined): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (account === undefined || owner === undefined || owner === account) return;
  throw new CommandFailure(
    `${dataDir} belongs to another account (user id ${owner}). Run this command as the account the server runs as.`,
  );
}
