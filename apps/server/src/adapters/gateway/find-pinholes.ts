import { readFileSync } from 'node:fs';
import { networkInterfaces, platform } from 'node:os';
import { GatewayFailure, type Transport } from '../../ports/gateways.ts';
import type { PinholeGateway, PinholeGateways } from '../../ports/pinholes.ts';
import { isPublicAddress } from '../page-fetcher/public-address.ts';
import { defaultIpv6Gateway } from './default-gateway.ts';
import { findPcpForIpv6 } from './pcp.ts';
import { searchGateways } from './ssdp.ts';
import { callUpnp, fetchUpnp, UpnpError } from './upnp-calls.ts';
import { elementIn, pinholeServices, portServicesIn } from './upnp-xml.ts';

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

// UPnP WANIPv6FirewallControl, version 1. A gateway lets a machine ask for its own address only, from that address.

/** By IANA. */
const protocols: Readonly<Record<Transport, number>> = { tcp: 6, udp: 17 };
const noSuchEntry = 704;

/** Reads what a found device offers. @throws {GatewayFailure} if it lets no IPv6 through. */
async function openUpnpPinholes(location: string, from: string): Promise<PinholeGateway> {
  const { text } = await fetchUpnp(location, { from });
  const [service] = portServicesIn(text, location, pinholeServices);
  if (service === undefined) throw new GatewayFailure('noAnswer', 'The device lets no IPv6 through.');
  const call = (action: string, values: Readonly<Record<string, string | number>>) =>
    callUpnp(service, action, values, from);
  return {
    protocol: 'UPnP',
    localAddress: from,
    async open({ transport, port, lifetimeS }, before) {
      if (before?.id !== undefined) {
        try {
          await call('UpdatePinhole', { UniqueID: before.id, NewLeaseTime: lifetimeS });
          return { ...before, lifetimeS };
        } catch (error) {
          // It was restarted.
          if (!(error instanceof UpnpError && error.code === noSuchEntry)) throw error;
        }
      }
      const answer = await call('AddPinhole', {
        RemoteHost: '',
        RemotePort: 0,
        InternalClient: from,
        InternalPort: port,
        Protocol: protocols[transport],
        LeaseTime: lifetimeS,
      });
      return { transport, port, id: elementIn(answer, 'UniqueID'), lifetimeS };
    },
    async close({ id }) {
      if (id !== undefined) await call('DeletePinhole', { UniqueID: id });
    },
  };
}
