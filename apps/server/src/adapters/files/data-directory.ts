import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryInUse } from '../../ports/data-directory-in-use.ts';
import { checkingPrefix } from '../sqlite/inspect-database.ts';
import { lockFile } from './file-lock.ts';
import { fileNames } from './file-names.ts';

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

const ours: ReadonlySet<string> = new Set(Object.values(fileNames));
/** The name that replaceFile() gives an unfinished file; older versions used no UUID. */
const unfinishedFile = /^(.+?)(\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?\.new$/;
const unfinishedPicture = /^[0-9a-f]+\.webp\.[0-9a-f-]{36}\.new$/;

/** Removes the unfinished files of a process that was killed. Call it only while holding the data directory's lock. */
function sweepLeftovers(dataDir: string): void {
  for (const name of namesIn(dataDir)) {
    const file = unfinishedFile.exec(name)?.[1];
    const isCopy = name.startsWith(checkingPrefix);
    if (isCopy || (file !== undefined && ours.has(file))) remove(join(dataDir, name));
  }
  const avatars = join(dataDir, fileNames.avatars);
  for (const name of namesIn(avatars)) if (unfinishedPicture.test(name)) remove(join(avatars, name));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A leftover does no harm.
  }
}
