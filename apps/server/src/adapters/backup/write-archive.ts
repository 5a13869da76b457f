import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';

/** Packs files of a directory into a new .tar.gz that only its owner can read. Resolves when it is on disk. */
export async function writeArchive(
  directory: string,
  entries: readonly string[],
  archive: string,
  signal: AbortSignal,
): Promise<void> {
  const tar = pack();
  const target = createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true });
  await Promise.all([pipeline(tar, createGzip(), target, { signal }), addAll(tar, directory, entries)]);
}

async function addAll(tar: Pack, directory: string, entries: readonly string[]): Promise<void> {
  for (const name of entries) {
    const path = join(directory, name);
    const { size, mtime } = await stat(path);
    await pipeline(createReadStream(path), tar.entry({ name, size, mtime, mode: 0o600 }));
  }
  tar.finalize();
}
