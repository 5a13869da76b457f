// The players of `npm run bench:loss`: SDK clients in one program, in Node or a browser. One clock measures all of them.
import { type NotesEvent, type Room, RoomtoneClient } from '@roomtone/sdk';
import { directNotesOf } from '@roomtone/sdk/direct';

export interface BandOptions {
  readonly url: string;
  /** Accounts that exist; the players share them. */
  readonly accounts: readonly string[];
  readonly password: string;
  readonly rooms: number;
  readonly playersPerRoom: number;
  /** `auto`: notes travel as datagrams if they can. `off`: only through the WebSocket. */
  readonly datagrams: 'auto' | 'off';
  /** Notes also go straight from player to player. */
  readonly isDirect: boolean;
  /** The process of the server. */
  readonly serverPid: number;
}

/** The fate of the events that were played, counted at every other player of the room. */
export interface Deliveries {
  readonly expected: number;
  readonly doubled: number;
  /** Events that arrived after their time, as the SDK counts them. */
  readonly late: number;
  /** From the hand to the arrival of each late event, µs of `performance.now()`. */
  readonly lateUs: readonly (readonly [fromUs: number, toUs: number])[];
  /** How many of them met a stall of the machine; undefined where that is not measured. */
  readonly lateInStalls?: number;
  /** From the player's hand to the listener's scheduler, µs, one for each delivery. */
  readonly transitUs: readonly number[];
  /** From the player's hand to the sound, µs. */
  readonly soundUs: readonly number[];
  /** How often a player lost the connection. */
  readonly reconnects: number;
}

const eventLength = 3;
const firstNote = 21;
const lastNote = 108;
const velocities = 127;
/** How many events of one player can be told apart. */
const maxEvents = (lastNote - firstNote + 1) * velocities * 2;
/** How long the last events may take. */
const stragglersMs = 10_000;

interface Player {
  readonly room: Room;
  readonly roommates: Player[];
  /** When each event was played, µs. */
  readonly playedUs: number[];
  /** How often each roommate's events have been heard. */
  readonly heard: Map<Player, Uint8Array>;
}

