import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EmulatedLink, type LinkCounts, type PacketCounts } from '../../testing/emulated-link/emulated-link.ts';
import { loseBetweenPrograms } from '../../testing/emulated-link/firewall.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import { accounts, copyOf, type PreparedRoomtone, startServerOn } from '../roomtone.ts';
import { quantile } from '../statistics.ts';
import type { BandOptions, Deliveries } from './band.ts';
import type { BandCall } from './band-process.ts';

/** `datagrams`: in datagrams of the server as well. `direct`: straight from player to player, besides both. */
export type Transport = 'WebSocket' | 'datagrams' | 'direct';

/** How packets get lost. */
export interface Loss {
  /** 0 to 100. */
  readonly percent: number;
  /** Packets in a row. */
  readonly burst: number;
}

export interface Case extends Loss {
  readonly transport: Transport;
  readonly players: number;
}

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface Row extends Case {
  readonly deliveries: number;
  /** From the player's hand to the listener's scheduler, ms. */
  readonly transitMs: Quantiles;
  /** From the player's hand to the sound, ms. */
  readonly soundMs: Quantiles;
  /** Shares of the deliveries, 0 to 1. */
  readonly lateShare: number;
  /** Those that met a stall of the players' process, or of the server waiting for a core; undefined in browsers. */
  readonly lateInStallsShare?: number;
  readonly lost: number;
  readonly doubled: number;
  readonly reconnects: number;
  /** Both directions, with IP headers, of everything that the players and the server said meanwhile. */
  readonly bytesPerDelivery: number;
  /** How much of that was UDP, 0 to 1. */
  readonly udpShare: number;
  /** Of the server, all threads. */
  readonly cpuUsPerDelivery: number;
  /** Of the server, at the end. */
  readonly residentMiB: number;
  /** The share of the packets that the link lost. */
  readonly packetLoss: number;
  /** The share of the packets that this machine delayed by more than 0.3 ms. */
  readonly disturbed: number;
}

export interface Pace {
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Decides which packets are lost. */
  readonly seed: number;
  /** How many play in each case, in rooms of two or of eight. */
  readonly people: number;
  /** The link between the players and the server. */
  readonly link: LinkDelay;
}

/** Each way; a packet takes up to `jitterMs` longer. */
export interface LinkDelay {
  readonly delayMs: number;
  readonly jitterMs: number;
}

export const linkDelay: LinkDelay = { delayMs: 5, jitterMs: 2 };
/** To a server far from players who are near each other. */
export const farLinkDelay: LinkDelay = { delayMs: 25, jitterMs: 2 };
export const eventsPerSecond = 20;
const udpPort = '7421';
/** Runs a program before all others on the machine, whose work would count as delay; the link comes before it. */
export const first = ['chrt', '--rr', '1'] as const;

/** Where a band plays: it answers like `Band`. */
export interface Stage {
  join(options: BandOptions): Promise<void>;
  play(seconds: number, perSecond: number): Promise<Deliveries>;
  leave(): Promise<void>;
}

