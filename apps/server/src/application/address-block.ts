import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The block that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has whole. */
export function addressBlock(address: string): string {
  // IPv4 has one usual spelling, and the library is slow.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** The ranges that the internet does not route, as ipaddr.js names them. */
const localRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/** True for addresses of this machine and of private networks. */
export function isLocalAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.isValid(address) && localRanges.has(ipaddr.process(address).range());
}
