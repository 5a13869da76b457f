import type { OpenSocket } from './socket.ts';

/** Connects to a server with one key only. */
export interface PinnedTransport {
  readonly openSocket: OpenSocket;
  /** Options for axios. */
  readonly request: object;
}

/** The code of the error with which a request fails if another key answers. */
export const wrongKeyCode = 'ROOMTONE_WRONG_KEY';
