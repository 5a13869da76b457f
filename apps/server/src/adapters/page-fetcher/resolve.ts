import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressNotPublic, orUnreadable, pageUnreadable } from './failures.ts';
import { createGate } from './gate.ts';
import { isPublicAddress } from './public-address.ts';
import type { Target } from './target.ts';

/** All IP addresses of a name. Rejects for a name that has none, and when `signal` aborts. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** More would only be a way to keep us trying. */
const maxAddresses = 8;

/**
 * Resolves a target once. Every address it has must be public, unless it is on the allow-list: one private address
 * among public ones is how a name is turned inward.
 * @throws {RoomtoneError} VALIDATION_ERROR on `url`, or RESOURCE_NOT_FOUND when there is no answer.
 */
export async function addressesOf(target: Target, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(target.host) !== 0) return [target.host];
  const addresses = await orUnreadable(resolve(target.host, signal));
  if (addresses.length === 0) throw pageUnreadable();
  if (!target.allowed && !addresses.every(isPublicAddress)) throw addressNotPublic();
  return addresses.slice(0, maxAddresses);
}

/**
 * The operating system's resolver, which also knows its hosts file. A lookup holds one of libuv's few threads until it
 * ends, however long after anybody waits for it, and password hashing needs those too: hence so few at once.
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
