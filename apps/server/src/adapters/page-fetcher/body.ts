import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { pageUnreadable } from './failures.ts';

/** Applies to the bytes on the network and to the unpacked bytes (S20.7). */
const maxBytes = 2 * 1024 * 1024;

// zlib stops when the output exceeds the bound, so a compression bomb is never unpacked.
const bounded = { maxOutputLength: maxBytes };
const unpackers: Readonly<Record<string, (bytes: Buffer) => Promise<Uint8Array>>> = {
  '': async (bytes) => bytes,
  identity: async (bytes) => bytes,
  gzip: (bytes) => promisify(gunzip)(bytes, bounded),
  'x-gzip': (bytes) => promisify(gunzip)(bytes, bounded),
  // The standard means zlib's format, but some servers send a raw stream. The first byte tells them apart (RFC 1950).
  deflate: (bytes) => promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, bounded),
  br: (bytes) => promisify(brotliDecompress)(bytes, bounded),
};

/** Reads and unpacks a whole body. Rejects if it is too large, broken, or in an encoding that was not requested. */
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
