import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cleanup } from 'node-datachannel';
import { afterAll, describe, expect, test } from 'vitest';
import { createDataChannels } from '../../src/adapters/webrtc/data-channels.ts';
import { PeerConnections } from '../../src/adapters/webrtc/peer-connections.ts';
import { freeUdpPort } from '../support/free-udp-port.ts';
import { LibraryClient } from '../support/library-client.ts';
import { MemoryDatagrams } from '../support/memory-datagrams.ts';
import { bindingRequest, noise } from '../support/strangers.ts';
import { datagramsContract } from './datagrams.contract.ts';

const run = promisify(execFile);

afterAll(() => cleanup());

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
  const port = await freeUdpPort();
  const peers = new PeerConnections({ host: '127.0.0.1', port: () => port, iceServers: [], onMissing: () => {} });
  const datagrams = createDataChannels(peers, []);
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

  test('R17.1: where the library does not load, every offer fails and the log gets one line', async () => {
    const missing: unknown[] = [];
    const peers = new PeerConnections({
      ...{ host: '127.0.0.1', port: () => 0, iceServers: [] },
      onMissing: (error) => missing.push(String(error)),
      load: () => Promise.reject(new Error('dlopen: built for a newer system')),
    });
    const datagrams = createDataChannels(peers, []);
    const offer = { iceUfrag: 'abcd', icePwd: 'x'.repeat(22), fingerprint: new Uint8Array(32) };
    const handlers = { open: () => {}, message: () => {}, closed: () => {} };
    await expect(datagrams.accept(offer, handlers)).rejects.toThrow('newer system');
    await expect(datagrams.accept(offer, handlers)).rejects.toThrow('newer system');
    expect(missing).toEqual(['Error: dlopen: built for a newer system']);
    datagrams.close();
  });

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

  test.each([
    ...['open', 'message', 'closed'].map((where) => ['datagrams', where] as const),
    // Of voices that are lost the library speaks half a minute later.
    ...['open', 'message'].map((where) => ['voice', where] as const),
  ])('R17.16: an error in a callback of %s, "%s", reaches the log and not the library', async (kind, where) => {
    const program = new URL('../support/throwing-callback.ts', import.meta.url).pathname;
    const { stdout } = await run(process.execPath, [program, kind, where]);
    expect(stdout).toBe(`thrown in ${where}\n`);
  });
});
