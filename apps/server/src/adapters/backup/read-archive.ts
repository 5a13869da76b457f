import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { fileNames } from '../files/file-names.ts';
import { maxEntryBytes } from './archive-entries.ts';
import { BadArchive } from './bad-archive.ts';

/** A header, and the padding of the content's last block. */
const overheadOfEntry = 1024;
/** The end of the archive, and bytes that the streams buffer. */
const otherOverhead = 1024 * 1024;

/**
 * Unpacks a backup into an existing empty directory. No archive can make it write elsewhere.
 * @throws {BadArchive} if it is not one of Roomtone's backups.
 */
export async function readArchive(archive: string, into: string, signal: AbortSignal): Promise<void> {
  const accept = createEntryCheck(await freeBytes(into));
  const tar = extract();
  const broken = new AbortController();
  let writing = Promise.resolve();
  tar.on('entry', (header, content, next) => {
    // An error of the archive reaches the entry too, before anything may be reading it.
    content.on('error', () => undefined);
    writing = write(header, content);
    writing.then(() => next(), next);
  });
  const write = async (header: Header, content: AsyncIterable<unknown>) => {
    const path = join(into, accept.entry(header));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }), {
      signal: broken.signal,
    });
  };
  try {
    await pipeline(createReadStream(archive), createGunzip(), accept.bytes, tar, { signal });
    await writing;
  } catch (error) {
    // Stops an entry whose end will never come.
    broken.abort();
    await writing.catch(() => undefined);
    throw explained(error);
  }
  accept.end();
}

/** Accepts known names, once each, and no more bytes than the disk has room for. */
function createEntryCheck(room: number) {
  const seen = new Set<string>();
  let promised = 0;
  let passed = 0;
  return {
    /** @returns the entry's path in a data directory. @throws {BadArchive} */
    entry({ name, type, size }: Header): string {
      const most = maxEntryBytes(name);
      const shown = JSON.stringify(name.slice(0, 80));
      if (most === undefined) throw new BadArchive(`${shown} does not belong in a backup`);
      if (type !== 'file') throw new BadArchive(`${shown} is not a file`);
      if (seen.has(name)) throw new BadArchive(`${shown} appears twice`);
      if (size > most) throw new BadArchive(`${shown} is too large`);
      promised += size;
      if (promised > room) throw new BadArchive('there is not enough disk space for its contents');
      seen.add(name);
      return name;
    },
    /** Passes unpacked bytes on while most of them are content. */
    bytes: new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        passed += chunk.byteLength;
        const most = promised + seen.size * overheadOfEntry + otherOverhead;
        done(passed > most ? new BadArchive('it is much larger than its contents') : null, chunk);
      },
    }),
    end(): void {
      if (!seen.has(fileNames.database)) throw new BadArchive('it has no database');
    },
  };
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Turns errors of the gzip and tar readers into BadArchive; disk failures stay as they are. */
function explained(error: unknown): unknown {
  if (error instanceof BadArchive || !(error instanceof Error) || error.name === 'AbortError') return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined && code !== 'ENOSPC' ? new BadArchive(error.message, { cause: error }) : error;
}
