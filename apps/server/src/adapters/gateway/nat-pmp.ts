import { type Gateway, GatewayFailure, type PortMapping, type PortRequest } from '../../ports/gateways.ts';
import { askByUdp } from './ask-by-udp.ts';
import { checkExternalAddress } from './external-address.ts';

// NAT-PMP (RFC 6886).

export const portMappingPort = 5351;
const version = 0;
const opcodes = { address: 0, udp: 1, tcp: 2 } as const;
const isResponse = 128;
const results = { success: 0, notAuthorized: 2, networkFailure: 3, outOfResources: 4 } as const;

/** Finds out if a gateway speaks NAT-PMP. @throws {GatewayFailure} if it does not. */
export async function findNatPmp(address: string): Promise<Gateway> {
  const { answer, localAddress } = await ask(address, Buffer.from([version, opcodes.address]), opcodes.address, 8);
  const result = answer.readUInt16BE(2);
  // A gateway without an address outside, or one that is switched off, is there all the same.
  if (result > results.outOfResources || result === 1)
    throw new GatewayFailure('noAnswer', `NAT-PMP answers ${result}.`);
  return {
    protocol: 'NAT-PMP',
    address,
    localAddress,
    async open(request) {
      const external = await externalAddress(address);
      checkExternalAddress(external);
      return map(address, request, external);
    },
    async close({ transport, port }) {
      await map(address, { transport, port, externalPort: 0, lifetimeS: 0 }, '');
    },
  };
}

async function externalAddress(gateway: string): Promise<string> {
  const { answer } = await ask(gateway, Buffer.from([version, opcodes.address]), opcodes.address, 8);
  checkResult(answer);
  if (answer.byteLength < 12) throw new GatewayFailure('noAnswer', 'NAT-PMP answers without an address.');
  return [...answer.subarray(8, 12)].join('.');
}

async function map(
  gateway: string,
  { transport, port, externalPort, lifetimeS }: PortRequest,
  external: string,
): Promise<PortMapping> {
  const packet = Buffer.alloc(12);
  packet.writeUInt8(opcodes[transport], 1);
  packet.writeUInt16BE(port, 4);
  packet.writeUInt16BE(externalPort, 6);
  packet.writeUInt32BE(lifetimeS, 8);
  const { answer } = await ask(gateway, packet, opcodes[transport], 8);
  checkResult(answer);
  if (answer.byteLength < 16 || answer.readUInt16BE(8) !== port) {
    throw new GatewayFailure('noAnswer', 'NAT-PMP answers for another port.');
  }
  return {
    transport,
    port,
    externalPort: answer.readUInt16BE(10),
    address: external,
    lifetimeS: answer.readUInt32BE(12),
  };
}

function ask(address: string, packet: Buffer, opcode: number, leastBytes: number) {
  const isAnswer = (answer: Buffer) =>
    answer.byteLength >= leastBytes && answer[0] === version && answer[1] === isResponse + opcode;
  return askByUdp({ address, port: portMappingPort }, () => packet, isAnswer);
}

function checkResult(answer: Buffer): void {
  const result = answer.readUInt16BE(2);
  if (result === results.success) return;
  if (result === results.networkFailure) {
    throw new GatewayFailure('offline', 'The gateway has no address outside.');
  }
  throw new GatewayFailure('refused', `NAT-PMP refuses with result ${result}.`);
}
