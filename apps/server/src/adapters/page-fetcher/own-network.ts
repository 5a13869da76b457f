import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Interfaces } from '../tls/machine-names.ts';

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
