import type { Exchange } from './exchange.ts';
import type { OpenSocket } from './socket.ts';

/** Connects to a server with one key only. */
export interface PinnedTransport {
  readonly openSocket: OpenSocket;
  readonly exchange: Exchange;
}

/** The code of the error with which a request fails if another key answers. */
export const wrongKeyCode = 'ROOMTONE_WRONG_KEY';
