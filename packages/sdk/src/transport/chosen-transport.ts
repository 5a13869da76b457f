// How a client reaches its server, by the options that it was made with.
import { isFingerprint } from '@roomtone/protocol';
import type { RoomtoneClientOptions } from '../client-options.ts';
import type { Environment } from '../environment.ts';
import { askServer, overAddresses, type Transport } from './addresses.ts';
import type { LoadPeers } from './peer.ts';
import type { PinnedTransport } from './pinned.ts';
import { pinnedTo } from './pinned-node.ts';

/** How a client with these options gets its data channels; undefined for none. */
export function chosenPeers(
  datagrams: RoomtoneClientOptions['datagrams'],
  { loadPeers, areDatagramsUsual = loadPeers !== undefined }: Environment,
): LoadPeers | undefined {
  if (typeof datagrams === 'function') return datagrams;
  const isOn = datagrams === undefined ? areDatagramsUsual : datagrams === 'auto';
  return isOn ? loadPeers : undefined;
}

/** @throws {TypeError} if a fingerprint is given that is none, or whose address is not https. */
export function transportFor(options: RoomtoneClientOptions, environment: Environment): Transport {
  const { baseUrl, otherAddresses = [], fingerprint } = options;
  const pinned = pinnedTransport(options);
  const { exchange, openSocket } = pinned ?? environment;
  const transport = { exchange, openSocket };
  if (otherAddresses.length === 0) return transport;
  const probe = pinned?.probe ?? askServer(exchange, fingerprint);
  return overAddresses([new URL(baseUrl).origin, ...otherAddresses], probe, transport, environment.timers);
}

function pinnedTransport({ baseUrl, fingerprint }: RoomtoneClientOptions): PinnedTransport | undefined {
  if (fingerprint === undefined) return undefined;
  if (!isFingerprint(fingerprint)) throw new TypeError('this is not a fingerprint');
  if (new URL(baseUrl).protocol !== 'https:') throw new TypeError('a fingerprint needs https');
  return pinnedTo(fingerprint);
}
