import type { Duplex } from 'node:stream';

/** What an HTTP parser of Node is told to do next; `2` means that what follows is not HTTP. */
const notHttp = 2;

/**
 * Has Node leave unparsed what it has already read of a connection that is over. A packet of 64 KiB can hold thousands of
 * requests, and Node would make objects for each of them, 100 ms in which no note moves, also after the connection has been
 * destroyed. There is no public way to say so; where this one is missing, only the time is lost.
 */
export function stopParsing(socket: Duplex): void {
  const { parser } = socket as { parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => notHttp;
}
