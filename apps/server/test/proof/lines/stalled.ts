import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Accounts, registerFor } from '../accounts.ts';
import { startCrowd } from '../crowd.ts';
import { noteLatency } from '../latency.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { type JoinTarget, LoadClient } from '../load-client.ts';
import { startLoadServer } from '../load-server.ts';
import { connectionsTo, mib, needsLinux, requireFiles } from '../machine.ts';
import { costlyAnswer, largeAnswer, type SlowClients, slowKinds } from '../slow-clients.ts';

/** Half of the stalled readers are in each of two busy rooms, with this many players. */
interface Size {
  readonly stalled: number;
  /** The number of stalled readers that still send heartbeats, so that only their unread data reveals them. */
  readonly beating: number;
  readonly players: number;
  readonly slow: readonly SlowClients[];
  readonly beforeMs: number;
}

const sizes: Record<ProofContext['size'], Size> = {
  short: {
    stalled: 10,
    beating: 0,
    players: 4,
    slow: slowClients({ each: 20, pipelining: 4, silent: 200 }),
    beforeMs: 1_000,
  },
  long: {
    stalled: 50,
    beating: 25,
    players: 25,
    slow: slowClients({ each: 167, pipelining: 12, silent: 2_000 }),
    beforeMs: 15_000,
  },
};
const goals = { growthBytes: 64 * mib, shedMs: 30_000, noteRatio: 1.5 } as const;
/** The server's interval for finding expired connections, within which a close frame may also be answered. */
const sweepMs = 5_000;
/** The longest wait. */
const patienceMs = 90_000;
const noteEveryMs = 10;
const stalledFrom = '127.0.2.1';
const beatingFrom = '127.0.2.2';

export const stalled: ProofLine = {
  name: 'stalled',
  what: 'readers that stall, slow HTTP clients and silent connections',
  seed: 1,
  mostlyWaits: true,
  unavailable: needsLinux,
  run,
};

async function run({ size, scratch, say }: ProofContext): Promise<readonly Finding[]> {
  const { stalled: stalledCount, beating: beatingCount, players, slow, beforeMs } = sizes[size];
  requireFiles(slow.reduce((sum, { count }) => sum + count, 0) + 500);
  const server = await startLoadServer(scratch);
  const crowd = startCrowd();
  const slowProcess = fork(fileURLToPath(new URL('../slow-process.ts', import.meta.url)), { execArgv: [] });
  try {
    const { port } = server;
    const accounts = await registerFor({ port }, { name: 'player', count: 10 });
    const quiet = await quietPair(accounts, port);
    const busyRooms = [await accounts.room(), await accounts.room()];
    const targetIn = (index: number, from: string): JoinTarget => ({
      port,
      from,
      token: accounts.tokens[index % accounts.tokens.length] ?? '',
      roomId: busyRooms[index % busyRooms.length] ?? '',
    });
    // Restart, because hashing passwords took memory that would hide the effect of what follows.
    await server.killAndRestart();
    for (const client of quiet) await client.join();
    await crowd.run({
      do: 'join',
      targets: Array.from({ length: players * busyRooms.length }, (_, index) => targetIn(index, '127.0.0.1')),
    });
    await crowd.run({ do: 'play', isOn: true });
    await readAnswers(server.url);
    say('playing without stalled clients');
    const before = await noteLatency(...quiet, { everyMs: noteEveryMs, until: delay(beforeMs) });
    const startBytes = server.residentBytes();
    let peakBytes = startBytes;
    const watching = setInterval(() => {
      peakBytes = Math.max(peakBytes, server.residentBytes());
    }, 100);

    say('stalling');
    const readers = Array.from(
      { length: stalledCount },
      (_, index) =>
        new LoadClient(targetIn(index, index < beatingCount ? beatingFrom : stalledFrom), {
          beats: index < beatingCount,
        }),
    );
    for (const reader of readers) {
      await reader.join();
      reader.socket.socket.pause();
    }
    const startedMs = performance.now();
    slowProcess.send(slow.flatMap(({ kind, count, requests }) => clientsOf(kind, count, requests, port)));
    await once(slowProcess, 'message');
    const shedAfterMs = new Map<string, number>();
    const shed = allShed(port, { startedMs, patienceMs, shedAfterMs });
    const meanwhile = await noteLatency(...quiet, { everyMs: noteEveryMs, until: shed, minimum: 100 });
    const left = await shed;
    clearInterval(watching);
    for (const reader of readers) reader.lose();

    if (beatingCount === 0) shedAfterMs.delete(beatingFrom);
    const took = Array.from(namesByAddress).flatMap(([address, name]) => {
      if (address === beatingFrom && beatingCount === 0) return [];
      const afterMs = shedAfterMs.get(address);
      return `${name} ${afterMs === undefined ? `never (${left.get(address)} still connected)` : `${(afterMs / 1000).toFixed(0)} s`}`;
    });
    const grown = (peakBytes - startBytes) / mib;
    return [
      {
        goal: `at most ${goals.growthBytes / mib} MiB more memory meanwhile`,
        measured: `${grown.toFixed(0)} MiB more than ${(startBytes / mib).toFixed(0)} MiB`,
        held: peakBytes - startBytes <= goals.growthBytes,
      },
      {
        goal: 'all of them are shed',
        measured: left.size === 0 ? 'all' : took.join(', '),
        held: left.size === 0,
      },
      {
        goal: `all shed within ${goals.shedMs / 1000} s and the sweep's interval`,
        measured: took.join(', '),
        held: left.size === 0 && Math.max(...shedAfterMs.values()) <= goals.shedMs + sweepMs,
        isTiming: true,
      },
      {
        goal: "others' notes all arrive meanwhile",
        measured: `${meanwhile.arrived} of ${meanwhile.sent}`,
        held: meanwhile.arrived === meanwhile.sent,
      },
      {
        goal: `others' note p99 at most ${goals.noteRatio} times that before`,
        measured: `${before.p99Ms.toFixed(1)} ms → ${meanwhile.p99Ms.toFixed(1)} ms`,
        held: meanwhile.p99Ms <= before.p99Ms * goals.noteRatio,
        isTiming: true,
      },
    ];
  } finally {
    slowProcess.kill('SIGKILL');
    await crowd.end();
    await server.stop();
  }
}

