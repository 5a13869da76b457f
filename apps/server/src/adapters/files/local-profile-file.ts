import { readFile } from 'node:fs/promises';
import type { LocalProfileFile } from '../../ports/local-profile-file.ts';
import { replaceFile } from './replace-file.ts';

/** Keeps the account's id, which is not a secret, in this file. */
export function createLocalProfileFile(path: string): LocalProfileFile {
  return {
    async read() {
      try {
        return (await readFile(path, 'utf8')).trim();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write: (userId) => replaceFile(path, `${userId}\n`),
  };
}
