import type { PinnedTransport } from './pinned.ts';

/** Browsers do not show certificates to pages, and accept only those they know or their user has accepted. */
export function pinnedTo(_fingerprint: string): PinnedTransport {
  throw new TypeError('Browsers check the server’s key by themselves: leave `fingerprint` out there.');
}
