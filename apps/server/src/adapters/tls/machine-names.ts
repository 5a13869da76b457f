import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * Lists this machine's current names on its network: its host name, that name in .local (mDNS), and its addresses. Leaves
 * out link-local IPv6 addresses: they need a zone, which browsers accept in no URL.
 */
export function machineNames(name: string = hostname(), interfaces: Interfaces = networkInterfaces()): string[] {
  const whole = name.toLowerCase();
  const [label = ''] = whole.split('.');
  const names = [whole, `${label}.local`].filter((candidate) => isName.test(candidate));
  const addresses = Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .filter(({ internal, family, scopeid }) => !internal && !(family === 'IPv6' && scopeid !== 0))
    .map(({ address }) => address);
  return [...new Set([...names, ...addresses])];
}

/** Matches names that a certificate can hold; some systems allow others. */
const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
