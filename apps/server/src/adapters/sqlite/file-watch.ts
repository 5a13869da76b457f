import { statSync } from 'node:fs';

/**
 * Remembers which files a database consists of, now that it is open.
 * @returns a look at whether they still are where they were: what is wrong, or undefined.
 */
export function watchFiles(path: string): () => string | undefined {
  // With another log or index beside it, what is written here would not be what the next process reads.
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

/** Undefined where the system does not say: reading and writing will. */
function identityOf(file: string): string | undefined {
  try {
    const status = statSync(file, { bigint: true, throwIfNoEntry: false });
    return status === undefined ? 'gone' : `${status.dev}:${status.ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'gone' : undefined;
  }
}
