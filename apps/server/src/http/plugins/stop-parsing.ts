import type { Duplex } from 'node:stream';

/** The return value that tells Node's HTTP parser what to do next; `2` means that what follows is not HTTP. */
const notHttp = 2;

/**
 * Keeps Node from parsing what it has already read from a destroyed connection. A packet of 64 KiB can hold thousands of
 * requests, and Node would make objects for each of them, which would delay notes by 100 ms. There is no public API for this;
 * if a version of Node lacks this way, only the time is lost.
 */
export function stopParsing(socket: Duplex): void {
  const { parser } = socket as { parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => notHttp;
}
