import { open } from 'node:fs/promises';

/** Makes the names in a directory survive a crash of the machine, where the system can guarantee that. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  } catch {
    // Windows cannot open directories, and some file systems cannot sync them; they write the names when they choose.
  }
}
