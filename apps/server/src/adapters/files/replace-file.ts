import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

/**
 * Writes a file that only its owner can read, in place of the one that is there. It is written beside it, synced and renamed,
 * so that a crash or a full disk leaves a whole file, old or new; once this resolves it outlasts a crash of the machine.
 * @throws naming the file.
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
