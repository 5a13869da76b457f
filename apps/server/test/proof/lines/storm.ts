import { setTimeout as delay } from 'node:timers/promises';
import { type Accounts, accountsFor, placesInRooms, registerFor } from '../accounts.ts';
import { type Crowd, type CrowdReport, startCrowd } from '../crowd.ts';
import { type Latency, noteLatency } from '../latency.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { type LoadServer, startLoadServer } from '../load-server.ts';
import { addressOf, needsLinux, requireFiles } from '../machine.ts';
import { Seat } from '../seat.ts';

const perRoom = 8;
const counts = { short: 100, long: 1_000 } as const;
const goals = { backMs: 3_000, noteMs: 20 } as const;
const noteEveryMs = 4;
/** How long notes are measured at least: from fewer of them no hundredth can be told. */
const minimumNotes = 400;

export const storm: ProofLine = {
  name: 'storm',
  what: 'many connections lost at once',
  seed: 1,
  unavailable: needsLinux,
  run,
};

async function run({ size, scratch, say }: ProofContext): Promise<readonly Finding[]> {
  const count = counts[size];
  // A connection for the ticket, and one for the WebSocket.
  requireFiles(2 * count + 500);
  const server = await startLoadServer(scratch);
  const crowd = startCrowd();
  try {
    const { port } = server;
    const accounts = await registerFor(
      { port },
      { name: 'crowd', count: Math.max(perRoom, accountsFor(count / 8 + 1)) },
    );
    const way = (index: number) => ({ port, from: addressOf(index) });
    const places = await placesInRooms(accounts, count, { perRoom, way });
    say(`joining with ${count}`);
    const joined = await crowd.tell({ do: 'join', places });
    if (joined.open !== count) throw new Error(`${joined.open} of ${count} joined: ${JSON.stringify(joined.problems)}`);
    return [...(await lost(server, crowd, { accounts, count, say })), ...(await killed(server, crowd, { count, say }))];
  } finally {
    await crowd.end();
    await server.stop();
  }
}

/** The network loses all of them, and they resume. */
async function lost(
  { port }: LoadServer,
  crowd: Crowd,
  { accounts, count, say }: { accounts: Accounts; count: number; say: (text: string) => void },
): Promise<Finding[]> {
  const roomId = await accounts.room();
  const others = accounts.tokens.slice(0, 2).map((token) => new Seat({ port, token, roomId }));
  for (const seat of others) await seat.join();
  const [player, listener] = others as [Seat, Seat];
  const before = await noteLatency(player, listener, { everyMs: noteEveryMs, until: delay(0), minimum: minimumNotes });
  say('losing and resuming');
  const started = nowMs();
  let back: CrowdReport | undefined;
  const resuming = crowd.tell({ do: 'lose' }).then(async () => {
    back = await crowd.tell({ do: 'come back' });
  });
  const notes: Latency = await noteLatency(player, listener, {
    everyMs: noteEveryMs,
    until: resuming,
    minimum: minimumNotes,
  });
  await resuming;
  if (back === undefined) throw new Error('nobody came back');
  for (const seat of others) await seat.leave();
  const backMs = back.doneAtMs - started;
  return [
    {
      goal: `${count} lost connections go on as the participants they were`,
      measured: `${back.resumed} resumed, ${back.open} open${problemsOf(back)}`,
      held: back.resumed === count && back.open === count,
    },
    {
      goal: `all resumed within ${goals.backMs / 1000} s`,
      measured: `${(backMs / 1000).toFixed(2)} s`,
      held: backMs <= goals.backMs,
      isTiming: true,
    },
    {
      goal: "others' notes all arrive meanwhile",
      measured: `${notes.arrived} of ${notes.sent}`,
      held: notes.arrived === notes.sent,
    },
    {
      goal: `others' note p99 at most ${goals.noteMs} ms meanwhile`,
      measured: `${notes.p99Ms.toFixed(1)} ms (before ${before.p99Ms.toFixed(1)} ms)`,
      held: notes.p99Ms <= goals.noteMs,
      isTiming: true,
    },
  ];
}

/** The server dies under all of them, and is started again. */
async function killed(
  server: LoadServer,
  crowd: Crowd,
  { count, say }: { count: number; say: (text: string) => void },
): Promise<Finding[]> {
  // By then none of them still takes what it missed.
  await delay(1_000);
  say('killing the server');
  const ended = crowd.tell({ do: 'wait for the end' });
  const killedAt = nowMs();
  const restarted = server.killAndRestart().then(nowMs);
  await ended;
  const back = await crowd.tell({ do: 'come back' });
  const readyAt = await restarted;
  const backMs = back.doneAtMs - readyAt;
  return [
    {
      goal: `${count} are back in their rooms after the server was killed and started again`,
      measured: `${back.open} back${problemsOf(back)}`,
      held: back.open === count,
    },
    {
      goal: `all back within ${goals.backMs / 1000} s after it was ready again`,
      measured: `${(backMs / 1000).toFixed(2)} s (${((back.doneAtMs - killedAt) / 1000).toFixed(2)} s after it was killed)`,
      held: backMs <= goals.backMs,
      isTiming: true,
    },
  ];
}

function problemsOf({ problems }: CrowdReport): string {
  return Object.entries(problems)
    .map(([what, often]) => `, ${often} × ${what}`)
    .join('');
}

/** Ms since 1970, as the crowd's reports have them. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
