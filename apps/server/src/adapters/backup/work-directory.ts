import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, lockFile } from '../files/file-lock.ts';

const prefix = '.roomtone-backup-';
const lockName = 'lock.sqlite';
/** All that a backup ever puts into its directory. */
const contents = ['archive', 'data', lockName, `${lockName}-journal`];
/** Older versions locked nothing: what they began so long ago is not under way any more. */
const abandonedMs = 24 * 3_600_000;

/** A directory for what a backup has not finished. */
export interface WorkDirectory {
  readonly path: string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
}

/** Makes one inside `parent`, and removes those there of backups that were killed. */
export async function makeWorkDirectory(parent: string): Promise<WorkDirectory> {
  await removeAbandoned(parent);
  const path = await mkdtemp(join(parent, prefix));
  const lock = lockFile(join(path, lockName));
  return {
    path,
    async remove() {
      lock?.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    // Somebody else's may not be readable, or gone by now: it stays.
    const isOurs = await isAbandoned(path).catch(() => false);
    if (isOurs) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const names = await readdir(path);
  if (!names.every((name) => contents.includes(name))) return false;
  const lockPath = join(path, lockName);
  if (!existsSync(lockPath)) return Date.now() - (await stat(path)).mtimeMs > abandonedMs;
  const lock: FileLock | undefined = lockFile(lockPath);
  lock?.release();
  return lock !== undefined;
}