async function quietPair(accounts: Accounts, port: number): Promise<[LoadClient, LoadClient]> {
  const roomId = await accounts.room();
  const [one = '', two = ''] = accounts.tokens;
  return [new LoadClient({ port, token: one, roomId }), new LoadClient({ port, token: two, roomId })];
}

/** Reads the large answers first, so that memory which that leaves allocated is not attributed to slow clients. */
async function readAnswers(url: string): Promise<void> {
  for (let time = 0; time < 40; time++) {
    const answers = await Promise.all([largeAnswer, costlyAnswer].map((path) => fetch(url + path)));
    for (const answer of answers) await answer.arrayBuffer();
  }
}

/** The slow HTTP clients of each kind. */
function slowClients({
  each,
  pipelining,
  silent,
}: {
  each: number;
  pipelining: number;
  silent: number;
}): SlowClients[] {
  return [
    { kind: 'trickling headers', count: each, requests: 1 },
    { kind: 'trickling bodies', count: each, requests: 1 },
    // Several requests, because the kernel buffers the first few megabytes.
    { kind: 'answers never read', count: each >> 1, requests: 5 },
    { kind: 'answers read slowly', count: each - (each >> 1), requests: 5 },
    { kind: 'pipelined requests', count: pipelining, requests: 1_000 },
    { kind: 'silence', count: silent, requests: 0 },
  ];
}

const kindsFrom = slowKinds.map((kind, index) => [`127.0.2.${10 + index}`, kind] as const);
const namesByAddress: ReadonlyMap<string, string> = new Map([
  [stalledFrom, 'stalled readers'],
  [beatingFrom, 'stalled readers with heartbeats'],
  ...kindsFrom,
]);

function clientsOf(kind: SlowClients['kind'], count: number, requests: number, port: number): object[] {
  const from = kindsFrom.find(([, each]) => each === kind)?.[0];
  return Array.from({ length: count }, () => ({ kind, requests, route: { port, from } }));
}

/** Resolves when no such client is connected any more or the time is up, with those that still are. */
async function allShed(
  port: number,
  watch: { startedMs: number; patienceMs: number; shedAfterMs: Map<string, number> },
): Promise<ReadonlyMap<string, number>> {
  const { startedMs, shedAfterMs } = watch;
  for (;;) {
    const connected = connectionsTo(port);
    const left = new Map([...connected].filter(([address]) => namesByAddress.has(address)));
    const tookMs = performance.now() - startedMs;
    for (const address of namesByAddress.keys()) {
      if (left.has(address)) shedAfterMs.delete(address);
      else if (!shedAfterMs.has(address)) shedAfterMs.set(address, tookMs);
    }
    if (left.size === 0 || tookMs > watch.patienceMs) return left;
    await delay(200);
  }
}
