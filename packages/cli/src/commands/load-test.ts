import type { Room, RoomtoneClient } from '@roomtone/sdk';
import type { Context } from '../command.ts';
import { throwaway } from '../connect.ts';
import { type Destination, reaching } from '../destination.ts';
import { UsageError } from '../explain.ts';
import { figuresOf, msText } from '../figures.ts';
import { Progress } from '../music/progress.ts';
import { pause } from './ping.ts';

export interface LoadTestOptions {
  readonly rooms: string;
  readonly players: string;
  readonly seconds: string;
  readonly rate: string;
}

/** Connections of one account: a server allows 20, and the account may be in use elsewhere. */
const ofAccount = 16;
const settleMs = 1_000;
const lastNotesMs = 2_000;
const perKey = 127;
const most = { rooms: 200, players: 64, seconds: 3_600, rate: 50 };

/** The notes of every room together. */
interface Load {
  sent: number;
  /** Each note is expected by every other player of its room. */
  expected: number;
  /** From when a note was played until another player had it, µs. */
  readonly takenUs: number[];
}

/**
 * Has players play in rooms of their own, and measures when their notes arrive at the others: what a server and the way to it can take.
 * The rooms and the accounts are deleted at the end.
 */
export async function loadTest(context: Context, where: string | undefined, options: LoadTestOptions): Promise<number> {
  const [rooms, players, rate] = [count('rooms', options), count('players', options), count('rate', options)];
  const seconds = Number(options.seconds);
  if (!(seconds > 0 && seconds <= most.seconds))
    throw new UsageError(`--seconds must be a number above 0, at most ${most.seconds}.`);
  if (players < 2) throw new UsageError('--players must be at least 2: somebody has to hear the notes.');
  const { output } = context;
  const destination = context.server(where);
  const load: Load = { sent: 0, expected: 0, takenUs: [] };
  await context.connected(destination, { need: 'account' }, async ({ client, as }) => {
    const crowd = new Crowd(context, destination, client);
    try {
      output.say(
        `${rooms} room${rooms === 1 ? '' : 's'} with ${players} players each join ${destination.baseUrl} as ${as} …`,
      );
      const bands = await crowd.bands(rooms, players);
      await pause(settleMs, context.signal);
      output.say(`They play ${rate} notes a second each, for ${seconds} s …`);
      await playAll(context, bands, { rate, forMs: seconds * 1_000 }, load);
    } finally {
      await crowd.leave();
    }
  });
  const latency = figuresOf(load.takenUs);
  const received = load.takenUs.length;
  const lost = load.expected - received;
  const words = latency === undefined ? 'nothing arrived' : `p50 ${msText(latency.median)}, p99 ${msText(latency.p99)}`;
  output.result(
    {
      server: destination.baseUrl,
      rooms,
      players,
      seconds,
      rate,
      sent: load.sent,
      received,
      lost,
      latency: latency ?? null,
    },
    `${load.sent} notes, heard ${received} times: ${words}, lost ${lost}`,
  );
  if (context.signal.aborted) return 130;
  return lost === 0 && received > 0 ? 0 : 1;
}

function count(name: 'rooms' | 'players' | 'rate', options: LoadTestOptions): number {
  const number = Number(options[name]);
  if (!Number.isInteger(number) || number < 1 || number > most[name])
    throw new UsageError(`--${name} must be a whole number from 1 to ${most[name]}.`);
  return number;
}

/** The players, with the rooms and accounts that were made for them. */
class Crowd {
  readonly #context: Context;
  readonly #destination: Destination;
  readonly #made: { readonly room: Room; readonly client: RoomtoneClient }[] = [];
  readonly #rooms: Room[] = [];
  readonly #accounts: { close(): Promise<void> }[] = [];
  #client: RoomtoneClient;
  #used = 0;

  constructor(context: Context, destination: Destination, owner: RoomtoneClient) {
    this.#context = context;
    this.#destination = destination;
    this.#client = owner;
  }

  /** The players of each room. */
  async bands(rooms: number, players: number): Promise<readonly (readonly Room[])[]> {
    const { signal } = this.#context;
    const bands: Room[][] = [];
    for (let index = 0; index < rooms && !signal.aborted; index++) {
      const roomName = `load test ${index + 1}`;
      const client = await this.#next();
      const first = await this.#context.patiently(() =>
        client.createRoom({ roomName, roomType: 'private', maxUsers: players, signal }),
      );
      this.#made.push({ room: first, client });
      this.#rooms.push(first);
      const band = [first];
      bands.push(band);
      while (band.length < players) {
        const player = await this.#next();
        const room = await this.#context.patiently(() => player.joinRoom(first.info.roomId, { signal }));
        this.#rooms.push(room);
        band.push(room);
      }
    }
    return bands;
  }

  async leave(): Promise<void> {
    await Promise.all(this.#rooms.map((room) => room.leave()));
    for (const { room, client } of this.#made)
      await this.#context.patiently(() => client.rooms.delete(room.info.roomId)).catch(() => {});
    for (const account of this.#accounts) await account.close().catch(() => {});
  }

  /** The account of the next connection. */
  async #next(): Promise<RoomtoneClient> {
    if (this.#used++ < ofAccount) return this.#client;
    this.#used = 1;
    const made = await throwaway(reaching(this.#destination), (call) => this.#context.patiently(call));
    this.#accounts.push(made);
    this.#client = made.client;
    return made.client;
  }
}

async function playAll(
  { signal, output }: Context,
  bands: readonly (readonly Room[])[],
  { rate, forMs }: { readonly rate: number; readonly forMs: number },
  load: Load,
): Promise<void> {
  const startMs = performance.now();
  const progress = new Progress(output.progress);
  const everyMs = 1_000 / rate;
  const players = bands.flatMap((band) => band.map((room) => playerIn(room, band, load)));
  // They do not all play at the same moment, as people do not.
  await Promise.all(
    players.map(async (play, index) => {
      for (let note = 0; ; note++) {
        const dueMs = startMs + (note + index / players.length) * everyMs;
        if (dueMs >= startMs + forMs || signal.aborted) return;
        await pause(Math.max(0, dueMs - performance.now()), signal);
        if (signal.aborted) return;
        play(note);
        const elapsedMs = performance.now() - startMs;
        progress.show(`${Math.floor(elapsedMs / 1_000)} s, ${load.takenUs.length} notes heard`, elapsedMs / forMs);
      }
    }),
  );
  progress.end();
  const lastMs = performance.now() + lastNotesMs;
  while (load.takenUs.length < load.expected && performance.now() < lastMs) await pause(50);
}

/** Plays the nth note of a player. Key and velocity together say which one arrives. */
function playerIn(room: Room, band: readonly Room[], load: Load): (note: number) => void {
  const playedMs: number[] = [];
  for (const other of band) {
    if (other === room) continue;
    other.on('note', ({ participantId, type, key, velocity }) => {
      if (type !== 'noteOn' || participantId !== room.self.participantId) return;
      const sentMs = playedMs[(velocity - 1) * 128 + key];
      if (sentMs !== undefined) load.takenUs.push((performance.now() - sentMs) * 1_000);
    });
  }
  return (note) => {
    const index = note % (perKey * 128);
    const key = index % 128;
    playedMs[index] = performance.now();
    if (!room.noteOn(key, Math.floor(index / 128) + 1).sent) return;
    load.sent++;
    load.expected += band.length - 1;
    room.noteOff(key);
  };
}
