import Database from 'better-sqlite3';

/** A lock of the operating system's, which goes with the process however that ends. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock on this file, made if there is none, for this process. Nothing else may open the file in this process:
 * closing it would drop the lock.
 * @returns undefined when another process has it.
 */
export function lockFile(path: string): FileLock | undefined {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    // Nothing is ever written, and a full disk has no room for a journal.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return { release: () => lock.close() };
}
