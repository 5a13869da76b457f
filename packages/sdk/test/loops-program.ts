// The players of the test of loops on an emulated link: SDK clients at one of the link's ends, which write down what they play.
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { type LoopLayer, LoopParts, LoopPlayer, loopsOf, type StepPatterns } from '@roomtone/sdk/loops';
import { answerCalls } from '../../../testing/called-program.ts';

/** An event of a loop as one machine played it. */
export interface PlayedEvent {
  readonly part: string;
  /** When it was due, service clock µs. */
  readonly timeUs: number;
  /** When this machine played it, on the clock that all processes of the machine share, µs. */
  readonly playedUs: number;
  readonly data: readonly number[];
}

const password = 'correct horse 7';
/** Heartbeats come more often at first, for the clock. */
const firstReadings = 8;
const everyMs = 50;
const aheadUs = 400_000;
const barTicks = 2 * 480;

/** Plays the loops of its room to a list. */
class LoopListener {
  readonly room: Room;
  readonly events: PlayedEvent[] = [];
  readonly #parts = new LoopParts();
  readonly #player = new LoopPlayer();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(room: Room) {
    this.room = room;
    loopsOf(room).on('changed', () => this.#play());
    this.#timer = setInterval(() => this.#play(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.room.close();
  }

  #play(): void {
    const nowUs = this.room.serverNowUs();
    const toSharedUs = sharedNowUs() - nowUs;
    const spans = [...this.#parts.of(loopsOf(this.room).all.values())].map(([key, part]) => [key, part.spans] as const);
    for (const { part, voidFromUs = Number.POSITIVE_INFINITY, events } of this.#player.advance(
      new Map(spans),
      nowUs,
      nowUs + aheadUs,
    )) {
      const kept = this.events.filter((event) => event.part !== part || event.timeUs < voidFromUs);
      const added = events.map(({ timeUs, data }) => ({
        part,
        timeUs,
        playedUs: timeUs + toSharedUs,
        data: [...data],
      }));
      this.events.splice(0, this.events.length, ...kept, ...added);
    }
  }
}

const listeners = new Map<string, LoopListener>();
let roomId = '';
const { promise: untilOpen, resolve: hasOpened } = Promise.withResolvers<void>();

export const calls = {
  /** The first of them opens a room, in which a fast metronome runs, and the others join it. */
  async open(url: string, names: readonly string[]): Promise<string> {
    const [first = '', ...others] = names;
    const opened = calls.join(url, first, '', true);
    await untilOpen;
    await Promise.all([opened, ...others.map((name) => calls.join(url, name, roomId, true))]);
    await listeners.get(first)?.room.time.setTransport({ bpm: 400, beatsPerBar: 2, running: true });
    return roomId;
  },

  /** Joins a room; opens one if there is none. @param settles true to wait until the clock is exact. */
  async join(url: string, name: string, id: string, settles: boolean): Promise<void> {
    const client = new RoomtoneClient({ baseUrl: url, datagrams: 'off' });
    await client.register({ username: name, email: `${name}@example.org`, password });
    const room = id === '' ? await client.createRoom({ roomName: 'Loops' }) : await client.joinRoom(id);
    roomId = room.info.roomId;
    hasOpened();
    await Promise.all([loopsOf(room).ready, settles ? settled(room) : undefined]);
    listeners.set(name, new LoopListener(room));
  },

  /** Each player puts a loop of another kind and length into a slot, and starts it. */
  async loop(): Promise<void> {
    await Promise.all(
      inOrder().map(async ([, { room }], slot) => {
        const loops = loopsOf(room);
        if (slot === 0) {
          await loops.makePatterns(slot, { name: 'Beat', ...beat });
          await loops.start(slot);
        } else {
          const layers = [layerOf(slot)];
          await loops.record(slot, { name: `Loop ${slot}`, bars: slot, beatsPerBar: 2, layers, start: {} });
        }
      }),
    );
  },

  /** What each player has played so far, by name. */
  heard: async () => inOrder().map(([name, { events }]) => ({ name, events })),

  /** Service clock minus the shared clock, as each player has it, µs. */
  offsets: async () => [...listeners.values()].map(({ room }) => room.serverNowUs() - sharedNowUs()),

  async leave(): Promise<void> {
    for (const listener of listeners.values()) listener.stop();
  },
};

/** By name. */
function inOrder(): [string, LoopListener][] {
  return [...listeners].sort(([one], [other]) => one.localeCompare(other));
}

const beat: Omit<StepPatterns, 'kind'> = {
  ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat: 4, swing: 60, keys: [36, 42] },
  patterns: [{ steps: 8, lanes: [[100, 0, 0, 0, 100, 0, 0, 0], Array.from({ length: 8 }, () => 70)] }],
};

function layerOf(number: number): LoopLayer {
  const key = 60 + number;
  return {
    ...{ channel: number, bankMsb: 0, bankLsb: 0, program: 10 + number },
    events: [
      { tick: 0, data: Uint8Array.of(0x90 | number, key, 90) },
      { tick: 240, data: Uint8Array.of(0x80 | number, key, 64) },
      { tick: barTicks - 100, data: Uint8Array.of(0x90 | number, key + 7, 90) },
      { tick: barTicks - 10, data: Uint8Array.of(0x80 | number, key + 7, 64) },
    ],
  };
}

/** Resolves when the clock has been compared as often as it is at first. */
function settled(room: Room): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let readings = 0;
  room.on('clock', () => {
    readings++;
    if (readings === firstReadings) resolve();
  });
  return promise;
}

/** The clock of the machine, which all of its processes share, µs. */
function sharedNowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

answerCalls(calls);
