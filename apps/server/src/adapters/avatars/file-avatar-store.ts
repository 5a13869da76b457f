import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AvatarStore } from '../../ports/avatars.ts';
import { replaceFile } from '../files/replace-file.ts';
import { avatarName, isAvatarName } from './avatar-name.ts';

/** Stores pictures as files in a directory, which is created with the first one. */
export function createFileAvatarStore(directory: string): AvatarStore {
  return {
    async put(userId, webp) {
      const name = avatarName(userId, webp);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await replaceFile(join(directory, name), webp);
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

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
