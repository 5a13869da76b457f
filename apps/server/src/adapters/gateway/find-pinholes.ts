import { readFileSync } from 'node:fs';
import { networkInterfaces, platform } from 'node:os';
import type { PinholeGateway, PinholeGateways } from '../../ports/pinholes.ts';
import { isPublicAddress } from '../page-fetcher/public-address.ts';
import { defaultIpv6Gateway } from './default-gateway.ts';
import { findPcpForIpv6 } from './pcp.ts';
import { searchGateways } from './ssdp.ts';
import { openUpnpPinholes } from './upnp-pinholes.ts';

export interface PinholeGatewaysOptions {
  /** Of this server alone, the same after a restart. */
  readonly key: Uint8Array;
  /** The address that the server listens on, if not on all. */
  readonly listensOn: string | undefined;
}

interface OwnAddress {
  readonly address: string;
  readonly device: string;
}

/** Gateways that let IPv6 through to this machine, by PCP and UPnP. */
export function createPinholeGateways({ key, listensOn }: PinholeGatewaysOptions): PinholeGateways {
  const own = () => publicIpv6Addresses().find(({ address }) => listensOn === undefined || address === listensOn);
  return {
    ownAddress: () => own()?.address,
    async *find(address) {
      const pcp = defaultIpv6Gateway(platform())
        .then((router) => (router === undefined ? undefined : findPcpForIpv6(router, address, key)))
        .catch(nobody);
      const upnp = findUpnp(address, own()?.device);
      const gateway = await pcp;
      if (gateway !== undefined) yield gateway;
      yield* await upnp;
    },
  };
}

/** Public IPv6 addresses of this machine: those that stay first, those that the system changes for privacy last. */
function publicIpv6Addresses(): OwnAddress[] {
  const temporary = temporaryAddresses();
  return Object.entries(networkInterfaces())
    .flatMap(([device, found = []]) => found.map((each) => ({ ...each, device })))
    .filter(({ family, internal, address }) => family === 'IPv6' && !internal && isPublicAddress(address))
    .map(({ address, device }) => ({ address, device }))
    .sort((one, other) => Number(temporary.has(one.address)) - Number(temporary.has(other.address)));
}

/** Linux says which addresses are temporary (RFC 8981); elsewhere none is known to be. */
function temporaryAddresses(): ReadonlySet<string> {
  try {
    const lines = readFileSync('/proc/net/if_inet6', 'utf8').split('\n');
    const found = lines.map((line) => line.trim().split(/\s+/));
    const isTemporary = ([, , , , flags = '0']: readonly string[]) => (Number.parseInt(flags, 16) & 1) === 1;
    const hosts = found.filter(isTemporary).map(([hex = '']) => `[${hex.replace(/(.{4})(?!$)/g, '$1:')}]`);
    // In the usual spelling.
    return new Set(hosts.map((host) => new URL(`http://${host}`).hostname.slice(1, -1)));
  } catch {
    return new Set();
  }
}

async function findUpnp(address: string, device: string | undefined): Promise<PinholeGateway[]> {
  const opening: Promise<PinholeGateway | undefined>[] = [];
  await searchGateways(
    address,
    ({ location }) => opening.push(openUpnpPinholes(location, address).catch(nobody)),
    device,
  );
  return (await Promise.all(opening)).filter((gateway) => gateway !== undefined);
}

const nobody = () => undefined;
