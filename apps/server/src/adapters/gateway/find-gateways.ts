import { networkInterfaces, platform } from 'node:os';
import {
  type Gateway,
  GatewayFailure,
  type Gateways,
  type PortMapping,
  type PortRequest,
} from '../../ports/gateways.ts';
import { isPublicAddress } from '../page-fetcher/public-address.ts';
import type { Interfaces } from '../tls/machine-names.ts';
import { defaultGateway } from './default-gateway.ts';
import { checkExternalAddress } from './external-address.ts';
import { findNatPmp } from './nat-pmp.ts';
import { findPcp } from './pcp.ts';
import { type FoundDevice, searchGateways } from './ssdp.ts';
import { callUpnp as call, fetchUpnp, UpnpError } from './upnp-calls.ts';
import { elementIn, type PortService, portServicesIn } from './upnp-xml.ts';

export interface GatewaysOptions {
  /** Of this server alone, the same after a restart. */
  readonly key: Uint8Array;
  /** The address that the server listens on, if not on all: only its network is asked then. */
  readonly listensOn: string | undefined;
}

/** Gateways of this machine's networks, by PCP, NAT-PMP and UPnP. */
export function createGateways({ key, listensOn }: GatewaysOptions): Gateways {
  const addresses = () =>
    ownAddresses(networkInterfaces()).filter((each) => listensOn === undefined || each === listensOn);
  return {
    async *find() {
      // All are asked at once; they are yielded in the order of their precision.
      const router = defaultGateway(platform());
      const at = (find: (address: string) => Promise<Gateway>) =>
        router.then((address) => (address === undefined ? undefined : find(address))).catch(nobody);
      const pcp = at((address) => findPcp(address, key));
      const natPmp = at(findNatPmp);
      const upnp = findUpnp(addresses());
      for (const found of [pcp, natPmp]) {
        const gateway = await found;
        if (gateway !== undefined) yield gateway;
      }
      yield* await upnp;
    },
    ownPublicAddress: () => addresses().find(isPublicAddress),
  };
}

async function findUpnp(addresses: readonly string[]): Promise<Gateway[]> {
  const opening: Promise<Gateway | undefined>[] = [];
  const searches = addresses.map((from) =>
    searchGateways(from, (device) => opening.push(openUpnp(device, from).catch(nobody))),
  );
  await Promise.all(searches);
  return (await Promise.all(opening)).filter((gateway) => gateway !== undefined);
}

function ownAddresses(interfaces: Interfaces): string[] {
  return Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

const nobody = () => undefined;

// UPnP Internet Gateway Device, versions 1 and 2: the services WANIPConnection and WANPPPConnection.

/** Errors of AddPortMapping. */
const errors = { conflict: 718, samePortsOnly: 724, permanentOnly: 725 } as const;
/** How many numbers are tried where those before are taken: the gateway does not choose itself. */
const tries = 4;

/** Reads what a found device offers. @throws {GatewayFailure} if it opens no ports. */
async function openUpnp({ address, location }: FoundDevice, localAddress: string): Promise<Gateway> {
  const { text } = await fetchUpnp(location);
  const services = portServicesIn(text, location);
  const service = await connected(services);
  return {
    protocol: 'UPnP',
    address,
    localAddress,
    async open(request) {
      const external = await externalAddress(service);
      checkExternalAddress(external);
      return map(service, request, { localAddress, external });
    },
    async close({ transport, externalPort }) {
      await call(service, 'DeletePortMapping', {
        NewRemoteHost: '',
        NewExternalPort: externalPort,
        NewProtocol: transport.toUpperCase(),
      });
    },
  };
}

/** Some routers describe one connection for each kind of line, of which one has an address. */
async function connected(services: readonly PortService[]): Promise<PortService> {
  const [first] = services;
  if (first === undefined) throw new GatewayFailure('noAnswer', 'The device opens no ports.');
  if (services.length === 1) return first;
  for (const service of services) {
    const address = await externalAddress(service).catch(() => '0.0.0.0');
    if (address !== '' && address !== '0.0.0.0') return service;
  }
  return first;
}

async function externalAddress(service: PortService): Promise<string> {
  const answer = await call(service, 'GetExternalIPAddress', {});
  return elementIn(answer, 'NewExternalIPAddress') ?? '';
}

async function map(
  service: PortService,
  { transport, port, externalPort, lifetimeS }: PortRequest,
  { localAddress, external }: { readonly localAddress: string; readonly external: string },
): Promise<PortMapping> {
  let number = externalPort;
  let lease = lifetimeS;
  for (let attempt = 1; ; attempt++) {
    try {
      await call(service, 'AddPortMapping', {
        NewRemoteHost: '',
        NewExternalPort: number,
        NewProtocol: transport.toUpperCase(),
        NewInternalPort: port,
        NewInternalClient: localAddress,
        NewEnabled: 1,
        NewPortMappingDescription: 'Roomtone',
        NewLeaseDuration: lease,
      });
      const isLimited = lease > 0;
      return { transport, port, externalPort: number, address: external, lifetimeS: isLimited ? lease : undefined };
    } catch (problem) {
      const code = problem instanceof UpnpError ? problem.code : undefined;
      if (code === errors.permanentOnly && lease > 0) lease = 0;
      else if (code === errors.samePortsOnly && number !== port) number = port;
      else if (code === errors.conflict && attempt < tries) number = number < 65_535 ? number + 1 : 1_024;
      else throw problem;
    }
  }
}
