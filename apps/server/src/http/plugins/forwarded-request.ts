import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** A request as its client sent it, before any proxy. */
export interface ForwardedRequest {
  /** The host, with its port if there is one, that the client asked for. */
  readonly host: string | undefined;
  readonly address: string;
}

/**
 * Reads the headers of trusted proxies (ROOMTONE_TRUST_PROXY): in X-Forwarded-For the last address that is not a proxy's
 * counts, in X-Forwarded-Host the last entry. Works for requests that Fastify does not see, too, such as upgrades.
 */
export function createForwardedReader(
  isProxy: (address: string) => boolean,
): (request: IncomingMessage) => ForwardedRequest {
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const { host } = request.headers;
    if (!isProxy(peer)) return { host, address: peer };
    const forwarded = listOf(request.headers['x-forwarded-for']).reverse();
    return {
      host: listOf(request.headers['x-forwarded-host']).at(-1) ?? host,
      address: forwarded.find((address) => !isProxy(address)) ?? forwarded.at(-1) ?? peer,
    };
  };
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

function listOf(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
