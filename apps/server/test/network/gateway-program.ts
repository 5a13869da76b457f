// The computer at home asks its router, by each protocol on its own.

import { answerCalls } from '../../../../testing/called-program.ts';
import { createGateways } from '../../src/adapters/gateway/find-gateways.ts';
import { createPinholeGateways } from '../../src/adapters/gateway/find-pinholes.ts';
import type { Gateway, GatewayProtocol, PortMapping, PortRequest } from '../../src/ports/gateways.ts';
import type { Pinhole, PinholeGateway, PinholeRequest } from '../../src/ports/pinholes.ts';

const key = new Uint8Array(32).fill(7);
const found = new Map<GatewayProtocol, Gateway>();
const firewalls = new Map<string, PinholeGateway>();

export const calls = {
  /** Resolves with the protocols that a router answers to, in the order of preference. */
  async find(): Promise<{ protocol: GatewayProtocol; address: string; localAddress: string }[]> {
    for await (const gateway of createGateways({ key, listensOn: undefined }).find())
      found.set(gateway.protocol, gateway);
    return [...found.values()].map(({ protocol, address, localAddress }) => ({ protocol, address, localAddress }));
  },

  open: (protocol: GatewayProtocol, request: PortRequest): Promise<PortMapping> => gatewayOf(protocol).open(request),

  close: async (protocol: GatewayProtocol, mapping: PortMapping): Promise<null> => {
    await gatewayOf(protocol).close(mapping);
    return null;
  },

  /** Resolves with this machine's IPv6 address, and the protocols by which a router lets IPv6 through to it. */
  async findPinholes(): Promise<{ address: string | undefined; protocols: string[] }> {
    const gateways = createPinholeGateways({ key, listensOn: undefined });
    const address = gateways.ownAddress();
    if (address !== undefined)
      for await (const gateway of gateways.find(address)) firewalls.set(gateway.protocol, gateway);
    return { address, protocols: [...firewalls.keys()] };
  },

  openPinhole: (protocol: string, request: PinholeRequest, before?: Pinhole): Promise<Pinhole> =>
    firewallOf(protocol).open(request, before),

  closePinhole: async (protocol: string, pinhole: Pinhole): Promise<null> => {
    await firewallOf(protocol).close(pinhole);
    return null;
  },
};

function firewallOf(protocol: string): PinholeGateway {
  const gateway = firewalls.get(protocol);
  if (gateway === undefined) throw new Error(`${protocol} was not found`);
  return gateway;
}

function gatewayOf(protocol: GatewayProtocol): Gateway {
  const gateway = found.get(protocol);
  if (gateway === undefined) throw new Error(`${protocol} was not found`);
  return gateway;
}

await answerCalls(calls);
