import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** A request as its client sent it, whatever stands in between. */
export interface ForwardedRequest {
  /** The host and perhaps port the client asked for; undefined without any. */
  readonly host: string | undefined;
  readonly address: string;
}

/**
 * Reads past trusted proxies (ROOMTONE_TRUST_PROXY): of X-Forwarded-For the last address that is none of theirs counts, of
 * X-Forwarded-Host the last entry. Also for requests that Fastify does not see, such as upgrades.
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

/** Whether an address is in one of the ranges; those are addresses or CIDR, as the configuration has checked. */
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
