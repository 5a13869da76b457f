import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { LoadSocket } from './load/load-socket.ts';
import { noteId, noteIds, notePayload } from './load/note.ts';
import type { Peer, Player } from './load/peers.ts';
import { type MeasuredProcess, stolenMs, type Usage, usageOf } from './measured-process.ts';
import type { Shape } from './shapes.ts';
import { quantile } from './statistics.ts';

/** The results of one measurement; figures that do not apply are undefined. */
export interface Figures {
  /** From the load generator's write to its read, µs. */
  p50?: number;
  p99?: number;
  /** When the last receiver of a fan-out got its note: median, µs. */
  last?: number;
  /** Server CPU per delivered note, µs. */
  cpu?: number;
  /** Delivered notes per second. */
  throughput?: number;
  /** Server memory per connection, bytes. */
  memory?: number;
}

/** During the warm-up. */
const betweenHeartbeatsMs = 250;
/**
 * Notes per second during the warm-up, at least: code is compiled after a number of runs, and compiling takes the
 * server's core.
 */
const warmUpRate = 8_000;
/** The most notes per second that a player may play continuously in Roomtone. */
const maxPerPlayer = 100;
/** Time for the caches to fill with what the server under measurement needs, instead of another one's data. */
const leadInMs = 150;
/** Short, so that occasional disturbances leave most slices untouched. */
const sliceMs = 100;
const slicesPerMeasurement = 10;
/** Notes in flight at the end of a slice arrive within this time, or never. */
const arrivalMs = 50;
/** A flood is over if nothing has arrived for this long. */
const silentMs = 300;
/** Time before the memory of newly started servers is read. */
const settleMs = 700;
/** Number of participants that join at the same time. */
const joiningAtOnce = 20;

/** After this long, an idle server has collected its garbage, if it ever does. */
const idleMs = 20_000;

type Played = Exclude<Shape, { kind: 'idle' }>;

/** A server with the players of one kind of load, measured repeatedly in turn with others. */
export interface Measurement {
  /** Number of slices, or floods, that were kept so far. */
  readonly kept: number;
  /**
   * The share of time for which other processes kept the server or the load generator from its core in the quietest
   * slice, kept or not.
   */
  readonly minTaken: number;
  /** Plays for about a second and keeps the slices in which other processes took no more than that share. */
  measure(maxTaken: number): Promise<void>;
  /** The results of everything that was kept. */
  figures(): Figures;
  /** Sends what idle clients send: servers close connections that are silent for long. */
  settle(): void;
  /** Closes every connection. */
  leave(): void;
}

/** The amount to measure. */
export interface Wanted {
  /** Number of slices; one flood is enough. */
  readonly slices: number;
  /** Players who can play more than once warm up for this long first. */
  readonly warmUpMs: number;
}

/** Joins all players of a load. @param others players that wait meanwhile. */
export async function prepareMeasurement(
  shape: Played,
  measured: Measured,
  wanted: Wanted,
  others: readonly Measurement[],
): Promise<Measurement> {
  if (shape.kind === 'flood') return new FloodMeasurement(shape, measured);
  const players = await join(shape.rooms, shape.participants, measured.peer);
  const senders = players.slice(0, (shape.senders ?? shape.participants) * shape.rooms);
  const paced = { rate: shape.rate, senders, players, listeners: shape.participants - 1 };
  const measurement = new PacedMeasurement(paced, measured, wanted);
  await measurement.warmUp(wanted.warmUpMs, others);
  return measurement;
}

function join(rooms: number, participants: number, peer: Peer): Promise<Player[]> {
  const run = `${Date.now().toString(36)}-`;
  const roomNames = Array.from({ length: rooms * participants }, (_, index) => `${run}${index % rooms}`);
  return inBatches(roomNames, (room) => peer.join(room));
}

function leave(players: readonly Player[]): void {
  for (const { link } of players) link.close();
}

interface Paced {
  readonly rate: number;
  readonly senders: readonly Player[];
  readonly players: readonly Player[];
  /** Number of receivers of each note. */
  readonly listeners: number;
}

class PacedMeasurement implements Measurement {
  kept = 0;
  minTaken = 1;
  readonly #paced: Paced;
  readonly #name: string;
  readonly #server: MeasuredProcess;
  readonly #wanted: Wanted;
  readonly #sentAt = new Float64Array(noteIds);
  readonly #arrived = new Uint32Array(noteIds);
  /** Allocated once: allocating during the measurement would cause garbage collection in the load generator. */
  readonly #latencies: Float64Array;
  #heard = 0;
  #lasts: number[] = [];
  #cpuUs = 0;
  #inFlight = 0;
  /** Notes sent before this time that have not arrived are given up. */
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

