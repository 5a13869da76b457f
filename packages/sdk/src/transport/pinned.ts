import type { Probe, Transport } from './addresses.ts';

/** Connects to a server with one key only. */
export interface PinnedTransport extends Transport {
  /** Finds out who answers by a TLS handshake alone. */
  readonly probe: Probe;
}

/** The code of the error with which a request fails if another key answers. */
export const wrongKeyCode = 'ROOMTONE_WRONG_KEY';

export function wrongKey(): Error {
  return Object.assign(new Error('the server answered with another key'), { code: wrongKeyCode });
}
