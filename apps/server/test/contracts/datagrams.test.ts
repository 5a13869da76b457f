import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type PeerParameters, peerSdp, readPeerSdp } from '@roomtone/protocol';
import { cleanup, type DataChannel, PeerConnection } from 'node-datachannel';
import { afterAll, describe, expect, test } from 'vitest';
import { createDataChannels } from '../../src/adapters/webrtc/data-channels.ts';
import { MemoryDatagrams } from '../support/memory-datagrams.ts';
import { type DatagramClient, datagramsContract } from './datagrams.contract.ts';

afterAll(() => cleanup());

/** A client by the same library, on loopback. */
class LibraryClient implements DatagramClient {
  readonly received: Uint8Array[] = [];
  readonly offer: PeerParameters;
  isOpen = false;
  isClosed = false;
  readonly #port: number;
  readonly #peer = new PeerConnection('client', { iceServers: [], disableAutoNegotiation: true });
  readonly #channel: DataChannel;

  constructor(port: number) {
    this.#port = port;
    this.#channel = this.#peer.createDataChannel('notes', {
      negotiated: true,
      id: 0,
      unordered: true,
      maxRetransmits: 0,
    });
    this.#channel.onOpen(() => {
      this.isOpen = true;
    });
    this.#channel.onClosed(() => {
      this.isClosed = true;
    });
    this.#channel.onMessage((message) => {
      if (typeof message !== 'string') this.received.push(new Uint8Array(message));
    });
    this.#peer.setLocalDescription('offer');
    this.offer = readPeerSdp(this.#peer.localDescription()?.sdp ?? '');
  }

  connect(answer: PeerParameters): void {
    const reach = { addresses: ['127.0.0.1'], port: this.#port };
    this.#peer.setRemoteDescription(peerSdp(answer, 'active', reach), 'answer');
  }

  send(bytes: Uint8Array): void {
    if (this.#channel.isOpen()) this.#channel.sendMessageBinary(bytes);
  }

  close(): void {
    this.#channel.close();
    this.#peer.close();
  }
}

/** A UDP port that is free now. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

describe('in memory', () => {
  datagramsContract(async () => {
    const datagrams = new MemoryDatagrams();
    return {
      datagrams,
      client: () => datagrams.client(),
      settled: async () => {},
      close: async () => datagrams.close(),
    };
  });
});

async function openReal() {
  const port = await freePort();
  const datagrams = createDataChannels({ host: '127.0.0.1', port: () => port, addresses: [], iceServers: [] });
  const clients: LibraryClient[] = [];
  return {
    port,
    datagrams,
    client() {
      const client = new LibraryClient(port);
      clients.push(client);
      return client;
    },
    // A right client is connected within a tenth of this.
    settled: () => delay(500),
    async close() {
      for (const client of clients) client.close();
      datagrams.close();
    },
  };
}

describe('by libdatachannel', () => {
  datagramsContract(openReal);

  test('R17.6: strangers get no answer over UDP, whatever they send', async () => {
    const network = await openReal();
    const client = network.client();
    const { answer } = await network.datagrams.accept(client.offer, { open() {}, message() {}, closed() {} });
    client.connect(answer);
    await expect.poll(() => client.isOpen).toBe(true);
    const stranger = createSocket('udp4').bind(0, '127.0.0.1');
    await once(stranger, 'listening');
    let answers = 0;
    stranger.on('message', () => answers++);
    for (let sent = 0; sent < 500; sent++) {
      const bytes = sent % 2 === 0 ? bindingRequest(`nobody${sent}:${client.offer.iceUfrag}`, sent) : noise(sent);
      stranger.send(bytes, network.port, '127.0.0.1');
    }
    // A client that comes afterwards is answered, so that everything before has been read.
    const later = network.client();
    const { answer: second } = await network.datagrams.accept(later.offer, { open() {}, message() {}, closed() {} });
    later.connect(second);
    await expect.poll(() => later.isOpen).toBe(true);
    expect(answers).toBe(0);
    stranger.close();
    await network.close();
  });
});

/** A STUN binding request (RFC 8489) with a user name and without a valid integrity. */
function bindingRequest(userName: string, seed: number): Uint8Array {
  const padded = Math.ceil(userName.length / 4) * 4;
  const bytes = Buffer.alloc(20 + 4 + padded);
  bytes.writeUInt16BE(0x0001, 0);
  bytes.writeUInt16BE(4 + padded, 2);
  bytes.writeUInt32BE(0x2112_a442, 4);
  bytes.fill(seed % 256, 8, 20);
  bytes.writeUInt16BE(0x0006, 20);
  bytes.writeUInt16BE(userName.length, 22);
  bytes.write(userName, 24, 'latin1');
  return bytes;
}

function noise(seed: number): Uint8Array {
  return Uint8Array.from({ length: 1 + ((seed * 37) % 1_200) }, (_, index) => (seed * 31 + index * 17 + 7) % 256);
}
