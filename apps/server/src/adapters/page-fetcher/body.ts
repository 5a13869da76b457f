import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { pageUnreadable } from './failures.ts';

/** Of what crosses the network and of what it unpacks to (S20.7). */
const maxBytes = 2 * 1024 * 1024;

// They stop by themselves as soon as there is more, so that a bomb never unpacks.
const bounded = { maxOutputLength: maxBytes };
const unpackers: Readonly<Record<string, (bytes: Buffer) => Promise<Uint8Array>>> = {
  '': async (bytes) => bytes,
  identity: async (bytes) => bytes,
  gzip: (bytes) => promisify(gunzip)(bytes, bounded),
  'x-gzip': (bytes) => promisify(gunzip)(bytes, bounded),
  // Meant is zlib's format; some servers send the bare stream. Its first byte tells them apart (RFC 1950).
  deflate: (bytes) => promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, bounded),
  br: (bytes) => promisify(brotliDecompress)(bytes, bounded),
};

/** Reads and unpacks a whole body. Rejects when it is too big, broken, or packed in a way that was not asked for. */
export async function readBody(body: AsyncIterable<Buffer>, contentEncoding: string): Promise<Uint8Array> {
  const unpack = unpackers[contentEncoding.trim().toLowerCase()];
  if (unpack === undefined) throw pageUnreadable();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw pageUnreadable();
    chunks.push(chunk);
  }
  return size === 0 ? new Uint8Array() : unpack(Buffer.concat(chunks));
}
