import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

/**
 * Replaces a file by one that only its owner can read. The new file is written beside the old one, synced and renamed, so a
 * crash or a full disk leaves a complete file, old or new. When this resolves, the file survives a crash of the machine.
 * @throws an error that names the file.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    const { code, message } = cause as NodeJS.ErrnoException;
    throw Object.assign(new Error(`${path} could not be written: ${message}`, { cause }), { code });
  }
  await syncDirectory(dirname(path));
}
