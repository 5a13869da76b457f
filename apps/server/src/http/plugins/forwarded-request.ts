import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import forwarded from '@fastify/forwarded';
import parseForwarded from 'forwarded-parse';

/** A request as its client sent it, before any proxy. */
export interface ForwardedRequest {
  /** The host, with its port if there is one, that the client asked for. */
  readonly host: string | undefined;
  readonly address: string;
  /** False if a proxy does not say for whom it asks: `address` is then the proxy's. */
  readonly isNamed: boolean;
}

/**
 * Reads the headers of trusted proxies (ROOMTONE_TRUST_PROXY, S2.8): the last address that is not a proxy's counts, and the last
 * host. Works for requests that Fastify does not see, too, such as upgrades.
 */
export function createForwardedReader(
  isProxy: (address: string) => boolean,
): (request: IncomingMessage) => ForwardedRequest {
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const { host } = request.headers;
    if (!isProxy(peer)) return { host, address: peer, isNamed: true };
    const standard = request.headers['x-forwarded-for'] === undefined ? standardHops(request) : [];
    const hops = [...forwarded(request).slice(1), ...standard.flatMap((hop) => hop['for'] ?? [])];
    let address = peer;
    let isNamed = true;
    for (const hop of hops) {
      const next = withoutPort(hop);
      // Such as `unknown`.
      isNamed = isIP(next) !== 0;
      if (isNamed) address = next;
      if (!isNamed || !isProxy(address)) break;
    }
    return { host: lastOf(request.headers['x-forwarded-host']) ?? standard[0]?.['host'] ?? host, address, isNamed };
  };
}

/** The entries of RFC 7239, the nearest first; none if the header is malformed. */
function standardHops({ headers }: IncomingMessage): Record<string, string>[] {
  try {
    return headers.forwarded === undefined ? [] : parseForwarded(headers.forwarded).reverse();
  } catch {
    return [];
  }
}

/** Some proxies add the client's port, which is another one for every connection. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** @param ranges addresses or CIDR ranges, which the configuration has checked. */
export function createProxyTrust(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false;
  const trusted = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = familyOf(network);
    if (bits === undefined) trusted.addAddress(network, family);
    else trusted.addSubnet(network, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

function lastOf(header: string | string[] | undefined): string | undefined {
  const parts = String(header ?? '').split(',');
  return parts.map((part) => part.trim()).findLast((part) => part !== '');
}
