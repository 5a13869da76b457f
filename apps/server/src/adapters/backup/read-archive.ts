import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { fileNames } from '../files/file-names.ts';
import { BadArchive } from './bad-archive.ts';
import { mostBytes } from './contents.ts';

/** A header, and what fills the last block of its content. */
const overheadOfEntry = 1024;
/** The end of the archive, and what streams hold that has not been looked at yet. */
const otherOverhead = 1024 * 1024;

/**
 * Unpacks a backup into a directory that is there and empty. Whatever the archive holds, nothing is written elsewhere.
 * @throws {BadArchive} for what is no backup of Roomtone's.
 */
export async function readArchive(archive: string, into: string, signal: AbortSignal): Promise<void> {
  const accept = createAcceptance(await freeBytes(into));
  const tar = extract();
  const broken = new AbortController();
  let writing = Promise.resolve();
  tar.on('entry', (header, content, next) => {
    // What ends the archive ends the entry, too, which nobody may be reading yet.
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
    // An entry whose end never comes would be waited for.
    broken.abort();
    await writing.catch(() => undefined);
    throw explained(error);
  }
  accept.end();
}

/** What may come out of an archive: known names, once each, and no more than there is room for. */
function createAcceptance(room: number) {
  const seen = new Set<string>();
  let promised = 0;
  let passed = 0;
  return {
    /** @returns its path in a data directory. @throws {BadArchive} */
    entry({ name, type, size }: Header): string {
      const most = mostBytes(name);
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
    /** Passes what is unpacked, as long as most of it is content. */
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

/** What the readers of gzip and tar say of broken input; failures of the disk stay what they are. */
function explained(error: unknown): unknown {
  if (error instanceof BadArchive || !(error instanceof Error) || error.name === 'AbortError') return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined && code !== 'ENOSPC' ? new BadArchive(error.message, { cause: error }) : error;
}
