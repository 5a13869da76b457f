/**
 * Frees a chunk of a body at once, not when V8 collects its garbage; it must not be used afterwards. Chunks lie outside V8's heap, but
 * V8 counts them: with each 8 MiB of them it marks its whole heap, which delays notes by 10 ms.
 * @returns its size, bytes; 0 for none.
 */
export function freeChunk(chunk: Buffer | null): number {
  if (chunk === null) return 0;
  const bytes = chunk.byteLength;
  if (ownsMemory(chunk)) chunk.buffer.transfer(0);
  return bytes;
}

/** False for a part of a larger block, such as those that Node shares among many small buffers. */
export function ownsMemory(chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> {
  return chunk.byteLength === chunk.buffer.byteLength && chunk.buffer instanceof ArrayBuffer;
}
