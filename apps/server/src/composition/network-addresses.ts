import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { isPhysicalNetwork } from '../adapters/network-kinds.ts';
import { isPublicAddress } from '../adapters/page-fetcher/public-address.ts';
import { type Interfaces, machineNames } from '../adapters/tls/machine-names.ts';
import { type Config, isLoopback } from '../config/config.ts';

/** The machine's networks, and what the system knows of them. */
export interface KnownNetworks {
  readonly interfaces: Interfaces;
  /** The machine's addresses on its default routes. */
  readonly defaultRoute: readonly string[];
  /** False for tunnels, and for networks of containers and virtual machines. */
  readonly isPhysical: (name: string, info: NetworkInterfaceInfo) => boolean;
}

/** @param defaultRoute the machine's addresses on its default routes. */
export function currentNetworks(defaultRoute: readonly string[]): KnownNetworks {
  return { interfaces: networkInterfaces(), defaultRoute, isPhysical: isPhysicalNetwork };
}

/** The address to open on this machine. */
export function urlOnThisMachine(config: Pick<Config, 'host'>, scheme: 'http' | 'https', port: number): string {
  return `${scheme}://${listensOnAllAddresses(config) ? '127.0.0.1' : hostInUrl(config.host)}:${port}`;
}

/** The addresses that others on the network can open now, the most likely to work first (R16.14). */
export function networkUrls(
  { host }: Pick<Config, 'host'>,
  scheme: 'http' | 'https',
  port: number,
  networks: KnownNetworks,
): string[] {
  if (isLoopback(host)) return [];
  const addresses = listensOnAllAddresses({ host }) ? addressesIn(networks, host === '::') : [host];
  return addresses.map((address) => `${scheme}://${hostInUrl(address)}:${port}`);
}

/**
 * The names that the certificate has to cover: all that can stand for this server in an address.
 * @param publicAddress the router's, if it leads here.
 */
export function hostNames(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  publicAddress: string | undefined,
): string[] {
  const names = listensOnAllAddresses({ host }) ? machineNames() : [...machineNames(), host];
  if (publicAddress !== undefined) names.push(publicAddress);
  return publicUrl === undefined ? names : [...names, new URL(publicUrl).hostname];
}

export function listensOnAllAddresses({ host }: Pick<Config, 'host'>): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** True if this machine has an IPv6 address that the internet can reach. */
export function hasPublicIpv6(interfaces: Interfaces = networkInterfaces()): boolean {
  return Object.values(interfaces).some((found) =>
    (found ?? []).some(({ family, internal, address }) => family === 'IPv6' && !internal && isPublicAddress(address)),
  );
}

/** True if the machine is on networks with IPv6 alone. */
export function hasOnlyIpv6(interfaces: Interfaces = networkInterfaces()): boolean {
  const all = outwardAddresses(interfaces);
  return all.some(isUsableIpv6) && !all.some(({ family, address }) => family === 'IPv4' && !isLinkLocal(address));
}

function addressesIn({ interfaces, defaultRoute, isPhysical }: KnownNetworks, hasIpv6: boolean): string[] {
  // An IPv4 address is shorter to type, and works wherever there is one.
  const isWanted = ({ family }: NetworkInterfaceInfo) => (family === 'IPv6') === (hasIpv6 && hasOnlyIpv6(interfaces));
  const rank = ({ name, address, ...info }: OutwardAddress) => {
    if (isLinkLocal(address)) return 2;
    return isPhysical(name, { address, ...info }) ? 0 : 1;
  };
  return outwardAddresses(interfaces)
    .filter((each) => isWanted(each) && (each.family === 'IPv4' || isUsableIpv6(each)))
    .map((each) => ({ address: each.address, rank: rank(each), isDefault: defaultRoute.includes(each.address) }))
    .sort((one, other) => one.rank - other.rank || Number(other.isDefault) - Number(one.isDefault))
    .map(({ address }) => address);
}

type OutwardAddress = NetworkInterfaceInfo & { readonly name: string };

/** Every address but those of loopback, with its interface's name. */
function outwardAddresses(interfaces: Interfaces): OutwardAddress[] {
  return Object.entries(interfaces)
    .flatMap(([name, found = []]) => found.map((info) => ({ ...info, name })))
    .filter(({ internal }) => !internal);
}

/** Link-local ones need a zone, which browsers accept in no URL. */
function isUsableIpv6({ family, address }: NetworkInterfaceInfo): boolean {
  return family === 'IPv6' && !isLinkLocal(address);
}

/** True for the address that a machine gives itself where nothing gives it one. */
function isLinkLocal(address: string): boolean {
  return ipaddr.parse(address).range() === 'linkLocal';
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
