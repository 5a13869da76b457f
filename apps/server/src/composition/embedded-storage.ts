// Rules of the embedded storage that the server and host commands share.
import { claimDataDirectory, type DataDirectory } from '../adapters/files/data-directory.ts';
import { ConfigError, type Secrets } from '../config/config.ts';

/** @throws {ConfigError} if another storage is set: going on would put the data elsewhere than the host expects. */
export function refuseOtherStorage(secrets: Pick<Secrets, 'databaseUrl' | 'redisUrl'>): void {
  const notYet = 'is not supported by this version: unset it to use the embedded storage.';
  const problems: string[] = [];
  if (secrets.databaseUrl !== undefined) problems.push(`ROOMTONE_DATABASE_URL ${notYet}`);
  if (secrets.redisUrl !== undefined) problems.push(`ROOMTONE_REDIS_URL ${notYet}`);
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * Locks the data directory for this process.
 * @throws {ConfigError} if it cannot be used.
 * @throws {DataDirectoryInUse} if another process uses it.
 */
export function claimOrExplain(dataDir: string): DataDirectory {
  try {
    return claimDataDirectory(dataDir);
  } catch (error) {
    const code = (error as { code?: string }).code;
    const unusable = /^(EACCES|EEXIST|ENOENT|ENOSPC|ENOTDIR|EPERM|EROFS|SQLITE_(CANTOPEN|FULL|IOERR|READONLY).*)$/;
    if (code === undefined || !unusable.test(code)) throw error;
    throw new ConfigError([
      `ROOMTONE_DATA_DIR cannot be used: ${dataDir} (${code}). It must be a directory that this account can write to, ` +
        'on a disk that works and has free space.',
    ]);
  }
}
