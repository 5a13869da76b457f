import { createSocket } from 'node:dgram';
import { existsSync, readdirSync } from 'node:fs';
import { type NetworkInterfaceInfo, platform } from 'node:os';
import { join } from 'node:path';

/**
 * Addresses that no network has (RFC 5737, RFC 3849): only the default route leads there. Nothing is sent to them, because UDP
 * sends nothing when it connects.
 */
const elsewhere = { udp4: '203.0.113.1', udp6: '2001:db8::1' } as const;

/** This machine's addresses on its default routes, IPv4 first; empty without one. */
export async function defaultRouteAddresses(): Promise<string[]> {
  const found = await Promise.all([sourceAddress('udp4'), sourceAddress('udp6')]);
  return found.filter((address) => address !== undefined);
}

function sourceAddress(type: keyof typeof elsewhere): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(type);
    const end = (address?: string) => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => end());
    socket.connect(9, elsewhere[type], () => end(socket.address().address));
  });
}

/** Of adapters that programs make on the host's side, for their virtual machines and containers. */
const virtualCards = ['00:15:5d', '00:1c:42', '00:50:56', '02:42', '0a:00:27', '52:54:00'];
const noCard = '00:00:00:00:00:00';

/**
 * True for a network that other people's devices may be in: by cable, by Wi-Fi, or a bridge over one of these. Tunnels, and networks of
 * containers and virtual machines, have no device below them.
 */
export function isPhysicalNetwork(name: string, info: Pick<NetworkInterfaceInfo, 'mac' | 'netmask'>): boolean {
  if (platform() === 'linux') return hasDevice('/sys/class/net', name);
  // Tunnels are between two points, and have no hardware address.
  const isTunnel = info.mac === noCard || info.netmask === '255.255.255.255';
  return !isTunnel && !virtualCards.some((beginning) => info.mac.toLowerCase().startsWith(beginning));
}

/**
 * Linux: true if the interface is a device, or lies above one, as bridges, bonds and VLANs do.
 * @param folder of the interfaces, in sysfs.
 */
export function hasDevice(folder: string, name: string): boolean {
  if (existsSync(join(folder, name, 'device'))) return true;
  try {
    const lower = 'lower_';
    const below = readdirSync(join(folder, name)).filter((entry) => entry.startsWith(lower));
    return below.some((entry) => hasDevice(folder, entry.slice(lower.length)));
  } catch {
    // Gone since it was listed.
    return false;
  }
}
