import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

export interface PackedEntry {
  readonly name: string;
  readonly content: Uint8Array | string;
}

/** A .tar.gz with these files, in memory. */
export async function packEntries(entries: readonly PackedEntry[], atMs: number): Promise<Uint8Array> {
  const tar = pack();
  for (const { name, content } of entries) {
    tar.entry(
      { name, mtime: new Date(atMs), mode: 0o600 },
      typeof content === 'string' ? content : Buffer.from(content),
    );
  }
  tar.finalize();
  return buffer(tar.pipe(createGzip()));
}
