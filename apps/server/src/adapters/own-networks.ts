import { BlockList, isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../ports/clock.ts';
import type { OwnNetworks } from '../ports/own-networks.ts';

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** A laptop may be in another network from one moment to the next. */
const rereadUs = 5_000_000;

/** The IPv4 ranges that the internet does not route, as ipaddr.js names them. */
const privateRanges: ReadonlySet<string> = new Set(['private', 'linkLocal']);

/**
 * Goes by the addresses of this machine's interfaces. The neighbours of a public IPv4 address, such as a rented server's, are
 * strangers; those of an IPv6 address share its network.
 */
export function createOwnNetworks(
  clock: Pick<Clock, 'serviceUs'>,
  interfaces: () => Interfaces = networkInterfaces,
): OwnNetworks {
  let lists = readLists(interfaces());
  let readUs = clock.serviceUs();
  return {
    placeOf(text) {
      if (clock.serviceUs() - readUs >= rereadUs) {
        lists = readLists(interfaces());
        readUs = clock.serviceUs();
      }
      const address = plainAddress(text);
      const version = isIP(address);
      if (version === 0) return 'outside';
      const family = version === 4 ? 'ipv4' : 'ipv6';
      if (lists.here.check(address, family)) return 'here';
      return lists.network.check(address, family) ? 'network' : 'outside';
    },
  };
}

/** Without the zone of a link-local address; an IPv4 client of an IPv6 socket by its IPv4 address. */
function plainAddress(text: string): string {
  return text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function readLists(interfaces: Interfaces): { readonly here: BlockList; readonly network: BlockList } {
  const [here, network] = [new BlockList(), new BlockList()];
  here.addSubnet('127.0.0.0', 8, 'ipv4');
  here.addAddress('::1', 'ipv6');
  network.addSubnet('fe80::', 10, 'ipv6');
  for (const { address: text, family, cidr } of Object.values(interfaces).flatMap((each) => each ?? [])) {
    const address = plainAddress(text);
    const name = family === 'IPv4' ? 'ipv4' : 'ipv6';
    here.addAddress(address, name);
    const bits = Number(cidr?.split('/')[1]);
    const isShared = name === 'ipv6' || privateRanges.has(ipaddr.parse(address).range());
    if (isShared && bits > 0) network.addSubnet(address, bits, name);
  }
  return { here, network };
}
