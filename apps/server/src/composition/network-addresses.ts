import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '../adapters/page-fetcher/public-address.ts';
import { type Interfaces, machineNames } from '../adapters/tls/machine-names.ts';
import { type Config, isLoopback } from '../config/config.ts';

/** Interfaces of virtual machines, containers and tunnels: other players are rarely there. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vbox|vethernet|tun|tap|utun|wg|zt|tailscale|bridge|awdl|llw)/i;

/** The address to open on this machine. */
export function urlOnThisMachine(config: Pick<Config, 'host'>, scheme: 'http' | 'https', port: number): string {
  return `${scheme}://${listensOnAllAddresses(config) ? '127.0.0.1' : hostInUrl(config.host)}:${port}`;
}

/** The addresses that others on the network can open now, the most likely to work first. */
export function networkUrls(
  { host }: Pick<Config, 'host'>,
  scheme: 'http' | 'https',
  port: number,
  interfaces: Interfaces = networkInterfaces(),
): string[] {
  if (isLoopback(host)) return [];
  const addresses = listensOnAllAddresses({ host }) ? addressesIn(interfaces) : [hostInUrl(host)];
  return addresses.map((address) => `${scheme}://${address}:${port}`);
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

function addressesIn(interfaces: Interfaces): string[] {
  const names = Object.keys(interfaces);
  const physical = names.filter((name) => !virtual.test(name));
  return [...physical, ...names.filter((name) => virtual.test(name))]
    .flatMap((name) => interfaces[name] ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
