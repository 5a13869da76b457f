import { claimDataDirectory, type DataDirectory } from '../adapters/files/data-directory.ts';
import { ConfigError } from '../config/config.ts';

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
