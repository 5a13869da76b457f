// Attacks a server's UDP port: as a guest of a room through a data channel, and as a stranger.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeFrame, limits, writeDatagram } from '@roomtone/protocol';
import { answerCalls } from '../../../../testing/called-program.ts';
import { midi, TestPlayer } from '../realtime/test-player.ts';
import { LibraryClient } from '../support/library-client.ts';
import { bindingRequest, clientHello, noise } from '../support/strangers.ts';

const kinds = {
  noise,
  // With and without an integrity, which nobody can compute who has not been given the password.
  binding: (seed: number) =>
    bindingRequest(`nobody${seed}:stranger`, seed, seed % 2 === 0 ? 'made up by a stranger' : undefined),
  hello: clientHello,
} as const;
const pauseMs = 5;
/** In each pause: 20,000 a second if the machine can. */
const perPause = 100;
const differentPackets = 1_000;
/** How long the last answers may take to arrive. */
const lastAnswersMs = 300;

type Kind = keyof typeof kinds;

interface Flooded {
  /** Packets. */
  readonly sent: number;
  readonly answers: number;
}

let guest: TestPlayer | undefined;
let noteNumber = 0;
/** When the server takes the next offer, this process's clock. */
let nextOfferMs = 0;

export const calls = {
  /** Joins a room as a guest. */
  async join(url: string, roomId: string): Promise<void> {
    const response = await fetch(`${url}/api/auth/websocket-ticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    guest = new TestPlayer((await response.json()).data.ws_url);
    await guest.take('welcome');
    await guest.join(roomId);
  },

  /** Opens a channel and sends notes in valid datagrams until the server ends it. Resolves with their number. */
  async floodChannel(url: string): Promise<number> {
    if (guest === undefined) throw new Error('nobody has joined');
    await delay(Math.max(0, nextOfferMs - performance.now()));
    const channel = new LibraryClient(Number(new URL(url).port));
    guest.send({ kind: 'datagramOffer', body: channel.offer, requestId: 7 });
    channel.connect((await guest.take('datagramAnswer')).body);
    nextOfferMs = performance.now() + limits.datagrams.offerMs;
    while (!channel.isOpen) await delay(pauseMs);
    let sent = 0;
    for (; !channel.isClosed; await delay(pauseMs)) {
      for (let one = 0; one < perPause; one++) {
        noteNumber++;
        sent++;
        const frame = encodeFrame({ kind: 'midiMessage', body: midi([0x90, 60, 100]), noteNumber });
        channel.send(writeDatagram({ number: sent, frames: [frame] }));
      }
    }
    channel.close();
    return sent;
  },

  /** Floods the port with packets of every kind. Resolves with how many were sent, and how many answers came. */
  async flood(url: string, seconds: number): Promise<Record<Kind, Flooded>> {
    const port = Number(new URL(url).port);
    const floods = await Promise.all(Object.values(kinds).map((make) => openFlood(make, port)));
    const endMs = performance.now() + seconds * 1000;
    while (performance.now() < endMs) {
      for (const flood of floods) flood.send(Math.ceil(perPause / floods.length));
      await delay(pauseMs);
    }
    await delay(lastAnswersMs);
    const figures = floods.map(({ close }) => close());
    return Object.fromEntries(Object.keys(kinds).map((kind, index) => [kind, figures[index]])) as Record<Kind, Flooded>;
  },
};

/** A socket of its own, so that answers are counted for each kind. */
async function openFlood(make: (seed: number) => Uint8Array, port: number) {
  const packets = Array.from({ length: differentPackets }, (_, seed) => make(seed));
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let [sent, answers] = [0, 0];
  socket.on('message', () => answers++);
  return {
    send(count: number) {
      for (let one = 0; one < count; one++, sent++)
        socket.send(packets[sent % packets.length] ?? '', port, '127.0.0.1');
    },
    close() {
      socket.close();
      return { sent, answers };
    },
  };
}

await answerCalls(calls);
// The library of the data channels keeps the process running otherwise.
process.exit();
