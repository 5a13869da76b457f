import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const port = 1900;
const groups = { 4: '239.255.255.250', 6: 'ff02::c' } as const;
const searchTargets = [1, 2].map((version) => `urn:schemas-upnp-org:device:InternetGatewayDevice:${version}`);
/** Twice, since multicast gets lost on Wi-Fi. */
const sendAtMs = [0, 400];
/** A device answers within a second, as the search asks it to. */
const endMs = 1_800;
const mostDevices = 4;

/** A device that says it is a gateway. */
export interface FoundDevice {
  /** The address that it answered from. */
  readonly address: string;
  /** Where its description is: always http at that address. */
  readonly location: string;
}

/**
 * Searches for gateways by SSDP (UPnP Device Architecture 1.1, section 1), on one network of this machine.
 * @param from this machine's address on that network.
 * @param scope of an IPv6 address: the name of its interface.
 */
export function searchGateways(from: string, onFound: (device: FoundDevice) => void, scope?: string): Promise<void> {
  const group = isIPv6(from) ? groups[6] : groups[4];
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(from) ? 'udp6' : 'udp4');
    const known = new Set<string>();
    const timers: NodeJS.Timeout[] = [];
    const end = () => {
      for (const timer of timers) clearTimeout(timer);
      socket.close(() => resolve());
    };
    socket.once('error', end);
    socket.on('message', (packet, { address }) => {
      const location = locationIn(packet.toString('latin1'), isIPv6(from) ? from : address);
      if (location === undefined || known.has(location) || known.size >= mostDevices) return;
      known.add(location);
      onFound({ address, location });
    });
    socket.bind(0, from, () => {
      const search = () => {
        for (const target of searchTargets) socket.send(searchFor(target, group), port, group);
      };
      try {
        socket.setMulticastInterface(scope === undefined ? from : `::%${scope}`);
      } catch {
        // The network has just gone.
        end();
        return;
      }
      timers.push(...sendAtMs.map((atMs) => setTimeout(search, atMs)), setTimeout(end, endMs));
    });
  });
}

/**
 * The address of a description in an answer; undefined for one that is no gateway's, and for one that leads elsewhere: what
 * answers on the network decides nothing about whom this machine asks.
 * @param from the address that answered; for IPv6, where devices answer from a link-local one, this machine's in the same network.
 */
export function locationIn(answer: string, from: string): string | undefined {
  const [status = '', ...lines] = answer.split('\r\n');
  if (!/^HTTP\/1\.[01] 200\b/.test(status)) return undefined;
  const header = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  if (!searchTargets.includes(header('st') ?? '')) return undefined;
  const url = URL.parse(header('location') ?? '');
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  const isThere = host === from || isInNetworkOf(from, host);
  return url?.protocol === 'http:' && isThere ? url.href : undefined;
}

/** True for addresses in the same /64. */
function isInNetworkOf(own: string, other: string): boolean {
  if (!isIPv6(own) || !isIPv6(other)) return false;
  return ipaddr.IPv6.parse(other).match(ipaddr.IPv6.parse(own), 64);
}

function searchFor(target: string, group: string): string {
  return [
    `M-SEARCH * HTTP/1.1`,
    `HOST: ${isIPv6(group) ? `[${group}]` : group}:${port}`,
    'MAN: "ssdp:discover"',
    'MX: 1',
    `ST: ${target}`,
    '',
    '',
  ].join('\r\n');
}
