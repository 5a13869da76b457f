import type { Probe, Transport } from './addresses.ts';

/** Connects to a server with one key only. */
export interface PinnedTransport extends Transport {
  /** Finds out who answers by a TLS handshake alone. */
  readonly probe: Probe;
}
