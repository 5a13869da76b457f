import { statSync } from 'node:fs';

/**
 * Remembers the files of a database that has just been opened.
 * @returns a function that checks that the same files are still in place and describes the problem if they are not.
 */
export function watchFiles(path: string): () => string | undefined {
  // With another log or index beside the database, the next process would not read what this one writes.
  const watched = [path, `${path}-wal`, `${path}-shm`].flatMap((file) => {
    const identity = identityOf(file);
    return typeof identity === 'string' && identity !== 'gone' ? [{ file, identity }] : [];
  });
  return () => {
    for (const { file, identity } of watched) {
      const now = identityOf(file);
      if (now === undefined || now === identity) continue;
      return `${file} was ${now === 'gone' ? 'deleted or moved away' : 'replaced by another file'} while the server was using it`;
    }
    return undefined;
  };
}

/** Undefined if the system cannot tell; reading or writing will fail in that case. */
function identityOf(file: string): string | undefined {
  try {
    const status = statSync(file, { bigint: true, throwIfNoEntry: false });
    return status === undefined ? 'gone' : `${status.dev}:${status.ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'gone' : undefined;
  }
}
