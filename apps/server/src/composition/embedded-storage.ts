// What holds where storage is embedded, for the server and for host commands alike.
import { claimDataDirectory, type DataDirectory } from '../adapters/files/data-directory.ts';
import { ConfigError, type Secrets } from '../config/config.ts';

/** @throws {ConfigError} for storage elsewhere: going on without would keep all in another place than the host believes. */
export function refuseOtherStorage(secrets: Pick<Secrets, 'databaseUrl' | 'redisUrl'>): void {
  const notYet = 'is not supported by this version: unset it to use the embedded storage.';
  const problems: string[] = [];
  if (secrets.databaseUrl !== undefined) problems.push(`ROOMTONE_DATABASE_URL ${notYet}`);
  if (secrets.redisUrl !== undefined) problems.push(`ROOMTONE_REDIS_URL ${notYet}`);
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * Takes the data directory for this process.
 * @throws {ConfigError} when it cannot be one.
 * @throws {DataDirectoryInUse} when another process has it.
 */
export function claimOrExplain(dataDir: string): DataDirectory {
  try {
    return claimDataDirectory(dataDir);
  } catch (error) {
    const code = (error as { code?: string }).code;
    const unusable = /^(EACCES|EEXIST|ENOENT|ENOSPC|ENOTDIR|EPERM|EROFS|SQLITE_(CANTOPEN|FULL|IOERR|READONLY).*)$/;
    if (code === undefined || !unusable.test(code)) throw error;
    throw new ConfigError([
      `ROOMTONE_DATA_DIR cannot be used: ${dataDir} (${code}). It has to be a directory that this account can write to, ` +
        'on a disk that works and has room.',
    ]);
  }
}
