import Database from 'better-sqlite3';

/** A lock that the operating system releases when the process ends, even after a crash. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a file for this process, creating it if needed. Nothing else in this process may open the file: closing it would
 * drop the lock.
 * @returns undefined when another process has the lock.
 */
export function lockFile(path: string): FileLock | undefined {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    // Nothing is ever written here, and a full disk has no room for a journal.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return { release: () => lock.close() };
}
