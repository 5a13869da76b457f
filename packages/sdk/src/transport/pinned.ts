import type { OpenSocket } from './socket.ts';

/** What talks to a server with one key and to no other. */
export interface PinnedTransport {
  readonly openSocket: OpenSocket;
  /** How axios makes its requests then. */
  readonly request: object;
}

/** The code of the error by which a request fails when another key answers. */
export const wrongKeyCode = 'ROOMTONE_WRONG_KEY';
