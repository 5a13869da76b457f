import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Interfaces } from '../tls/machine-names.ts';

/** The only range that IANA assigns to networks today; the rest is special or unused. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an ordinary public IP address: not loopback, private, link-local, multicast, carrier-grade NAT, documentation or
 * any other special range (RFC 6890 and its registry). False for all IPv6 forms that carry an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP), because a translator on the way would decide where they lead. False also for
 * text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  // Checks isIP too: the library accepts octal and short forms, which no resolver returns.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || (address.match(globalUnicast) && !isIsatap(address));
}

/** RFC 5214: an interface identifier of 0000:5efe or 0200:5efe, then the IPv4 address, within any prefix. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [high, low] = address.parts.slice(4, 6);
  return low === 0x5efe && (high === 0 || high === 0x0200);
}

/**
 * True for an address in a network that this machine is in, by the addresses and prefixes of its interfaces. Even if the address
 * is public, what answers there may trust its neighbours.
 */
export function isOnOwnNetwork(text: string, interfaces: Interfaces = networkInterfaces()): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .some(({ cidr }) => {
      if (cidr === null || !ipaddr.isValidCIDR(cidr)) return false;
      const [network, bits] = ipaddr.parseCIDR(cidr);
      return network.kind() === address.kind() && address.match(network, bits);
    });
}