const nowUs = () => performance.now() * 1000;
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Band {
  readonly #players: readonly Player[];
  #transitUs: number[] = [];
  #soundUs: number[] = [];
  #lateUs: [number, number][] = [];
  #doubled = 0;
  #reconnects = 0;
  /** Earlier events do not count. */
  #from = 0;

  private constructor(players: readonly Player[]) {
    this.#players = players;
    for (const player of players) {
      player.room.on('notes', (event) => this.#take(player, event));
      player.room.on('state', ({ status }) => {
        if (status === 'reconnecting') this.#reconnects++;
      });
    }
  }

  /** Resolves when all players are in their rooms. */
  static async join({ rooms, playersPerRoom, isDirect, ...options }: BandOptions): Promise<Band> {
    const all: Player[] = [];
    for (let room = 0; room < rooms; room++) {
      const roommates: Player[] = [];
      let roomId = '';
      for (let number = 0; number < playersPerRoom; number++) {
        const client = await signIn(options, all.length + number);
        if (roomId === '') {
          const created = await client.rooms.create({ roomName: `Band ${room + 1}`, maxUsers: playersPerRoom });
          roomId = created.roomId;
        }
        roommates.push({ room: await client.joinRoom(roomId), roommates, playedUs: [], heard: new Map() });
      }
      for (const player of roommates) {
        for (const other of roommates) if (other !== player) player.heard.set(other, new Uint8Array(maxEvents));
      }
      if (isDirect) await openDirect(roommates);
      all.push(...roommates);
    }
    return new Band(all);
  }

  /** Everybody plays this many events a second, evenly, but not all at the same moment. */
  async play(seconds: number, perSecond: number): Promise<Deliveries> {
    this.#from = this.#players[0]?.playedUs.length ?? 0;
    this.#transitUs = [];
    this.#soundUs = [];
    this.#lateUs = [];
    this.#doubled = 0;
    this.#reconnects = 0;
    const lateBefore = this.#late();
    const count = seconds * perSecond;
    await Promise.all(
      this.#players.map((player, index) => playEvenly(player, count, 1000 / perSecond, index / this.#players.length)),
    );
    const expected = this.#players.reduce((sum, { roommates }) => sum + count * (roommates.length - 1), 0);
    for (const end = nowUs() + stragglersMs * 1000; this.#transitUs.length < expected && nowUs() < end; ) {
      await delay(10);
    }
    return {
      expected,
      doubled: this.#doubled,
      late: this.#late() - lateBefore,
      lateUs: this.#lateUs,
      transitUs: this.#transitUs,
      soundUs: this.#soundUs,
      reconnects: this.#reconnects,
    };
  }

  leave(): void {
    for (const { room } of this.#players) room.close();
  }

  #take(listener: Player, { participantId, playAtUs, offsets, data }: NotesEvent): void {
    const atUs = nowUs();
    const inUs = playAtUs - listener.room.serverNowUs();
    const player = listener.roommates.find(({ room }) => room.self.participantId === participantId);
    const heard = player === undefined ? undefined : listener.heard.get(player);
    // The server's releases, if a connection was lost, are not the player's.
    if (player === undefined || heard === undefined) return;
    for (const [index, offset] of offsets.entries()) {
      const number = numberOf(data.subarray(index * eventLength));
      const playedUs = player.playedUs[number];
      if (number < this.#from || playedUs === undefined) continue;
      if (heard[number] !== 0) {
        this.#doubled++;
        continue;
      }
      heard[number] = 1;
      this.#transitUs.push(atUs - playedUs);
      // A note that is on time sounds later than it arrives.
      if (inUs <= 0) this.#lateUs.push([playedUs, atUs]);
      this.#soundUs.push(Math.max(atUs, atUs + inUs + offset) - playedUs);
    }
  }

  /** Late messages so far, of every player at everybody else. */
  #late(): number {
    let late = 0;
    for (const { room, roommates } of this.#players) {
      for (const other of roommates) late += room.playout(other.room.self.participantId)?.late ?? 0;
    }
    return late;
  }
}

/** Resolves when each player of a room has a direct channel to each of the others. */
async function openDirect(players: readonly Player[]): Promise<void> {
  const direct = players.map(({ room }) => directNotesOf(room));
  await Promise.all(direct.map((notes) => notes.want(true)));
  const isOpen = () =>
    direct.every((notes, index) =>
      players.every(({ room }, other) => other === index || notes.figures(room.self.participantId)?.state !== 'none'),
    );
  while (!isOpen()) await delay(50);
}

async function signIn(
  { url, accounts, password, datagrams }: Pick<BandOptions, 'url' | 'accounts' | 'password' | 'datagrams'>,
  index: number,
) {
  const options = { baseUrl: url, datagrams };
  const client = new RoomtoneClient(options);
  await client.login({ username: accounts[index % accounts.length] ?? '', password });
  return client;
}

/** @param phase where in the interval this player plays, 0 to 1. */
async function playEvenly({ room, playedUs }: Player, count: number, everyMs: number, phase: number): Promise<void> {
  const startMs = performance.now() + phase * everyMs;
  for (let event = 0; event < count; event++) {
    await delay(Math.max(0, startMs + event * everyMs - performance.now()));
    const number = playedUs.length;
    if (number >= maxEvents) throw new Error(`only ${maxEvents} events of a player can be told apart`);
    playedUs.push(nowUs());
    room.send(eventWith(number));
  }
}

/** A note-on or its note-off whose key and velocity encode the event's number. */
function eventWith(number: number): Uint8Array {
  const note = number >> 1;
  const status = number % 2 === 0 ? 0x90 : 0x80;
  return Uint8Array.of(status, firstNote + Math.floor(note / velocities), 1 + (note % velocities));
}

function numberOf([status = 0, key = 0, velocity = 0]: Uint8Array): number {
  const note = (key - firstNote) * velocities + velocity - 1;
  return note * 2 + (status >> 4 === 0x9 ? 0 : 1);
}
