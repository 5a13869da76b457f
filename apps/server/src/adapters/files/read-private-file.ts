import { chmodSync, readFileSync } from 'node:fs';

/** Reads a file and makes sure that only its owner can; undefined if there is no such file. */
export function readPrivateFile(path: string): string | undefined {
  try {
    chmodSync(path, 0o600);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
