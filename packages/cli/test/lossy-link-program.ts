// The musicians of the tests on an emulated link: SDK clients at the link's other end.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HeldNotes, type TimedEvent } from '@roomtone/protocol';
import { type DatagramFigures, type Room, RoomtoneClient } from '@roomtone/sdk';
import { directNotesOf } from '@roomtone/sdk/direct';
import { readMidiFile } from '@roomtone/smf';
import { answerCalls } from '../../../testing/called-program.ts';
import { NumberedNotes } from '../../../testing/numbered-notes.ts';
import { playEvents } from '../src/music/playing.ts';
import { Recording } from '../src/music/recording.ts';
import { fastestSpeed } from '../src/music/speed.ts';
import { compareStreams } from './music/streams.ts';

/** A piece as the other player in the room heard it. */
export interface PieceHeard {
  readonly name: string;
  readonly events: number;
  readonly isSame: boolean;
  readonly missing: number;
  readonly surplus: number;
  /** Keys and pedals that are still down for the other player. */
  readonly held: number;
}

interface Piece {
  readonly name: string;
  readonly events: readonly TimedEvent[];
}

interface Duo {
  readonly url: string;
  readonly roomId: string;
  readonly players: readonly [Room, Room];
}

const password = 'correct horse 7';
/** Longer than any packet takes to be sent again until it arrives. */
const stragglersMs = 15_000;

const duos: Duo[] = [];
let notes: NumberedNotes<DatagramFigures> | undefined;

export const calls = {
  /** Opens this many rooms with two players each. Resolves when all of them use datagrams. */
  async join(url: string, rooms: number): Promise<void> {
    duos.push(...(await Promise.all(Array.from({ length: rooms }, (_, room) => openDuo(url, room)))));
    const [duo] = duos;
    if (duo !== undefined) notes = new NumberedNotes(...duo.players);
  },

  /** Both players of the first room play numbered notes from now on. */
  async begin(): Promise<void> {
    notes?.begin();
  },

  sofar: async () => notes?.sofar() ?? [],

  /** They stop. Resolves with what each has heard of the other. */
  finish: async () => (await notes?.finish()) ?? [],

  /** Resolves when the datagrams of both players of the first room are in this state. */
  async until(state: DatagramFigures['state']): Promise<void> {
    await Promise.all(duos[0]?.players.map((player) => untilState(player, state)) ?? []);
  },

  /** All notes also go straight from player to player from now on. Resolves when all direct channels are open. */
  async direct(): Promise<void> {
    for (const { players } of duos) {
      const both = players.map((room) => directNotesOf(room));
      await Promise.all(both.map((notes) => notes.want(true)));
      const states = () => players.map((room, index) => both[1 - index]?.figures(room.self.participantId)?.state);
      while (states().includes('none')) await delay(20);
    }
  },

  /**
   * Plays pieces in all rooms, all players at once. Resolves with what was heard.
   * @param most how many events of each piece are played.
   * @param seconds how long each piece takes, unless the quota makes it slower.
   */
  async playPieces(paths: readonly string[], most: number, seconds: number): Promise<readonly PieceHeard[]> {
    const pieces = await Promise.all(
      paths.map(async (path) => ({
        name: basename(path),
        events: readMidiFile(await readFile(path)).events.slice(0, most),
      })),
    );
    const heard = await Promise.all(
      duos.flatMap(({ players: [one, other] }) => [
        playNext(one, other, pieces, seconds),
        playNext(other, one, pieces, seconds),
      ]),
    );
    return heard.flat();
  },

  /** How many keys and pedals are down in the rooms for somebody who joins now. */
  async sounding(): Promise<number> {
    const all = await Promise.all(
      duos.map(async ({ url, roomId }) => {
        const guest = await new RoomtoneClient({ baseUrl: url }).joinRoom(roomId);
        const { sounding } = guest.snapshot;
        await guest.leave();
        return sounding.reduce((sum, { data }) => sum + heldAfter([data]), 0);
      }),
    );
    return all.reduce((sum, held) => sum + held, 0);
  },
};

async function openDuo(url: string, room: number): Promise<Duo> {
  const [one, other] = await Promise.all([signUp(url, `one-${room}`), signUp(url, `other-${room}`)]);
  const { roomId } = await one.rooms.create({ roomName: 'Bad Wi-Fi' });
  const players = await Promise.all([one, other].map((client) => client.joinRoom(roomId, { thinning: false })));
  await Promise.all(players.map((player) => untilState(player, 'used')));
  return { url, roomId, players: players as [Room, Room] };
}

async function signUp(baseUrl: string, username: string): Promise<RoomtoneClient> {
  const client = new RoomtoneClient({ baseUrl, datagrams: 'auto' });
  await client.register({ username, email: `${username}@example.org`, password });
  return client;
}

async function untilState(room: Room, state: DatagramFigures['state']): Promise<void> {
  while (room.datagrams.state !== state) await delay(20);
}

/** Plays the pieces that are left, one after another. */
async function playNext(player: Room, listener: Room, left: Piece[], seconds: number) {
  const heard: PieceHeard[] = [];
  for (let piece = left.shift(); piece !== undefined; piece = left.shift())
    heard.push(await playPiece(player, listener, piece, seconds));
  return heard;
}

async function playPiece(player: Room, listener: Room, { name, events }: Piece, seconds: number) {
  const limits = player.snapshot.limits;
  if (limits === undefined) throw new Error('the server has named no limits');
  const recording = new Recording(listener);
  const sent: TimedEvent[] = [];
  const watched = {
    serverNowUs: () => player.serverNowUs(),
    setPlayer: player.setPlayer.bind(player),
    on: player.on.bind(player),
    send: (batch: readonly TimedEvent[]) => {
      sent.push(...batch);
      return player.send(batch);
    },
  };
  const speed = Math.min(fastestSpeed(events, limits), (events.at(-1)?.timeUs ?? 0) / (seconds * 1_000_000));
  await playEvents(watched, events, { speed, limits });
  const heard = () =>
    recording.takes.find(({ participant }) => participant === player.self.participantId)?.events ?? [];
  for (let waitedMs = 0; heard().length < sent.length && waitedMs < stragglersMs; waitedMs += 20) await delay(20);
  // The answer comes after whatever the server has relayed twice.
  await listener.setPlayer({});
  recording.stop();
  const { isSame, missing, surplus } = compareStreams(sent, heard());
  return { name, events: events.length, isSame, missing, surplus, held: heldAfter(heard().map(({ data }) => data)) };
}

/** How many keys and pedals are down after these MIDI events. */
function heldAfter(events: readonly Uint8Array[]): number {
  const held = new HeldNotes();
  for (const data of events) held.feed(data);
  return held.release().length / 3;
}

await answerCalls(calls);
// The library of the data channels keeps the process running otherwise.
process.exit();
