import { decodeServerFrame, encodeFrame, errorCodes, type Message } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { draws } from '../../../../testing/long-runs.ts';
import { noFigures } from '../../src/domain/quality.ts';
import { goldenFrames, mutations, usedHeap } from './mutations.ts';
import { Stage } from './stage.ts';
import { beat, midi } from './test-player.ts';

// The same tests for the codec alone and for the real server are in ../proof/lines/mutations.ts.
const seed = 20_261_121;
const count = draws(6_000);
/** The heap may grow by this much. It is generous: leaking every frame would be many times more. */
const growth = 1.25;

test(`R8.6: ${count} mutated frames on a socket get typed errors or work as valid frames, and affect nobody else (seed ${seed})`, async () => {
  const stage = await Stage.open();
  try {
    const { roomId, players } = await stage.band('ada', 'bo');
    const join = encodeFrame({ kind: 'joinRoomCommand', body: { roomId, password: '' }, requestId: 1 });
    // As many as golden frames, most of which do nothing outside a room.
    const alive = new Array<Uint8Array[]>(20).fill([...sensibleFrames, join]).flat();
    const frames = mutations(seed, [...goldenFrames(), ...alive], count);
    const visitor = new Visitor(stage);
    let before = 0;
    let round = 0;
    // Fewer than 20 at a time: 20 bad frames within 10 s close a connection.
    for (const batch of inBatches(frames, 19)) {
      if (++round === 30) before = usedHeap();
      // Inside a room most frames do more.
      await visitor.send([join, ...batch]);
      stage.time.advance(10_000);
      for (const player of players) {
        player.frames.length = 0;
        await player.sync();
      }
    }
    expect(usedHeap() / before).toBeLessThan(growth);
    expect(visitor.answers.get('error')).toBeGreaterThan(1_000);
    expect(visitor.answers.get('chatMessage')).toBeGreaterThan(10);
    expect(stage.logged.filter(({ msg }) => /failed/.test(msg))).toEqual([]);

    const [ada, bo] = players;
    await ada?.join(roomId);
    await bo?.join(roomId);
    ada?.play([0x90, 60, 100]);
    while ((await bo?.take('midiMessage'))?.sender !== 1);
  } finally {
    await stage.close();
  }
}, 600_000);

/** Valid frames that have an effect. */
const sensibleFrames = [
  encodeFrame({
    kind: 'chatMessage',
    body: { messageId: '', userId: '', username: '', displayName: '', message: 'hello', timestamp: 0, messageType: 0 },
    requestId: 2,
  }),
  encodeFrame({ kind: 'midiMessage', body: midi([0x90, 60, 100], [0xb0, 64, 127], [0x80, 60, 0]) }),
  encodeFrame({ kind: 'heartbeat', body: beat(1) }),
  encodeFrame({
    kind: 'quality',
    body: {
      ...noFigures,
      rtt: 1,
      jitter: 2,
      playoutDelay: 3,
      late: 4,
      dropped: 5,
      datagramState: 2,
      repaired: 6,
      reports: [],
    },
  }),
  encodeFrame({ kind: 'lobbyCommand', body: { subscribe: true }, requestId: 3 }),
  encodeFrame({ kind: 'userCommand', body: { setPlayer: { color: '#123456', instrument: 'flute' } } }),
];

/** A client that sends the given frames, and connects again after it was closed. */
class Visitor {
  readonly #stage: Stage;
  /** The number of answers of each kind. */
  readonly answers = new Map<string, number>();
  #socket: WebSocket | undefined;
  #beats = 1_000_000;
  #onSettled = () => {};

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Resolves when all frames have been answered, or the connection was closed. */
  async send(frames: readonly Uint8Array[]): Promise<void> {
    const socket = this.#socket?.readyState === WebSocket.OPEN ? this.#socket : await this.#connect();
    const clientTime = ++this.#beats;
    await new Promise<void>((resolve) => {
      this.#onSettled = resolve;
      for (const frame of frames) socket.send(frame);
      socket.send(encodeFrame({ kind: 'heartbeat', body: beat(clientTime) }));
    });
  }

  async #connect(): Promise<WebSocket> {
    const ticket = await this.#stage.ticket('visitor');
    const socket = new WebSocket(`ws://127.0.0.1:${this.#stage.port}/api/websocket/${ticket}`);
    this.#socket = socket;
    socket.on('message', (data) => this.#answered(decodeServerFrame(new Uint8Array(data as Buffer))));
    socket.on('close', () => this.#onSettled());
    await new Promise((resolve) => socket.once('open', resolve));
    return socket;
  }

  #answered(message: Message | undefined): void {
    if (message === undefined) throw new Error('the server sent a type that does not exist');
    this.answers.set(message.kind, (this.answers.get(message.kind) ?? 0) + 1);
    if (message.kind === 'error') {
      expect(errorCodes).toContain(message.body.code);
      expect(message.body.code).not.toBe('SERVER_ERROR');
    }
    if (message.kind === 'heartbeat' && message.body.clientTime === this.#beats) this.#onSettled();
  }
}

function* inBatches<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const each of all) {
    batch.push(each);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
