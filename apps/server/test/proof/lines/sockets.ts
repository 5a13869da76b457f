import { setTimeout as delay } from 'node:timers/promises';
import { accountsFor, joinTargets, registerFor } from '../accounts.ts';
import { startCrowd } from '../crowd.ts';
import { chatLatency } from '../latency.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { LoadClient } from '../load-client.ts';
import { startLoadServer } from '../load-server.ts';
import { addressOf, kib, mib, needsLinux, requireFiles, until } from '../machine.ts';

const perRoom = 8;
const chatters = 8;
/** `besidesBytes` allows for memory that the server allocates only once, which would dominate with few sockets. */
const sizes = {
  short: {
    sockets: 200,
    besidesBytes: 32 * mib,
    warmUp: 96,
    chatSeconds: 2,
    crowdChat: 4,
    waitMs: 0,
    patienceMs: 10_000,
  },
  long: { sockets: 5_000, besidesBytes: 0, warmUp: 0, chatSeconds: 30, crowdChat: 20, waitMs: 60_000, patienceMs: 0 },
} as const;
const goals = { bytesPerSocket: 50 * kib, chatMs: 100, growth: 1.3 } as const;
/** The time that memory is given to settle. */
const settleMs = 2_000;

export const sockets: ProofLine = {
  name: 'sockets',
  what: 'many sockets in rooms of 8, then none',
  seed: 1,
  unavailable: needsLinux,
  run,
};

async function run({ size, scratch, say }: ProofContext): Promise<readonly Finding[]> {
  const { sockets: count, besidesBytes, warmUp, chatSeconds, crowdChat, waitMs, patienceMs } = sizes[size];
  requireFiles(count + 500);
  const server = await startLoadServer(scratch);
  const crowd = startCrowd();
  try {
    const here = { port: server.port, from: '127.0.0.1' };
    const chatAccounts = await registerFor(here, { name: 'talker', count: chatters });
    const accounts = await registerFor(here, { name: 'crowd', count: Math.max(perRoom, accountsFor(count / perRoom)) });
    const route = (index: number) => ({ port: server.port, from: addressOf(index) });
    const targets = await joinTargets(accounts, count, { perRoom, route });
    const chatRoom = await chatAccounts.room();
    // Restart, because hashing passwords took memory that would hide the memory of sockets.
    await server.killAndRestart();
    const chatting = chatAccounts.tokens.map((token) => new LoadClient({ ...here, token, roomId: chatRoom }));
    for (const client of chatting) await client.join();
    if (warmUp > 0) {
      await crowd.run({ do: 'join', targets: targets.slice(0, warmUp) });
      await crowd.run({ do: 'leave' });
    }
    await delay(settleMs);
    const before = server.residentBytes();

    say(`joining with ${count} sockets`);
    const joined = await crowd.run({ do: 'join', targets });
    await delay(settleMs);
    const grown = server.residentBytes() - before;
    say('chatting');
    await crowd.run({ do: 'chat', perSecond: crowdChat });
    const chat = await chatLatency(chatting, chatSeconds);
    await crowd.run({ do: 'chat', perSecond: 0 });
    const { open } = await crowd.run({ do: 'report' });

    say('leaving');
    await crowd.run({ do: 'leave' });
    await delay(waitMs);
    const ceiling = before * goals.growth;
    const left = await until(server.residentBytes, (bytes) => bytes <= ceiling, patienceMs);
    const mebibytes = (bytes: number) => `${(bytes / mib).toFixed(0)} MiB`;
    return [
      {
        goal: `${count} sockets are let in and stay`,
        measured: `${open} open${Object.entries(joined.problems).map(([what, often]) => `, ${often} × ${what}`)}`,
        held: open === count,
      },
      {
        goal: `at most ${goals.bytesPerSocket / kib} KiB a socket${besidesBytes > 0 ? ` and ${besidesBytes / mib} MiB besides` : ''}`,
        measured: `${(grown / count / kib).toFixed(1)} KiB each in all`,
        held: grown <= goals.bytesPerSocket * count + besidesBytes,
      },
      {
        goal: 'every chat message is heard by all in its room',
        measured: `${chat.arrived} of ${chat.sent}`,
        held: chat.arrived === chat.sent,
      },
      {
        goal: `chat p99 at most ${goals.chatMs} ms meanwhile`,
        measured: `${chat.p99Ms.toFixed(1)} ms (median ${chat.medianMs.toFixed(1)} ms)`,
        held: chat.p99Ms <= goals.chatMs,
        isTiming: true,
      },
      {
        goal: `memory within ${goals.growth} times the start ${waitMs > 0 ? 'a minute' : 'soon'} after all have left`,
        measured: `${mebibytes(before)} → ${mebibytes(left.value)}, ${(left.value / before).toFixed(2)} times`,
        held: left.value <= ceiling,
      },
    ];
  } finally {
    await crowd.end();
    await server.stop();
  }
}
