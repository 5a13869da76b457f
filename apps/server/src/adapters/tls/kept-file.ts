import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

const ownerOnly = 0o600;

/** The text of a file that belongs to its owner alone, and is made so; undefined when there is none. */
export function readKept(path: string): string | undefined {
  try {
    chmodSync(path, ownerOnly);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written beside and renamed, so that a crash leaves a whole file, old or new. */
export function writeKept(path: string, text: string): void {
  const unfinished = `${path}.new`;
  // One that a crash left behind keeps its mode otherwise.
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, 'wx', ownerOnly);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}
