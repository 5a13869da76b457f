import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** The result of `os.networkInterfaces()`. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** One of the machine's networks, with the machine's current addresses. */
export interface Network {
  /** The interface's name, such as `eth0`. */
  readonly name: string;
  /** The machine's IPv4 addresses there, at least one. */
  readonly addresses: readonly { readonly address: string; readonly netmask: string }[];
}

/** How often the machine's addresses are checked: no system notifies Node of changes. */
const checkMs = 2_000;

/** The machine's networks, or its loopback if there is no other. Only those with IPv4. */
export function networksOf(interfaces: Interfaces): Network[] {
  const all = Object.entries(interfaces).map(([name, infos = []]) => ({
    name,
    isInternal: infos.some(({ internal }) => internal),
    addresses: infos.filter(({ family }) => family === 'IPv4').map(({ address, netmask }) => ({ address, netmask })),
  }));
  const usable = all.filter(({ addresses }) => addresses.length > 0);
  const outside = usable.filter(({ isInternal }) => !isInternal);
  return (outside.length > 0 ? outside : usable).map(({ name, addresses }) => ({ name, addresses }));
}

/** True if an IPv4 address is in the network. */
export function isInNetwork({ addresses }: Network, address: string): boolean {
  const wanted = numberOf(address);
  if (wanted === undefined) return false;
  return addresses.some((own) => {
    const [mask = 0, at = 0] = [numberOf(own.netmask), numberOf(own.address)];
    return mask !== 0 && (at & mask) === (wanted & mask);
  });
}

/**
 * Calls back whenever the machine's addresses have changed; the returned function stops it. It does not keep the
 * process running.
 * @param read for tests.
 */
export function watchInterfaces(
  changed: (interfaces: Interfaces) => void,
  read: () => Interfaces = networkInterfaces,
): () => void {
  let before = keyOf(read());
  const timer = setInterval(() => {
    const interfaces = read();
    const key = keyOf(interfaces);
    if (key === before) return;
    before = key;
    changed(interfaces);
  }, checkMs);
  timer.unref();
  return () => clearInterval(timer);
}

function keyOf(interfaces: Interfaces): string {
  return JSON.stringify(
    Object.entries(interfaces).map(([name, infos = []]) => [
      name,
      infos.map(({ address, netmask }) => [address, netmask]),
    ]),
  );
}

/** The 32 bits of an IPv4 address; undefined for any other text. */
function numberOf(address: string): number | undefined {
  const parts = address.split('.');
  const isAddress = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
  return isAddress ? parts.reduce((bits, part) => (bits << 8) | Number(part), 0) : undefined;
}
