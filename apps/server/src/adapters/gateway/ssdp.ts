import { createSocket } from 'node:dgram';

const group = { address: '239.255.255.250', port: 1900 } as const;
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
 */
export function searchGateways(from: string, onFound: (device: FoundDevice) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const known = new Set<string>();
    const timers: NodeJS.Timeout[] = [];
    const end = () => {
      for (const timer of timers) clearTimeout(timer);
      socket.close(() => resolve());
    };
    socket.once('error', end);
    socket.on('message', (packet, { address }) => {
      const location = locationIn(packet.toString('latin1'), address);
      if (location === undefined || known.has(location) || known.size >= mostDevices) return;
      known.add(location);
      onFound({ address, location });
    });
    socket.bind(0, from, () => {
      const search = () => {
        for (const target of searchTargets) socket.send(searchFor(target), group.port, group.address);
      };
      try {
        socket.setMulticastInterface(from);
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
  return url?.protocol === 'http:' && url.hostname === from ? url.href : undefined;
}

function searchFor(target: string): string {
  const { address, port } = group;
  return [
    `M-SEARCH * HTTP/1.1`,
    `HOST: ${address}:${port}`,
    'MAN: "ssdp:discover"',
    'MX: 1',
    `ST: ${target}`,
    '',
    '',
  ].join('\r\n');
}
