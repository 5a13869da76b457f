import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  type Gateway,
  GatewayFailure,
  type PortMapping,
  type PortRequest,
  type Transport,
} from '../../ports/gateways.ts';
import type { PinholeGateway } from '../../ports/pinholes.ts';
import { askByUdp, type Target } from './ask-by-udp.ts';
import { checkExternalAddress } from './external-address.ts';
import { portMappingPort } from './nat-pmp.ts';

// The Port Control Protocol (RFC 6887): opcodes ANNOUNCE and MAP.

const version = 2;
const opcodes = { announce: 0, map: 1 } as const;
const isResponse = 128;
const headerBytes = 24;
const mapBytes = 60;
const nonceBytes = 12;
/** By IANA. */
const protocols = { tcp: 6, udp: 17 } as const;
const results = { success: 0, networkFailure: 7, noResources: 8, addressMismatch: 12 } as const;
/** Any address: `::ffff:0.0.0.0` stands for IPv4. */
const anyAddress = { 4: addressBytes('0.0.0.0'), 6: addressBytes('::') } as const;

/**
 * Finds out if a gateway speaks PCP.
 * @param key makes the nonces by which the gateway knows whose mappings they are: with the same ones, a server that has died
 *   gets its ports again.
 * @throws {GatewayFailure} if it does not.
 */
export async function findPcp(address: string, key: Uint8Array): Promise<Gateway> {
  const target = { address, port: portMappingPort };
  const localAddress = await announced(target);
  const nonceFor = nonces(key, localAddress);
  const gateway: Gateway = {
    protocol: 'PCP',
    address,
    localAddress,
    async open(request) {
      const mapping = await map(target, request, nonceFor(request.transport, request.port));
      try {
        checkExternalAddress(mapping.address);
      } catch (problem) {
        await gateway.close(mapping).catch(() => {});
        throw problem;
      }
      return mapping;
    },
    async close({ transport, port }) {
      await map(target, { transport, port, externalPort: 0, lifetimeS: 0 }, nonceFor(transport, port));
    },
  };
  return gateway;
}

/**
 * The same for the gateway's firewall for IPv6.
 * @param from this machine's address, to which it lets through.
 */
export async function findPcpForIpv6(address: string, from: string, key: Uint8Array): Promise<PinholeGateway> {
  const target = { address, port: portMappingPort, from };
  await announced(target);
  const nonceFor = nonces(key, from);
  const close = async (transport: Transport, port: number) => {
    const nonce = nonceFor(transport, port);
    try {
      await map(target, { transport, port, externalPort: 0, lifetimeS: 0 }, nonce);
    } catch (error) {
      // Some gateways (miniupnpd over nftables) forget whose a pinhole is when it is renewed. They still renew it.
      if (!(error instanceof GatewayFailure && error.problem === 'refused')) throw error;
      await map(target, { transport, port, externalPort: port, lifetimeS: 1 }, nonce);
    }
  };
  return {
    protocol: 'PCP',
    localAddress: from,
    async open({ transport, port, lifetimeS }) {
      const request = { transport, port, externalPort: port, lifetimeS };
      const mapping = await map(target, request, nonceFor(transport, port));
      const isSame = mapping.externalPort === port && sameAddress(mapping.address, from);
      if (isSame) return { transport, port, id: undefined, lifetimeS: mapping.lifetimeS ?? lifetimeS };
      await close(transport, port).catch(() => {});
      throw new GatewayFailure('refused', 'The gateway gives IPv6 another address or port outside.');
    },
    close: ({ transport, port }) => close(transport, port),
  };
}

/** Finds out if PCP answers; resolves with this machine's address on the way there. @throws {GatewayFailure} */
async function announced(target: Target): Promise<string> {
  const header = (localAddress: string) => headerOf(opcodes.announce, 0, localAddress);
  const { answer, localAddress } = await askByUdp(target, header, (packet) =>
    isAnswerTo(packet, opcodes.announce, headerBytes),
  );
  if (answer[3] !== results.success) throw new GatewayFailure('noAnswer', `PCP answers ${answer[3]}.`);
  return localAddress;
}

function nonces(key: Uint8Array, localAddress: string): (transport: Transport, port: number) => Buffer {
  return (transport, port) =>
    createHmac('sha256', key).update(`${transport} ${port} ${localAddress}`).digest().subarray(0, nonceBytes);
}

function sameAddress(one: string, other: string): boolean {
  return addressBytes(one).equals(addressBytes(other));
}

async function map(
  target: Target,
  { transport, port, externalPort, lifetimeS }: PortRequest,
  nonce: Buffer,
): Promise<PortMapping> {
  const request = (localAddress: string) => {
    const body = Buffer.alloc(mapBytes - headerBytes);
    nonce.copy(body);
    body.writeUInt8(protocols[transport], 12);
    body.writeUInt16BE(port, 16);
    body.writeUInt16BE(externalPort, 18);
    anyAddress[isIPv6(localAddress) ? 6 : 4].copy(body, 20);
    return Buffer.concat([headerOf(opcodes.map, lifetimeS, localAddress), body]);
  };
  const { answer } = await askByUdp(
    target,
    request,
    (packet) =>
      isAnswerTo(packet, opcodes.map, mapBytes) && packet.subarray(headerBytes, headerBytes + nonceBytes).equals(nonce),
  );
  const external = ipaddr.process(ipaddr.fromByteArray([...answer.subarray(44, 60)]).toString()).toString();
  checkResult(answer[3] ?? 0, external);
  return {
    transport,
    port,
    externalPort: answer.readUInt16BE(42),
    address: external,
    lifetimeS: answer.readUInt32BE(4),
  };
}

function headerOf(opcode: number, lifetimeS: number, localAddress: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(version, 0);
  header.writeUInt8(opcode, 1);
  header.writeUInt32BE(lifetimeS, 4);
  addressBytes(localAddress).copy(header, 8);
  return header;
}

function isAnswerTo(packet: Buffer, opcode: number, leastBytes: number): boolean {
  return packet.byteLength >= leastBytes && packet[0] === version && packet[1] === isResponse + opcode;
}

/** A refusal may come with the address outside, which then explains it. */
function checkResult(result: number, external: string): void {
  if (result === results.success) return;
  if (result === results.noResources || result === results.networkFailure) checkExternalAddress(external);
  if (result === results.networkFailure) throw new GatewayFailure('offline', 'The gateway has no network outside.');
  // The gateway sees another address than this machine has: a router stands in between.
  if (result === results.addressMismatch) throw new GatewayFailure('secondRouter', 'A router stands in between.');
  throw new GatewayFailure('refused', `PCP refuses with result ${result}.`);
}

/** 16 bytes; an IPv4 address as IPv4-mapped IPv6 address. */
function addressBytes(address: string): Buffer {
  const parsed = ipaddr.parse(address);
  return Buffer.from((parsed instanceof ipaddr.IPv4 ? parsed.toIPv4MappedAddress() : parsed).toByteArray());
}
