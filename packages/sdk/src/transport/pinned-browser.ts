import type { PinnedTransport } from './pinned.ts';

/** Browsers do not show certificates to pages, and accept only those they know or their user has accepted. */
export function pinnedTo(_fingerprint: string): PinnedTransport | undefined {
  return undefined;
}
