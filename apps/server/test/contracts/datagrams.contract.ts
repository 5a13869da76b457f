import type { PeerParameters } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DatagramHandlers, Datagrams } from '../../src/ports/datagrams.ts';

/** The client's side of a data channel. */
export interface DatagramClient {
  readonly offer: PeerParameters;
  readonly isOpen: boolean;
  /** The server has ended the channel. */
  readonly isClosed: boolean;
  readonly received: readonly Uint8Array[];
  connect(answer: PeerParameters, port: number): void;
  send(bytes: Uint8Array): void;
  close(): void;
}

export interface DatagramNetwork {
  readonly datagrams: Datagrams;
  client(): DatagramClient;
  /** Resolves when a client that cannot reach the server would have reached it. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Every Datagrams. */
export function datagramsContract(open: () => Promise<DatagramNetwork>): void {
  let network: DatagramNetwork;
  beforeEach(async () => {
    network = await open();
  });
  afterEach(() => network.close());

  /** The server's side of a channel, and what happened there. */
  async function accept(client: DatagramClient) {
    const events: string[] = [];
    const handlers: DatagramHandlers = {
      open: () => events.push('open'),
      message: (bytes) => events.push(`message ${[...bytes].join(' ')}`),
      closed: () => events.push('closed'),
    };
    return { events, ...(await network.datagrams.accept(client.offer, handlers)) };
  }

  async function connected() {
    const client = network.client();
    const server = await accept(client);
    client.connect(server.answer, network.datagrams.port);
    await expect.poll(() => [client.isOpen, server.events]).toEqual([true, ['open']]);
    return { client, ...server };
  }

  test('ports: datagrams of several clients go both ways over one port, with their bounds', async () => {
    const pairs = [await connected(), await connected()];
    for (const [index, { client, channel }] of pairs.entries()) {
      channel.send(Uint8Array.of(index, 1));
      client.send(Uint8Array.of(index, 2, 3));
      client.send(Uint8Array.of());
      client.send(Uint8Array.of(index, 4));
    }
    for (const [index, { client, events }] of pairs.entries()) {
      await expect.poll(() => client.received.map((bytes) => [...bytes])).toEqual([[index, 1]]);
      await expect
        .poll(() => events.filter((event) => event.startsWith('message') && event.length > 8).sort())
        .toEqual([`message ${index} 2 3`, `message ${index} 4`]);
    }
  });

  test('ports: the server hears when the client closes, once and last, and sending then does nothing', async () => {
    const { client, channel, events } = await connected();
    client.close();
    await expect.poll(() => events).toEqual(['open', 'closed']);
    channel.send(Uint8Array.of(1));
    channel.close();
    await network.settled();
    expect(events).toEqual(['open', 'closed']);
  });

  test('ports: what is sent while the client closes is dropped', async () => {
    for (let round = 0; round < 5; round++) {
      const { client, channel, events } = await connected();
      client.close();
      // The library hears of the end in a thread of its own, in the middle of this.
      for (let sent = 0; sent < 20_000; sent++) channel.send(Uint8Array.of(1));
      await expect.poll(() => events).toEqual(['open', 'closed']);
    }
  });

  test('ports: after close() the client is told, and no handler is called', async () => {
    const { client, channel, events } = await connected();
    channel.close();
    channel.close();
    channel.send(Uint8Array.of(1));
    client.send(Uint8Array.of(2));
    await expect.poll(() => client.isClosed).toBe(true);
    expect(client.received).toEqual([]);
    expect(events).toEqual(['open']);
  });

  test('R17.6: a client with a wrong user name or password gets no answer', async () => {
    const client = network.client();
    const other = network.client();
    const server = await accept(client);
    const { iceUfrag, icePwd } = server.answer;
    client.connect({ ...server.answer, icePwd: icePwd.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }, 0);
    other.connect({ ...server.answer, iceUfrag: `${iceUfrag.slice(0, -1)}${iceUfrag.endsWith('A') ? 'B' : 'A'}` }, 0);
    await network.settled();
    expect([client.isOpen, other.isOpen, server.events]).toEqual([false, false, []]);
    // The port still serves those who know.
    await connected();
  });

  test('ports: a channel before its opening drops what is sent', async () => {
    const { channel, events } = await accept(network.client());
    channel.send(Uint8Array.of(1));
    channel.close();
    await network.settled();
    expect(events).toEqual([]);
  });
}
