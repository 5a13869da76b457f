import { setTimeout as delay } from 'node:timers/promises';
import { type Accounts, accountsFor, joinTargets, registerFor } from '../accounts.ts';
import { type Crowd, type CrowdReport, startCrowd } from '../crowd.ts';
import { type Latency, noteLatency } from '../latency.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { LoadClient } from '../load-client.ts';
import { type LoadServer, startLoadServer } from '../load-server.ts';
import { addressOf, needsLinux, requireFiles } from '../machine.ts';

const perRoom = 8;
const counts = { short: 100, long: 1_000 } as const;
const goals = { backMs: 3_000, noteMs: 20 } as const;
const noteEveryMs = 4;
/** The number of notes measured at least: a 99th percentile of fewer would mean little. */
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
  // One connection for the ticket and one for the WebSocket.
  requireFiles(2 * count + 500);
  const server = await startLoadServer(scratch);
  const crowd = startCrowd();
  try {
    const { port } = server;
    const accounts = await registerFor(
      { port },
      { name: 'crowd', count: Math.max(perRoom, accountsFor(count / 8 + 1)) },
    );
    const route = (index: number) => ({ port, from: addressOf(index) });
    const targets = await joinTargets(accounts, count, { perRoom, route });
    say(`joining with ${count}`);
    const joined = await crowd.run({ do: 'join', targets });
    if (joined.open !== count) throw new Error(`${joined.open} of ${count} joined: ${JSON.stringify(joined.problems)}`);
    return [...(await lost(server, crowd, { accounts, count, say })), ...(await killed(server, crowd, { count, say }))];
  } finally {
    await crowd.end();
    await server.stop();
  }
}

/** All sockets are dropped, and the clients resume. */
async function lost(
  { port }: LoadServer,
  crowd: Crowd,
  { accounts, count, say }: { accounts: Accounts; count: number; say: (text: string) => void },
): Promise<Finding[]> {
  const roomId = await accounts.room();
  const others = accounts.tokens.slice(0, 2).map((token) => new LoadClient({ port, token, roomId }));
  for (const client of others) await client.join();
  const [player, listener] = others as [LoadClient, LoadClient];
  const before = await noteLatency(player, listener, { everyMs: noteEveryMs, until: delay(0), minimum: minimumNotes });
  say('losing and resuming');
  const started = nowMs();
  let back: CrowdReport | undefined;
  const resuming = crowd.run({ do: 'lose' }).then(async () => {
    back = await crowd.run({ do: 'reconnect' });
  });
  const notes: Latency = await noteLatency(player, listener, {
    everyMs: noteEveryMs,
    until: resuming,
    minimum: minimumNotes,
  });
  await resuming;
  if (back === undefined) throw new Error('there is no report');
  for (const client of others) await client.leave();
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

/** The server is killed and restarted, and the clients join again. */
async function killed(
  server: LoadServer,
  crowd: Crowd,
  { count, say }: { count: number; say: (text: string) => void },
): Promise<Finding[]> {
  // By then all clients have received what they missed.
  await delay(1_000);
  say('killing the server');
  const ended = crowd.run({ do: 'wait for the end' });
  const killedAt = nowMs();
  const restarted = server.killAndRestart().then(nowMs);
  await ended;
  const back = await crowd.run({ do: 'reconnect' });
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

/** Milliseconds since 1970, as in the crowd's reports. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
