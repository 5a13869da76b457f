import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { LoadSocket } from './load/load-socket.ts';
import { noteId, noteIds, notePayload } from './load/note.ts';
import type { Peer, Player } from './load/peers.ts';
import { type MeasuredProcess, stolenMs, type Usage, usageOf } from './measured-process.ts';
import type { Shape } from './shapes.ts';
import { quantile } from './statistics.ts';

/** What one measurement gave; what a shape does not tell is absent. */
export interface Figures {
  /** From the load's write to its read, µs. */
  p50?: number;
  p99?: number;
  /** When the last of a fan-out had its note: median, µs. */
  last?: number;
  /** Server CPU a delivered note, µs. */
  cpu?: number;
  /** Delivered notes a second. */
  throughput?: number;
  /** Server memory a connection, bytes. */
  memory?: number;
}

/** While warming up. */
const betweenHeartbeatsMs = 250;
/** Notes a second while warming up, at least: code is compiled by how often it ran, and compiling takes the server's core. */
const warmUpRate = 8_000;
/** As many as a player may play in Roomtone for long. */
const mostOfOne = 100;
/** Until the caches hold what the server needs that is measured now, not what another did. */
const leadInMs = 150;
/** Short, so that what disturbs a machine now and then leaves most of them alone. */
const sliceMs = 100;
const slicesOfALook = 10;
/** What is under way when a slice ends arrives in this time, or never. */
const landingMs = 50;
/** A flood is over when nothing has come for so long. */
const silentMs = 300;
/** Before the memory of servers that have just started is read. */
const settleMs = 700;
/** Members that join at the same time. */
const joiningAtOnce = 20;

/** After this a server that nobody asks for anything has collected its garbage, if it ever does. */
const idleMs = 20_000;

type Played = Exclude<Shape, { kind: 'idle' }>;

/** A server with the shape's players in it, who can be looked at again and again beside others. */
export interface Stage {
  /** Slices of time, or floods, that were kept so far. */
  readonly kept: number;
  /** The share of the time that others kept the server or the load from its core in the quietest of all, kept or not. */
  readonly leastTaken: number;
  /** Plays for about a second, and keeps the slices of it of which others took no more than that share. */
  look(mostTaken: number): Promise<void>;
  /** What all that was kept says. */
  figures(): Figures;
  /** Says what clients say while they do nothing: servers close who is silent for long. */
  settle(): void;
  /** Closes every connection. */
  leave(): void;
}

/** What is measured until it is enough. */
export interface Wanted {
  /** Slices of time; of floods one is enough. */
  readonly slices: number;
  /** Players who can play more than once do so for that long before all else. */
  readonly warmUpMs: number;
}

/** Brings the shape's players in. @param others those who wait meanwhile. */
export async function enter(
  shape: Played,
  measured: Measured,
  wanted: Wanted,
  others: readonly Stage[],
): Promise<Stage> {
  if (shape.kind === 'flood') return new FloodStage(shape, measured);
  const players = await join(shape.rooms, shape.members, measured.peer);
  const senders = players.slice(0, (shape.senders ?? shape.members) * shape.rooms);
  const paced = { rate: shape.rate, senders, players, listeners: shape.members - 1 };
  const stage = new PacedStage(paced, measured, wanted);
  await stage.warmUp(wanted.warmUpMs, others);
  return stage;
}

function join(rooms: number, members: number, peer: Peer): Promise<Player[]> {
  const run = `${Date.now().toString(36)}-`;
  const seats = Array.from({ length: rooms * members }, (_, index) => `${run}${index % rooms}`);
  return inBatches(seats, (room) => peer.join(room));
}

function leave(players: readonly Player[]): void {
  for (const { link } of players) link.close();
}

interface Paced {
  readonly rate: number;
  readonly senders: readonly Player[];
  readonly players: readonly Player[];
  /** How many get each note. */
  readonly listeners: number;
}

class PacedStage implements Stage {
  kept = 0;
  leastTaken = 1;
  readonly #paced: Paced;
  readonly #name: string;
  readonly #server: MeasuredProcess;
  readonly #wanted: Wanted;
  readonly #sentAt = new Float64Array(noteIds);
  readonly #arrived = new Uint32Array(noteIds);
  /** Made once: to make room while measuring would be garbage for the load to collect. */
  readonly #latencies: Float64Array;
  #heard = 0;
  #lasts: number[] = [];
  #cpuUs = 0;
  #underWay = 0;
  /** What was sent before, and has not arrived, is given up. */
  #landedMs = 0;
  #isMeasuring = false;
  #next = 0;

