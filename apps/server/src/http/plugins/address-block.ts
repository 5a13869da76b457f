import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What counts as one client: an IPv4 address, or the /64 that an IPv6 address lies in, as one line has a whole one. */
export function addressBlock(address: string): string {
  // In its one usual spelling; the library takes its time.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
