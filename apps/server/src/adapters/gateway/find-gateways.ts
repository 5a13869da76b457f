import { networkInterfaces, platform } from 'node:os';
import type { Gateway, Gateways } from '../../ports/gateways.ts';
import { isPublicAddress } from '../page-fetcher/public-address.ts';
import type { Interfaces } from '../tls/machine-names.ts';
import { defaultGateway } from './default-gateway.ts';
import { findNatPmp } from './nat-pmp.ts';
import { findPcp } from './pcp.ts';
import { searchGateways } from './ssdp.ts';
import { openUpnp } from './upnp.ts';

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
