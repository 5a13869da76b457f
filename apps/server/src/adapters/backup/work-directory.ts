import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, lockFile } from '../files/file-lock.ts';

const prefix = '.roomtone-backup-';
const lockName = 'lock.sqlite';
/** Everything that a backup puts into its directory. */
const contents = ['archive', 'data', lockName, `${lockName}-journal`];
/** Older versions used no lock; after this time, their unfinished backups count as abandoned. */
const abandonedMs = 24 * 3_600_000;

/** A directory for an unfinished backup. */
export interface WorkDirectory {
  readonly path: string;
  /** Removes it with its contents. */
  remove(): Promise<void>;
}

/** Creates a work directory inside `parent`, and removes those that killed backups left there. */
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
    // Another account's directory may be unreadable, or gone by now; it is left alone.
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