  async warmUp(warmUpMs: number, others: readonly Measurement[]): Promise<void> {
    const { rate, senders } = this.#paced;
    for (let playedMs = 0; playedMs < warmUpMs; playedMs += betweenHeartbeatsMs) {
      for (const measurement of [this, ...others]) measurement.settle();
      await this.#play(betweenHeartbeatsMs, Math.max(rate, Math.min(maxPerPlayer, warmUpRate / senders.length)));
    }
  }

  async measure(maxTaken: number): Promise<void> {
    await this.#play(leadInMs);
    await this.#waitForNotes();
    for (let slice = 0; slice < slicesPerMeasurement && this.kept < this.#wanted.slices; slice++)
      await this.#slice(maxTaken);
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

  /** CPU use is read while no note is in flight, so that none waits for the reading. */
  async #slice(maxTaken: number): Promise<void> {
    const [heard, lasts] = [this.#heard, this.#lasts.length];
    const before = momentOf(this.#server);
    this.#isMeasuring = true;
    await this.#play(sliceMs);
    await this.#waitForNotes();
    this.#isMeasuring = false;
    const { cpuUs, taken } = costSince(before, this.#server);
    this.minTaken = Math.min(this.minTaken, taken);
    if (taken <= maxTaken) {
      this.kept++;
      this.#cpuUs += cpuUs;
    } else {
      this.#heard = heard;
      this.#lasts.length = lasts;
    }
  }

  /** Waits until everybody has received everything. */
  async #waitForNotes(): Promise<void> {
    const startMs = performance.now();
    while (this.#inFlight > 0 && performance.now() - startMs < arrivalMs) await nextTurn();
    this.#inFlight = 0;
    this.#landedMs = performance.now();
  }

  #hear(id: number): void {
    const latencyUs = (performance.now() - (this.#sentAt[id] ?? 0)) * 1000;
    this.#arrived[id] = (this.#arrived[id] ?? 0) + 1;
    if ((this.#sentAt[id] ?? 0) >= this.#landedMs) this.#inFlight--;
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
      // No promise per turn: there are more turns than notes, and the garbage would have to be collected.
      const turn = () => {
        // Sends all notes that are due, then lets one turn of the event loop read answers. While no note is in flight
        // there are none, and each turn would only create garbage.
        do {
          const nowMs = performance.now() - startMs;
          while (note * gapMs < forMs && note * gapMs <= nowMs) {
            this.#send(senders);
            note++;
          }
        } while (this.#inFlight === 0 && note * gapMs < forMs);
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
    this.#inFlight += this.#paced.listeners;
    this.#sentAt[id] = performance.now();
    sender?.link.socket.write(sender.frame(notePayload(id, Date.now() * 1000)));
  }
}

/** Uses new players each time: they may play as many notes at once as Roomtone allows. */
class FloodMeasurement implements Measurement {
  kept = 0;
  minTaken = 1;
  readonly #shape: Played & { kind: 'flood' };
  readonly #measured: Measured;
  #figures: Figures = {};

  constructor(shape: Played & { kind: 'flood' }, measured: Measured) {
    this.#shape = shape;
    this.#measured = measured;
  }

  async measure(maxTaken: number): Promise<void> {
    const { peer, server } = this.#measured;
    const players = await join(1, this.#shape.participants, peer);
    for (const player of players) player.settle?.();
    const { taken, ...figures } = await measureFlood(this.#shape.notes, players, server);
    leave(players);
    this.minTaken = Math.min(this.minTaken, taken);
    if (taken > maxTaken) return;
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

/** The memory of idle connections. The servers are new and are measured together, since nothing runs meanwhile. */
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

/** False for heartbeats, pongs and the like. */
function isNote(bytes: Buffer, payloadAt: number, end: number): boolean {
  return end - payloadAt >= 21 && bytes[payloadAt] === 8 && bytes[payloadAt + 1] === 5;
}

/**
 * CPU used up to one moment by the server and by the load generator (this process), and CPU taken by the host of a
 * virtual machine.
 */
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

/** How long other processes kept this one from its core, µs; waiting for its own threads does not count. */
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
