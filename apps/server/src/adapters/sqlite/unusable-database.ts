import { article, otherVersionAdvice, type UnknownSchema } from '../../migrations/pending-migrations.ts';

/** A database that this server cannot or must not open. The message names the file and says what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

const restoreOrMove = 'Restore a backup into another data directory, or move the file away';

export function foreignDatabase(path: string, what: string): UnusableDatabase {
  return new UnusableDatabase(
    `${path} is not a Roomtone database: ${what}. It was left as it is. Move it away, or set ROOMTONE_DATA_DIR to ` +
      "Roomtone's own data directory.",
  );
}

export function otherVersion(path: string, age: UnknownSchema['age'], what: string): UnusableDatabase {
  return new UnusableDatabase(
    `${path} was written by ${article(age)} version of Roomtone (${what}). It was left as it is. ${otherVersionAdvice[age]}`,
  );
}

export function damagedDatabase(path: string, what: string, cause?: unknown): UnusableDatabase {
  return new UnusableDatabase(`${path} is damaged (${what}). ${restoreOrMove}.`, { cause });
}

/** Explains a failure of SQLite to the host. @returns any other error unchanged. */
export function explainDatabaseFailure(error: unknown, path: string): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof UnusableDatabase || typeof code !== 'string' || !(error instanceof Error)) return error;
  const explained = (message: string) => new UnusableDatabase(message, { cause: error });
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return explained(
      `There is no space left on the disk for ${path} (${code}). Nothing in it was changed. Free some space and try again.`,
    );
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return damagedDatabase(path, `${code}: ${error.message}`, error);
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return explained(`Another program has locked ${path} (${code}). Stop it and try again.`);
  }
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return explained(
      `${path} cannot be written (${code}). Allow this account to write to the file and its directory, and try again.`,
    );
  }
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN') || code === 'EIO') {
    return explained(
      `${path} cannot be read or written (${code}). Check that its disk works and has free space, and try again.`,
    );
  }
  return error;
}