  constructor(paced: Paced, { peer, server }: Measured, wanted: Wanted) {
    this.#name = peer.name;
    this.#paced = paced;
    this.#server = server;
    this.#wanted = wanted;
    const deliveriesASlice = ((paced.rate * sliceMs) / 1000) * paced.senders.length * paced.listeners;
    this.#latencies = new Float64Array((wanted.slices + 1) * deliveriesASlice);
    for (const { link, payloadAt } of paced.players) {
      link.onBinary = (bytes, start, end) => {
        if (isNote(bytes, start + payloadAt, end)) this.#hear(noteId(bytes, start + payloadAt));
      };
    }
  }

  settle(): void {
    for (const player of this.#paced.players) player.settle?.();
  }

  async warmUp(warmUpMs: number, others: readonly Stage[]): Promise<void> {
    const { rate, senders } = this.#paced;
    for (let playedMs = 0; playedMs < warmUpMs; playedMs += betweenHeartbeatsMs) {
      for (const stage of [this, ...others]) stage.settle();
      await this.#play(betweenHeartbeatsMs, Math.max(rate, Math.min(mostOfOne, warmUpRate / senders.length)));
    }
  }

  async look(mostTaken: number): Promise<void> {
    await this.#play(leadInMs);
    await this.#landing();
    for (let slice = 0; slice < slicesOfALook && this.kept < this.#wanted.slices; slice++) await this.#slice(mostTaken);
  }

  figures(): Figures {
    const lost = this.#paced.players.filter(({ link }) => link.socket.destroyed).length;
    if (lost > 0) throw new Error(`${this.#name} closed ${lost} connections.`);
    const latencies = this.#latencies.subarray(0, this.#heard);
    if (latencies.length === 0) throw new Error('No note was delivered.');
    return {
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      ...(this.#paced.senders.length === 1 ? { last: quantile(this.#lasts, 0.5) } : {}),
      cpu: this.#cpuUs / latencies.length,
    };
  }

  leave(): void {
    leave(this.#paced.players);
  }

  /** What was used is read while no note is under way, so that none waits for the reading. */
  async #slice(mostTaken: number): Promise<void> {
    const [heard, lasts] = [this.#heard, this.#lasts.length];
    const before = momentOf(this.#server);
    this.#isMeasuring = true;
    await this.#play(sliceMs);
    await this.#landing();
    this.#isMeasuring = false;
    const { cpuUs, taken } = costSince(before, this.#server);
    this.leastTaken = Math.min(this.leastTaken, taken);
    if (taken <= mostTaken) {
      this.kept++;
      this.#cpuUs += cpuUs;
    } else {
      this.#heard = heard;
      this.#lasts.length = lasts;
    }
  }

  /** Until everybody has heard everything. */
  async #landing(): Promise<void> {
    const startMs = performance.now();
    while (this.#underWay > 0 && performance.now() - startMs < landingMs) await nextTurn();
    this.#underWay = 0;
    this.#landedMs = performance.now();
  }

  #hear(id: number): void {
    const latencyUs = (performance.now() - (this.#sentAt[id] ?? 0)) * 1000;
    this.#arrived[id] = (this.#arrived[id] ?? 0) + 1;
    if ((this.#sentAt[id] ?? 0) >= this.#landedMs) this.#underWay--;
    if (!this.#isMeasuring) return;
    this.#latencies[this.#heard++] = latencyUs;
    if (this.#arrived[id] === this.#paced.listeners) this.#lasts.push(latencyUs);
  }

  #play(forMs: number, rate = this.#paced.rate): Promise<void> {
    const { senders } = this.#paced;
    const gapMs = 1000 / (rate * senders.length);
    const startMs = performance.now();
    let note = 0;
    return new Promise((resolve) => {
      // Without a promise a turn, of which there are more than notes: it would be garbage for the load to collect.
      const turn = () => {
        // All notes that are due by now; a turn of the event loop then lets answers in. While no note is under way there are
        // none, and each turn would leave garbage behind.
        do {
          const nowMs = performance.now() - startMs;
          while (note * gapMs < forMs && note * gapMs <= nowMs) {
            this.#send(senders);
            note++;
          }
        } while (this.#underWay === 0 && note * gapMs < forMs);
        if (note * gapMs < forMs) setImmediate(turn);
        else resolve();
      };
      turn();
    });
  }

  #send(senders: readonly Player[]): void {
    const id = this.#next++ % noteIds;
    const sender = senders[id % senders.length];
    this.#arrived[id] = 0;
    this.#underWay += this.#paced.listeners;
    this.#sentAt[id] = performance.now();
    sender?.link.socket.write(sender.frame(notePayload(id, Date.now() * 1000)));
  }
}

/** Each time players who have not played yet: they may play as much at once as Roomtone allows. */
class FloodStage implements Stage {
  kept = 0;
  leastTaken = 1;
  readonly #shape: Played & { kind: 'flood' };
  readonly #measured: Measured;
  #figures: Figures = {};

  constructor(shape: Played & { kind: 'flood' }, measured: Measured) {
    this.#shape = shape;
    this.#measured = measured;
  }

  async look(mostTaken: number): Promise<void> {
    const { peer, server } = this.#measured;
    const players = await join(1, this.#shape.members, peer);
    for (const player of players) player.settle?.();
    const { taken, ...figures } = await measureFlood(this.#shape.notes, players, server);
    leave(players);
    this.leastTaken = Math.min(this.leastTaken, taken);
    if (taken > mostTaken) return;
    this.kept++;
    this.#figures = figures;
  }

  figures(): Figures {
    return this.#figures;
  }

  settle(): void {}

  leave(): void {}
}

async function measureFlood(notes: number, players: readonly Player[], server: MeasuredProcess) {
  let deliveries = 0;
  let lastMs = 0;
  for (const { link, payloadAt } of players) {
    link.onBinary = (bytes, start, end) => {
      if (isNote(bytes, start + payloadAt, end)) deliveries++;
    };
  }
  const floods = players.map(({ frame }) => {
    const played = Array.from({ length: notes }, (_, id) => frame(notePayload(id % noteIds, Date.now() * 1000)));
    return Buffer.concat(played);
  });
  const before = momentOf(server);
  for (const [index, { link }] of players.entries()) link.socket.write(floods[index] ?? '');
  for (let seen = -1; performance.now() - lastMs < silentMs || seen !== deliveries; ) {
    if (seen !== deliveries) lastMs = performance.now();
    seen = deliveries;
    await nextTurn();
  }
  const { cpuUs, taken } = costSince(before, server);
  return { cpu: cpuUs / deliveries, taken, throughput: (deliveries / (lastMs - before.ms)) * 1000 };
}

/** What connections take that do nothing; of servers that are fresh, all at a time, since nothing runs meanwhile. */
export async function measureIdle(connections: number, servers: readonly Measured[]): Promise<Figures[]> {
  await delay(settleMs);
  const empty = servers.map(({ server }) => server.residentBytes());
  const links: LoadSocket[] = [];
  for (const { peer } of servers) {
    links.push(...(await inBatches(Array.from({ length: connections }), () => peer.connect())));
  }
  await delay(idleMs);
  const figures = servers.map(({ server }, index) => ({
    memory: (server.residentBytes() - (empty[index] ?? 0)) / connections,
  }));
  for (const link of links) link.close();
  return figures;
}

export interface Measured {
  readonly peer: Peer;
  readonly server: MeasuredProcess;
}

/** A heartbeat, a pong or the like is no note. */
function isNote(bytes: Buffer, payloadAt: number, end: number): boolean {
  return end - payloadAt >= 21 && bytes[payloadAt] === 8 && bytes[payloadAt + 1] === 5;
}

/** What the server and the load, which is this process, have used by a moment, and what the host of a virtual machine took. */
interface Moment {
  readonly ms: number;
  readonly server: Usage;
  readonly load: Usage;
  readonly stolenMs: readonly number[];
}

function momentOf(server: MeasuredProcess): Moment {
  return { ms: performance.now(), server: server.usage(), load: usageOf(process.pid), stolenMs: stolenMs() };
}

function costSince(before: Moment, server: MeasuredProcess): { cpuUs: number; taken: number } {
  const after = momentOf(server);
  const stolen = Math.max(...after.stolenMs.map((ms, core) => ms - (before.stolenMs[core] ?? 0)));
  const keptUs = Math.max(keptFor(before.server, after.server), keptFor(before.load, after.load), stolen * 1000, 0);
  return { cpuUs: after.server.cpuUs - before.server.cpuUs, taken: keptUs / ((after.ms - before.ms) * 1000) };
}

/** How long others kept a process from its core, µs: what it waited for its own threads is its own doing. */
function keptFor(before: Usage, after: Usage): number {
  return after.waitUs - before.waitUs - (after.besideUs - before.besideUs);
}

async function inBatches<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let begin = 0; begin < items.length; begin += joiningAtOnce) {
    results.push(...(await Promise.all(items.slice(begin, begin + joiningAtOnce).map(act))));
  }
  return results;
}
