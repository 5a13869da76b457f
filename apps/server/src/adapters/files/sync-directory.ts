import { open } from 'node:fs/promises';

/** Has the names in a directory outlast a crash of the machine, where the system can promise that. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  } catch {
    // Windows opens no directories, and some file systems sync none; they keep their names in their own time.
  }
}
