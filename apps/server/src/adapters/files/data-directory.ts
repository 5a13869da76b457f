import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryInUse } from '../../ports/data-directory-in-use.ts';
import { lockFile } from './file-lock.ts';
import { fileNames } from './file-names.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';

/** This file holds only the lock. */
export const lockFileName = 'lock.sqlite';

/** Holds the files that a restore has not put in place yet. While it exists, no server uses the directory. */
export const restoringName = 'restoring';

/** The paths in a data directory. */
export interface DataFiles {
  readonly path: string;
  readonly databaseFile: string;
  /** Holds uploaded pictures; created with the first one. */
  readonly avatarDirectory: string;
}

/** A data directory that this process has locked. */
export interface DataDirectory extends DataFiles {
  /** Lets another process use it. */
  release(): void;
}

/**
 * Creates the directory if needed (mode 0700) and locks it for this process. The operating system holds the lock, so it
 * ends with the process, even after a crash. The lock is on a separate file, so host commands can still open the
 * database. Nothing else in this process may open that file: closing it would drop the lock.
 * @throws {DataDirectoryInUse} when another process uses it.
 * @throws when a restore into it is under way or was cut off.
 */
export function claimDataDirectory(path: string): DataDirectory {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(path, lockFileName));
  if (lock === undefined) throw new DataDirectoryInUse(`Another Roomtone server is using the data directory ${path}.`);
  if (existsSync(join(path, restoringName))) {
    lock.release();
    throw new Error(
      `A restore into ${path} is under way or was cut off. Wait for it, or empty ${path} and restore again.`,
    );
  }
  sweepLeftovers(path);
  return { ...filesIn(path), release: () => lock.release() };
}

/** The paths in a data directory, which another process may be using. */
export function filesIn(path: string): DataFiles {
  return { path, databaseFile: join(path, fileNames.database), avatarDirectory: join(path, fileNames.avatars) };
}
