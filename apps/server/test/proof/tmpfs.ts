import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A small temporary disk. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it completely. */
  fill(): void;
  /** Removes what filled it. */
  makeRoom(): void;
}

/** Mounts a disk of this size while `use` runs. Needs root. */
export async function withTmpfs<T>(path: string, bytes: number, use: (disk: SmallDisk) => Promise<T>): Promise<T> {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'roomtone-proof', path]);
  const ballast = join(path, 'ballast');
  try {
    return await use({
      path,
      fill: () => fill(ballast),
      makeRoom: () => rmSync(ballast),
    });
  } finally {
    // Lazily, because a process may still have a file open on it.
    execFileSync('umount', ['--lazy', path]);
  }
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4096);
  try {
    for (;;) writeSync(file, page);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
