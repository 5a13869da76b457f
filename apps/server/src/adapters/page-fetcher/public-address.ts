import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
