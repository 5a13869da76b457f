import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { LoadSocket } from './load/load-socket.ts';
import { noteId, noteIds, notePayload } from './load/note.ts';
import type { Peer, Player } from './load/peers.ts';
import { type MeasuredProcess, type Usage, usageOf } from './measured-process.ts';
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
  /** Share of the time that other processes kept the server or the load from its core, whichever is more. */
  disturbed: number;
}

const betweenHeartbeatsMs = 500;
/** Notes a second while warming up, at least: code is compiled by how often it ran, and compiling takes the server's core. */
const warmUpRate = 8_000;
/** As many as a player may play in Roomtone for long. */
const mostOfOne = 100;
/** Until the caches hold what the server needs that is measured now, not what another did. */
const leadInMs = 150;
const measureMs = 700;
/** What is under way when a measurement ends still arrives in this time. */
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

/** A server with the shape's players in it, who can be measured again and again beside others. */
export interface Stage {
  measure(): Promise<Figures>;
  /** Says what clients say while they do nothing: servers close who is silent for long. */
  settle(): void;
  /** Closes every connection. */
  leave(): void;
}

/** Brings the shape's players in and, where they can play more than once, has them play for so long before all else. */
export async function enter(shape: Played, measured: Measured, warmUpMs: number): Promise<Stage> {
  if (shape.kind === 'flood') return { measure: () => flood(shape, measured), settle: () => {}, leave: () => {} };
  const players = await join(shape.rooms, shape.members, measured.peer);
  const senders = players.slice(0, (shape.senders ?? shape.members) * shape.rooms);
  const stage = new PacedStage({ rate: shape.rate, senders, players, listeners: shape.members - 1 }, measured.server);
  await stage.warmUp(warmUpMs);
  return { measure: () => stage.measure(), settle: () => stage.settle(), leave: () => leave(players) };
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

class PacedStage {
  readonly #paced: Paced;
  readonly #server: MeasuredProcess;
  readonly #sentAt = new Float64Array(noteIds);
  readonly #arrived = new Uint32Array(noteIds);
  /** Made once: to make room while measuring would be garbage for the load to collect. */
  readonly #latencies: Float64Array;
  #heard = 0;
  #lasts: number[] = [];
  #isMeasuring = false;
  #next = 0;

  constructor(paced: Paced, server: MeasuredProcess) {
    this.#paced = paced;
    this.#server = server;
    const deliveriesASecond = paced.rate * paced.senders.length * paced.listeners;
    this.#latencies = new Float64Array((2 * deliveriesASecond * measureMs) / 1000);
    for (const { link, payloadAt } of paced.players) {
      link.onBinary = (bytes, start, end) => {
        if (isNote(bytes, start + payloadAt, end)) this.#hear(noteId(bytes, start + payloadAt));
      };
    }
  }

  settle(): void {
    for (const player of this.#paced.players) player.settle?.();
  }

  async warmUp(warmUpMs: number): Promise<void> {
    const { rate, senders } = this.#paced;
    for (let playedMs = 0; playedMs < warmUpMs; playedMs += betweenHeartbeatsMs) {
      this.settle();
      await this.#play(betweenHeartbeatsMs, Math.max(rate, Math.min(mostOfOne, warmUpRate / senders.length)));
    }
  }

  async measure(): Promise<Figures> {
    await this.#play(leadInMs);
    this.#heard = 0;
    this.#lasts = [];
    const before = usages(this.#server);
    const startMs = performance.now();
    this.#isMeasuring = true;
    await this.#play(measureMs);
    await delay(landingMs);
    this.#isMeasuring = false;
    const latencies = this.#latencies.subarray(0, this.#heard);
    if (latencies.length === 0) throw new Error('No note was delivered.');
    return {
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      ...(this.#paced.senders.length === 1 ? { last: quantile(this.#lasts, 0.5) } : {}),
      ...costSince(before, startMs, latencies.length, this.#server),
    };
  }

  #hear(id: number): void {
    const latencyUs = (performance.now() - (this.#sentAt[id] ?? 0)) * 1000;
    this.#arrived[id] = (this.#arrived[id] ?? 0) + 1;
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
        const nowMs = performance.now() - startMs;
        // All notes that are due by now; a turn of the event loop then lets answers in.
        while (note * gapMs < forMs && note * gapMs <= nowMs) {
          this.#send(senders);
          note++;
        }
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
    this.#sentAt[id] = performance.now();
    sender?.link.socket.write(sender.frame(notePayload(id, Date.now() * 1000)));
  }
}

/** Players who have not played yet: they may play as much at once as Roomtone allows. */
async function flood({ members, notes }: Played & { kind: 'flood' }, { peer, server }: Measured): Promise<Figures> {
  const players = await join(1, members, peer);
  try {
    for (const player of players) player.settle?.();
    return await measureFlood(notes, players, server);
  } finally {
    leave(players);
  }
}

async function measureFlood(notes: number, players: readonly Player[], server: MeasuredProcess): Promise<Figures> {
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
  const before = usages(server);
  const startMs = performance.now();
  for (const [index, { link }] of players.entries()) link.socket.write(floods[index] ?? '');
  for (let seen = -1; performance.now() - lastMs < silentMs || seen !== deliveries; ) {
    if (seen !== deliveries) lastMs = performance.now();
    seen = deliveries;
    await nextTurn();
  }
  const { cpu, disturbed } = costSince(before, startMs, deliveries, server);
  return { cpu, disturbed, throughput: (deliveries / (lastMs - startMs)) * 1000 };
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
    disturbed: 0,
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

/** Of the server and of the load, which is this process. */
type Usages = Readonly<Record<'server' | 'load', Usage>>;

function usages(server: MeasuredProcess): Usages {
  return { server: server.usage(), load: usageOf(process.pid) };
}

function costSince(before: Usages, startMs: number, deliveries: number, server: MeasuredProcess) {
  const after = usages(server);
  const elapsedUs = (performance.now() - startMs) * 1000;
  const keptUs = Math.max(keptFor(before.server, after.server), keptFor(before.load, after.load));
  return {
    cpu: (after.server.cpuUs - before.server.cpuUs) / deliveries,
    disturbed: Math.max(0, keptUs / elapsedUs),
  };
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