/** Plays one case on a link and a server of its own. @param startStage opens the players' program on a link. */
export async function measure(
  { transport, players, percent, burst }: Case,
  prepared: PreparedRoomtone,
  { warmUpSeconds, seconds, seed, people, link: delay }: Pace,
  startStage: (link: EmulatedLink) => Promise<Stage>,
): Promise<Row> {
  const link = await EmulatedLink.open({ ...delay, seed });
  const copy = copyOf(prepared);
  try {
    const server = await startServer(copy, link);
    const stage = await startStage(link);
    await stage.join({
      url: server.ready,
      accounts,
      password: copy.password,
      rooms: people / players,
      playersPerRoom: players,
      datagrams: transport === 'WebSocket' ? 'off' : 'auto',
      isDirect: transport === 'direct',
      serverPid: server.pid,
    });
    await link.set({ loss: percent / 100, burst });
    if (transport === 'direct' && percent > 0) loseBetweenPrograms(link.b, percent / 100);
    await stage.play(warmUpSeconds, eventsPerSecond);
    const [countsBefore, cpuBefore] = [await link.counts(), server.usage().cpuUs];
    const deliveries = await stage.play(seconds, eventsPerSecond);
    const [counts, cpu] = [await link.counts(), server.usage().cpuUs];
    const residentMiB = round(server.residentBytes() / 2 ** 20, 1);
    await stage.leave();
    await server.stop();
    return {
      transport,
      players,
      percent,
      burst,
      ...figuresOf(deliveries),
      ...trafficOf(countsBefore, counts, deliveries.transitUs.length),
      cpuUsPerDelivery: round((cpu - cpuBefore) / deliveries.transitUs.length, 1),
      residentMiB,
    };
  } finally {
    await link.close();
    copy.remove();
  }
}

function startServer(prepared: PreparedRoomtone, { a }: EmulatedLink): Promise<MeasuredProcess> {
  const env = {
    ...prepared.env,
    ROOMTONE_HOST: a.address,
    ROOMTONE_TLS: 'off',
    ROOMTONE_UDP_PORT: udpPort,
  };
  return startServerOn('all', { ...prepared, env }, undefined, [...a.through, ...first]);
}

/** The players in a Node process on the link's other end. */
export async function startProcess({ b }: EmulatedLink): Promise<Stage> {
  const program = fileURLToPath(new URL('band-process.ts', import.meta.url));
  const [command = '', ...args] = [...b.through, ...first, process.execPath, program];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    async join(join) {
      await ask(child, { join });
    },
    play: async (seconds, perSecond) => (await ask(child, { play: { seconds, perSecond } })) as Deliveries,
    async leave() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function ask(child: ChildProcess, call: BandCall): Promise<unknown> {
  const stopped = new AbortController();
  const ended = once(child, 'exit', { signal: stopped.signal }).then(() => {
    throw new Error('the players’ program ended');
  });
  child.send(call);
  const [answer] = await Promise.race([once(child, 'message', { signal: stopped.signal }), ended]).finally(() => {
    ended.catch(() => {});
    stopped.abort();
  });
  return answer;
}

function figuresOf({ expected, doubled, late, lateInStalls, transitUs, soundUs, reconnects }: Deliveries) {
  const deliveries = transitUs.length;
  return {
    deliveries,
    transitMs: quantilesOf(transitUs),
    soundMs: quantilesOf(soundUs),
    lateShare: late / deliveries,
    ...(lateInStalls === undefined ? {} : { lateInStallsShare: lateInStalls / deliveries }),
    lost: expected - deliveries,
    doubled,
    reconnects,
  };
}

function quantilesOf(valuesUs: readonly number[]): Quantiles {
  const at = (q: number) => round(quantile(valuesUs, q) / 1000, 2);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function trafficOf(before: LinkCounts, after: LinkCounts, deliveries: number) {
  const sum = { packets: 0, lost: 0, bytes: 0, udpBytes: 0, disturbed: 0 };
  for (const direction of ['aToB', 'bToA'] as const) {
    for (const protocol of ['tcp', 'udp', 'other'] as const) {
      const since = (field: keyof PacketCounts) =>
        after[direction][protocol][field] - before[direction][protocol][field];
      sum.packets += since('packets') + since('lost');
      sum.lost += since('lost');
      sum.bytes += since('bytes');
      if (protocol === 'udp') sum.udpBytes += since('bytes');
    }
    sum.disturbed += after[direction].late - before[direction].late;
  }
  return {
    bytesPerDelivery: round(sum.bytes / deliveries, 1),
    udpShare: round(sum.udpBytes / sum.bytes, 4),
    packetLoss: round(sum.lost / sum.packets, 5),
    disturbed: round(sum.disturbed / sum.packets, 5),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
