import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AvatarStore } from '../../account-ports.ts';
import { avatarName, isAvatarName } from './avatar-name.ts';

/** Pictures as files in a directory, which is made with the first one. */
export function createFileAvatarStore(directory: string): AvatarStore {
  return {
    async put(userId, webp) {
      const name = avatarName(userId, webp);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeWhole(join(directory, name), webp);
      return name;
    },
    async get(name) {
      if (!isAvatarName(name)) return undefined;
      return unlessAbsent(readFile(join(directory, name)));
    },
    async remove(name) {
      if (isAvatarName(name)) await rm(join(directory, name), { force: true });
    },
  };
}

/** Written beside and renamed: whoever reads meanwhile, or after a crash, finds all of it or nothing. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
