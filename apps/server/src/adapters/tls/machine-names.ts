import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * What this machine is called on its network now: its name, that name in .local (mDNS), and its addresses. Link-local
 * IPv6 addresses are left out: they need a zone, which no URL that a browser takes can have.
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

/** A name that a certificate can hold; some systems have others. */
const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
