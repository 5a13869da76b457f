import type { Transport } from './addresses.ts';
import type { Exchange } from './exchange.ts';
import type { OpenSocket, Socket, SocketHandlers } from './socket.ts';

/** An open socket: both of its directions can be replaced while it is in use. */
export interface Line extends Socket, SocketHandlers {}

/** A client's way to its server, which can be watched and disturbed. */
export class Lines implements Transport {
  /** In use in place of the real way; undefined for the real one. */
  instead: Transport | undefined;
  readonly open = new Set<Line>();
  /** Called with each socket that opens. */
  readonly watchers = new Set<(line: Line) => void>();
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  readonly exchange: Exchange = (request) => (this.instead ?? this.#transport).exchange(request);

  readonly openSocket: OpenSocket = (url, handlers) => {
    const line = { ...handlers } as Line;
    const socket = (this.instead ?? this.#transport).openSocket(url, {
      frame: (bytes) => line.frame(bytes),
      closed: (code) => {
        this.open.delete(line);
        line.closed(code);
      },
    });
    this.open.add(line);
    Object.assign(line, socket);
    for (const watch of this.watchers) watch(line);
    return line;
  };

  /** Calls the watcher for every open socket, and for each that opens until the returned function is called. */
  watch(watcher: (line: Line) => void): () => void {
    for (const line of this.open) watcher(line);
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}
