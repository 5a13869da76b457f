// The computer at home asks its router, by each protocol on its own.

import { answerCalls } from '../../../../testing/called-program.ts';
import { createGateways } from '../../src/adapters/gateway/find-gateways.ts';
import type { Gateway, GatewayProtocol, PortMapping, PortRequest } from '../../src/ports/gateways.ts';

const key = new Uint8Array(32).fill(7);
const found = new Map<GatewayProtocol, Gateway>();

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
};

function gatewayOf(protocol: GatewayProtocol): Gateway {
  const gateway = found.get(protocol);
  if (gateway === undefined) throw new Error(`${protocol} was not found`);
  return gateway;
}

await answerCalls(calls);
