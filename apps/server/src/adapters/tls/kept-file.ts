import { chmodSync, readFileSync } from 'node:fs';

/** The text of a file that belongs to its owner alone, and is made so; undefined when there is none. */
export function readKept(path: string): string | undefined {
  try {
    chmodSync(path, 0o600);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
