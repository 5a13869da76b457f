import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';
import { fileNames } from './file-names.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';

/** Holds nothing but the lock. */
export const lockFileName = 'lock.sqlite';

/** What a restore has not put in place yet. While it is there, no server takes the directory. */
export const restoringName = 'restoring';

/** Another process holds the directory (S1.9). */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}

/** What is where in a data directory. */
export interface DataFiles {
  readonly path: string;
  readonly databaseFile: string;
  /** Where uploaded pictures are; made with the first one. */
  readonly avatarDirectory: string;
}

/** A data directory that is this process's own. */
export interface DataDirectory extends DataFiles {
  /** Lets another process have it. */
  release(): void;
}

/**
 * Makes the directory if needed (mode 0700) and takes it for this process. The lock is the operating system's, so it
 * goes with the process however that ends; and it is on a file of its own, so that host commands can still open the
 * database. Nothing else may open that file in this process: closing it would drop the lock.
 * @throws {DataDirectoryInUse} when another process has it.
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

/** Where things are in a data directory that may be another process's. */
export function filesIn(path: string): DataFiles {
  return { path, databaseFile: join(path, fileNames.database), avatarDirectory: join(path, fileNames.avatars) };
}
