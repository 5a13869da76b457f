// The cost of spreading rooms over processes: `npm run bench:cluster`. See docs/scaling.md.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findPostgres, startCluster } from '../apps/server/test/postgres/cluster.ts';
import { LoadClient } from '../apps/server/test/proof/load-client.ts';
import { post, type Route } from '../apps/server/test/proof/raw-request.ts';
import { findRedis, startRedis } from '../apps/server/test/redis/redis-server.ts';
import { serverEnvironment, serverFlags } from '../scripts/server-environment.mjs';
import { noteId, noteIds, notePayload } from './load/note.ts';
import { type MeasuredProcess, startOn, usageOf } from './measured-process.ts';
import { median, quantile } from './statistics.ts';

const usage = `Usage: npm run bench:cluster -- [options]

  --seconds N   of each measurement; 10 unless given
  --repeats N   of each measurement; 3 unless given
  --ways LIST   numbers of the rows to measure, such as 0,1,0,1; all once unless given
  --rate N      notes a second of each player; 60 unless given
`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    repeats: { type: 'string', default: '3' },
    ways: { type: 'string' },
    rate: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});

const roomCount = 6;
const playersInRoom = 6;
const warmUpMs = 4_000;
const restMs = 4_000;
const idleConnections = 500;
/** The latency that a spread room may add on one machine. */
const addedMs = { p50: 1, p99: 3 } as const;
const main = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));

interface Way {
  readonly name: string;
  /** 0 for one process with the embedded database and without Redis. */
  readonly processes: number;
  /** Each room is whole on one process, or its players are on all of them in turn. */
  readonly isSpread: boolean;
}

const ways: readonly Way[] = [
  { name: 'alone', processes: 0, isSpread: false },
  { name: '1 process', processes: 1, isSpread: false },
  { name: '2 processes, rooms whole', processes: 2, isSpread: false },
  { name: '2 processes, rooms spread', processes: 2, isSpread: true },
  { name: '3 processes, rooms whole', processes: 3, isSpread: false },
  { name: '3 processes, rooms spread', processes: 3, isSpread: true },
];

interface Figures {
  /** The share of one core that all servers and Redis take while everybody is connected and silent. */
  readonly rest: number;
  readonly deliveriesPerSecond: number;
  /** Of all servers and Redis, µs; without what they take at rest. */
  readonly cpuPerDelivery: number;
  /** Of Redis alone. */
  readonly redisPerDelivery: number;
  /** From the write of the sender to the arrival at each listener, ms; of players at the same process, and at others. */
  readonly p50: number;
  readonly p99: number;
}

interface Row {
  readonly way: Way;
  readonly figures: Figures;
  /** Undefined after spread rooms, which leave so much memory free for it that nothing is seen. */
  readonly perThousand: number | undefined;
}

interface Service {
  readonly servers: readonly MeasuredProcess[];
  readonly redisPid: number | undefined;
  stop(): Promise<void>;
}

if (values.help) process.stdout.write(usage);
else await run();

async function run(): Promise<void> {
  const bin = findPostgres();
  if (bin === undefined || findRedis() === undefined) throw new Error('The benchmark needs PostgreSQL and Redis.');
  const rows: Row[] = [];
  for (const way of chosenWays()) {
    const service = await startService(way, bin);
    try {
      const figures = await measure(way, service);
      const row = { way, figures, perThousand: way.isSpread ? undefined : await idleBytes(service) };
      rows.push(row);
      process.stderr.write(`${JSON.stringify(row)}\n`);
    } finally {
      await service.stop();
    }
  }
  process.stdout.write(`${[...table(rows), '', ...addedBySpreading(rows), load()].join('\n')}\n`);
  process.exit(0);
}

function chosenWays(): readonly Way[] {
  if (values.ways === undefined) return ways;
  return values.ways.split(',').flatMap((index) => ways[Number(index)] ?? []);
}

