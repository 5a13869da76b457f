import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressNotPublic, orUnreadable, pageUnreadable } from './failures.ts';
import { createGate } from './gate.ts';
import { isPublicAddress } from './public-address.ts';
import type { Target } from './target.ts';

/** Looks up all IP addresses of a name. Rejects if there are none, and when `signal` aborts. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** A longer list would only make the server try for longer. */
const maxAddresses = 8;

/**
 * Resolves a target once. All its addresses must be public, and in none of this machine's own networks, unless it is on the
 * allow-list: attackers mix a private address with public ones.
 * @throws {RoomtoneError} VALIDATION_ERROR on `url`, or RESOURCE_NOT_FOUND if the name has no address.
 */
export async function addressesOf(
  target: Target,
  { resolve, isOwn }: { readonly resolve: Resolve; readonly isOwn: (address: string) => boolean },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isLiteral = isIP(target.host) !== 0;
  const addresses = isLiteral ? [target.host] : await orUnreadable(resolve(target.host, signal));
  if (addresses.length === 0) throw pageUnreadable();
  if (target.allowed) return addresses.slice(0, maxAddresses);
  // A literal address has been checked with its port already.
  if (!isLiteral && !addresses.every(isPublicAddress)) throw addressNotPublic();
  if (addresses.some(isOwn)) throw addressNotPublic();
  return addresses.slice(0, maxAddresses);
}

/**
 * Uses the operating system's resolver, which also reads the hosts file. A lookup keeps one of libuv's few threads until it
 * ends, even after the caller gave up, and password hashing needs those threads too. So only a few run at the same time.
 */
export function createSystemResolver(lookUp = systemLookup, lookupsAtOnce = 2): Resolve {
  const gate = createGate(lookupsAtOnce);
  return (name, signal) =>
    new Promise((resolve, reject) => {
      const lookUpInTurn = () => {
        const found = lookUp(name);
        beforeAbort(found, signal).then(resolve, reject);
        return found;
      };
      gate(lookUpInTurn, signal).catch(reject);
    });
}

async function systemLookup(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
