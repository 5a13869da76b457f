import { networkInterfaces } from 'node:os';
import { type Interfaces, machineNames } from '../adapters/tls/machine-names.ts';
import { type Config, isLoopback } from '../config/config.ts';

/** Interfaces of virtual machines, containers and tunnels: few friends are there. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vbox|vethernet|tun|tap|utun|wg|zt|tailscale|bridge|awdl|llw)/i;

/** The address to open on this machine. */
export function ownUrl(config: Pick<Config, 'host'>, scheme: 'http' | 'https', port: number): string {
  return `${scheme}://${isEverywhere(config) ? '127.0.0.1' : inUrl(config.host)}:${port}`;
}

/** The addresses that others on the network can open now, those that most likely work first. */
export function networkUrls(
  { host }: Pick<Config, 'host'>,
  scheme: 'http' | 'https',
  port: number,
  interfaces: Interfaces = networkInterfaces(),
): string[] {
  if (isLoopback(host)) return [];
  const addresses = isEverywhere({ host }) ? addressesIn(interfaces) : [inUrl(host)];
  return addresses.map((address) => `${scheme}://${address}:${port}`);
}

/** What the certificate has to cover: everything this server can be called in an address. */
export function hostNames({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string[] {
  const names = isEverywhere({ host }) ? machineNames() : [...machineNames(), host];
  return publicUrl === undefined ? names : [...names, new URL(publicUrl).hostname];
}

/** Whether it listens to every address that the machine has. */
export function isEverywhere({ host }: Pick<Config, 'host'>): boolean {
  return host === '0.0.0.0' || host === '::';
}

function addressesIn(interfaces: Interfaces): string[] {
  const names = Object.keys(interfaces);
  const usual = names.filter((name) => !virtual.test(name));
  return [...usual, ...names.filter((name) => virtual.test(name))]
    .flatMap((name) => interfaces[name] ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