async function startService({ processes }: Way, bin: string): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-cluster-'));
  const unlimited = '100000000';
  const common = {
    NODE_ENV: 'production',
    ...serverEnvironment({}),
    ROOMTONE_PORT: '0',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_PASSWORD: 'optional',
    ROOMTONE_LOG_LEVEL: 'warn',
    ROOMTONE_RATE_LIMIT_GENERAL: unlimited,
    ROOMTONE_RATE_LIMIT_AUTH: unlimited,
    ROOMTONE_COMMAND_LIMIT_FACTOR: '1000000',
  };
  const start = (index: number, env: Readonly<Record<string, string>>) =>
    startOn('all', [...serverFlags, main], {
      readyLine: /^Roomtone is ready: (\S+)/,
      cwd: folder,
      env: { ...common, ROOMTONE_DATA_DIR: join(folder, String(index)), ...env },
    });
  if (processes === 0) {
    const server = await start(0, {});
    const stop = async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    return { servers: [server], redisPid: undefined, stop };
  }
  const [postgres, redis] = await Promise.all([startCluster(bin), startRedis()]);
  const env = {
    ROOMTONE_DATABASE_URL: `${postgres.url}/postgres`,
    ROOMTONE_REDIS_URL: redis.url,
    ROOMTONE_JWT_KEY: randomBytes(32).toString('base64'),
    ROOMTONE_AVATAR_DIR: join(folder, 'avatars'),
  };
  const servers: MeasuredProcess[] = [];
  for (let index = 0; index < processes; index++) servers.push(await start(index, env));
  return {
    servers,
    redisPid: redis.pid,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all([redis.remove(), postgres.remove()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function routeOf(server: MeasuredProcess | undefined): Route {
  return { port: Number(new URL(server?.ready ?? '').port) };
}

async function measure({ isSpread }: Way, { servers, redisPid }: Service): Promise<Figures> {
  const first = routeOf(servers[0]);
  const tokens: string[] = [];
  for (let index = 0; index < playersInRoom; index++) {
    const password = `correct horse ${index}`;
    const body = { username: `player${index}`, password, confirm_password: password };
    tokens.push((await post<{ token: string }>(first, '/api/auth/register', body)).token);
  }
  const clients: LoadClient[] = [];
  for (let room = 0; room < roomCount; room++) {
    const owner = tokens[room % playersInRoom] ?? '';
    const { room_id: roomId } = await post<{ room_id: string }>(first, '/api/rooms', { room_name: `R${room}` }, owner);
    for (const [player, token] of tokens.entries()) {
      const route = routeOf(servers[(isSpread ? player : room) % servers.length]);
      const client = new LoadClient({ ...route, token, roomId });
      await client.join();
      clients.push(client);
    }
  }
  const samples: Figures[] = [];
  const redisUs = () => (redisPid === undefined ? 0 : usageOf(redisPid).cpuUs);
  const allUs = () => servers.reduce((sum, server) => sum + server.usage().cpuUs, redisUs());
  await play(clients, warmUpMs);
  const atRest = { all: allUs(), redis: redisUs(), ms: performance.now() };
  await delay(restMs);
  const restedMs = performance.now() - atRest.ms;
  const rest = { all: (allUs() - atRest.all) / restedMs, redis: (redisUs() - atRest.redis) / restedMs };
  for (let repeat = 0; repeat < Number(values.repeats); repeat++) {
    const before = { all: allUs(), redis: redisUs(), ms: performance.now() };
    const seconds = Number(values.seconds);
    const latencies = await play(clients, seconds * 1000);
    const ms = performance.now() - before.ms;
    samples.push({
      rest: rest.all / 1000,
      deliveriesPerSecond: latencies.length / seconds,
      cpuPerDelivery: (allUs() - before.all - rest.all * ms) / latencies.length,
      redisPerDelivery: (redisUs() - before.redis - rest.redis * ms) / latencies.length,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    });
  }
  for (const client of clients) client.lose();
  const middle = (name: keyof Figures) => median(samples.map((sample) => sample[name]));
  return {
    rest: middle('rest'),
    deliveriesPerSecond: middle('deliveriesPerSecond'),
    cpuPerDelivery: middle('cpuPerDelivery'),
    redisPerDelivery: middle('redisPerDelivery'),
    p50: middle('p50'),
    p99: middle('p99'),
  };
}

/** Has all players play for a while; resolves with the latency of each delivery, ms. */
async function play(clients: readonly LoadClient[], forMs: number): Promise<number[]> {
  const sentAt = new Float64Array(noteIds);
  const latencies: number[] = [];
  for (const client of clients) {
    client.onNotes = (payload) => {
      latencies.push(performance.now() - (sentAt[noteId(payload, 0)] ?? 0));
    };
  }
  let sent = 0;
  const perSecond = clients.length * Number(values.rate);
  const begun = performance.now();
  for (;;) {
    const passed = performance.now() - begun;
    if (passed >= forMs) break;
    for (const due = (passed / 1000) * perSecond; sent < due; sent++) {
      const id = sent % noteIds;
      sentAt[id] = performance.now();
      clients[sent % clients.length]?.send(notePayload(id, Date.now() * 1000));
    }
    await delay(1);
  }
  // A message that is still on its way belongs to it.
  await delay(200);
  return latencies;
}

/** Resident memory of all servers for 1,000 connections outside rooms, which are spread over them; bytes. */
async function idleBytes({ servers }: Service): Promise<number> {
  const resident = () => servers.reduce((sum, server) => sum + server.residentBytes(), 0);
  const before = resident();
  const clients = Array.from({ length: idleConnections }, (_, index) => {
    return new LoadClient({ ...routeOf(servers[index % servers.length]), token: '', roomId: '' });
  });
  for (const client of clients) await client.connect();
  await delay(2_000);
  const bytes = ((resident() - before) / idleConnections) * 1000;
  for (const client of clients) client.lose();
  return bytes;
}

function table(rows: readonly Row[]): string[] {
  const [first] = rows;
  return [
    '| | core at rest | deliveries/s | CPU per delivery, µs | of it Redis | compared with the first | p50, ms | p99, ms | 1,000 connections |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.map(({ way, figures, perThousand }) => {
      const ratio = figures.cpuPerDelivery / (first?.figures.cpuPerDelivery ?? 1);
      const numbers = [
        `${(figures.rest * 100).toFixed(1)}%`,
        Math.round(figures.deliveriesPerSecond),
        figures.cpuPerDelivery.toFixed(1),
        figures.redisPerDelivery.toFixed(1),
        ratio.toFixed(2),
        figures.p50.toFixed(2),
        figures.p99.toFixed(2),
        perThousand === undefined ? '' : mebibytes(perThousand),
      ];
      return `| ${way.name} | ${numbers.join(' | ')} |`;
    }),
  ];
}

/** The latency that a spread room adds to the latency of a whole one on as many processes. */
function addedBySpreading(rows: readonly Row[]): string[] {
  return rows.flatMap(({ way, figures }) => {
    const whole = rows.find((row) => row.way.processes === way.processes && !row.way.isSpread);
    if (!way.isSpread || whole === undefined) return [];
    const added = (name: 'p50' | 'p99') =>
      `${(figures[name] - whole.figures[name]).toFixed(2)} ms at ${name} (at most ${addedMs[name]})`;
    return [`${way.name}: adds ${added('p50')} and ${added('p99')}.`];
  });
}

/** Other work on the machine says more about p99 than the servers do. */
function load(): string {
  return `Load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores.`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
