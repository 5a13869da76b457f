import type { PinnedTransport } from './pinned.ts';

/** Browsers show a page no certificate, and take none but those they know or their user has accepted. */
export function pinnedTo(_fingerprint: string): PinnedTransport {
  throw new TypeError('Browsers check the server’s key by themselves: leave `fingerprint` out there.');
}
