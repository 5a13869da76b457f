import { setTimeout as delay } from 'node:timers/promises';
import { serviceLimits } from '@roomtone/protocol';
import { type Accounts, registerFor } from '../accounts.ts';
import type { AttackOutcome } from '../attacks/attack.ts';
import { type Attackers, startAttackers, startUnrelatedServer } from '../attacks/attackers.ts';
import { attacks as allAttacks, control, stalledUploads } from '../attacks/attacks.ts';
import { proxyAddress } from '../attacks/forged-addresses.ts';
import { openMailbox } from '../attacks/mailbox.ts';
import { getsIn, type Protected, protectAccount } from '../attacks/protected-account.ts';
import { type Latency, noteLatency } from '../latency.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { LoadClient } from '../load-client.ts';
import { type LoadServer, startLoadServer } from '../load-server.ts';
import { mib, needsLinux, until } from '../machine.ts';

interface Size {
  readonly undisturbedMs: number;
  readonly attackMs: number;
  /** The time allowed for memory to return. */
  readonly memoryMs: number;
  /** Attackers come back when they are disconnected; each attack then has accounts of its own. */
  readonly persists: boolean;
}

const sizes: Record<ProofContext['size'], Size> = {
  short: { undisturbedMs: 250, attackMs: 400, memoryMs: 3_000, persists: false },
  long: { undisturbedMs: 5_000, attackMs: 10_000, memoryMs: 120_000, persists: true },
};
const goals = { noteRatio: 2, memoryRatio: 1.1, uploadsMib: 128 } as const;
/** Below this, differences are the machine's. */
const audibleMs = 5;
const noteEveryMs = 5;
const memoryEveryMs = 50;

/** The limits that a server has unless its host changes them. */
const asDelivered = {
  ROOMTONE_RATE_LIMIT_GENERAL: '100',
  ROOMTONE_RATE_LIMIT_AUTH: '10',
  ROOMTONE_RATE_LIMIT_UPLOAD: '5',
  ROOMTONE_RATE_LIMIT_BILLING: '20',
  ROOMTONE_COMMAND_LIMIT_FACTOR: '1',
};

export const attacks: ProofLine = {
  name: 'attacks',
  what: 'people with accounts, and guests, who try to spoil the evening',
  seed: 1,
  unavailable: needsLinux,
  run,
};

async function run({ size, scratch, say }: ProofContext): Promise<readonly Finding[]> {
  const mailbox = await openMailbox();
  const server = await startLoadServer(scratch, {
    ...asDelivered,
    ...mailbox.env,
    ROOMTONE_TRUST_PROXY: proxyAddress,
  });
  // The short form runs beside other tests.
  const attackers = startAttackers(size === 'long');
  try {
    const evening = await begin(server, sizes[size]);
    const before = server.residentBytes();
    const findings: Finding[] = [];
    for (const [index, name] of Object.keys(allAttacks).entries()) {
      say(name);
      findings.push(...(await evening.endure(attackers, name, index)));
    }
    findings.push(
      {
        goal: `a user is sent at most ${serviceLimits.emailLinks.perAccount.count} mails that recover a password`,
        measured: `${mailbox.recoveries}`,
        held: mailbox.recoveries > 0 && mailbox.recoveries <= serviceLimits.emailLinks.perAccount.count,
      },
      {
        goal: 'the user whose second factor was guessed at still gets in',
        measured: 'with a recovery code, at the address where they usually are',
        held: await getsIn(server, evening.protectedAccount),
      },
    );
    if (size === 'long') {
      say(control);
      findings.push(await evening.measureControl(attackers));
    }
    const limit = before * goals.memoryRatio;
    const { value: after } = await until(
      () => server.residentBytes(),
      (bytes) => bytes <= limit,
      sizes[size].memoryMs,
    );
    findings.push({
      goal: `memory returns to within ${Math.round((goals.memoryRatio - 1) * 100)}%`,
      measured: `${Math.round(before / mib)} MiB before, ${Math.round(after / mib)} MiB after`,
      held: after <= limit,
      isTiming: true,
    });
    return findings;
  } finally {
    attackers.stop();
    await server.stop();
    mailbox.close();
  }
}

/** Two victims play in a room. */
async function begin(server: LoadServer, { undisturbedMs, attackMs: ms, persists }: Size) {
  const { port } = server;
  const victims = await registerFor({ port }, { name: 'victim', count: 2 });
  const protectedAccount: Protected = await protectAccount(port, '127.0.5.1');
  const roomId = await victims.room(20);
  const [player, listener] = victims.tokens.map((token) => new LoadClient({ port, roomId, token }));
  if (player === undefined || listener === undefined) throw new Error('there are no victims');
  await player.join();
  await listener.join();
  const play = (done: Promise<unknown>) => noteLatency(player, listener, { everyMs: noteEveryMs, until: done });
  await play(delay(undisturbedMs));
  let theirs: { readonly accounts: Accounts; readonly ownRoomId: string } | undefined;
  const accountsFor = async (index: number) => {
    if (theirs === undefined || persists) {
      const accounts = await registerFor({ port, from: `127.0.4.${index + 10}` }, { name: `them-${index}`, count: 5 });
      theirs = { accounts, ownRoomId: await accounts.room(20) };
    }
    return theirs;
  };
  const endure = async (attackers: Attackers, name: string, index: number, at = port) => {
    const { accounts, ownRoomId } = await accountsFor(index);
    const undisturbed = await play(delay(undisturbedMs));
    // Each attack comes from an address of its own: one that was limited must not weaken the next.
    const from = `127.0.3.${index + 10}`;
    const { tokens } = accounts;
    const target = { port: at, from, tokens, roomId, ownRoomId, victim: 'victim-1', protectedAccount, ms, persists };
    const memory = watchMemory(server);
    const attack = attackers.attack(name, target);
    const attacked = await play(attack);
    return { undisturbed, attacked, outcome: await attack, moreMib: memory.stop() };
  };
  return {
    protectedAccount,
    async endure(attackers: Attackers, name: string, index: number): Promise<readonly Finding[]> {
      const result = await endure(attackers, name, index);
      player.lose();
      const { isResumed, isSame } = await player.reconnect();
      return judge(name, { ...result, isResumed: isResumed && isSame });
    },
    /** The same flood at another server, which shares the core with this one. */
    async measureControl(attackers: Attackers): Promise<Finding> {
      const unrelated = await startUnrelatedServer();
      try {
        const { undisturbed, attacked, outcome } = await endure(attackers, control, 100, unrelated.port);
        const measured = `${latencies(attacked, undisturbed)}, ${outcome.sent} requests`;
        return { goal: `${control}: no goal, but what the machine makes of it`, measured, held: true, isTiming: true };
      } finally {
        unrelated.stop();
      }
    },
  };
}

/** Watches how much memory the server takes beyond what it has now. */
function watchMemory(server: LoadServer): { stop(): number } {
  const before = server.residentBytes();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, server.residentBytes());
  }, memoryEveryMs);
  return {
    stop() {
      clearInterval(timer);
      return (most - before) / mib;
    },
  };
}

function latencies(attacked: Latency, undisturbed: Latency): string {
  return `${attacked.p99Ms.toFixed(1)} ms, undisturbed ${undisturbed.p99Ms.toFixed(1)} ms`;
}

function judge(
  name: string,
  result: {
    readonly undisturbed: Latency;
    readonly attacked: Latency;
    readonly outcome: AttackOutcome;
    readonly moreMib: number;
    readonly isResumed: boolean;
  },
): readonly Finding[] {
  const { undisturbed, attacked, outcome, moreMib, isResumed } = result;
  const { sent, refused, disconnected, gained } = outcome;
  const isWhole = attacked.arrived === attacked.sent && undisturbed.arrived === undisturbed.sent;
  return [
    {
      goal: `${name}: every note arrives, the connection resumes, and the attackers alone are held up`,
      measured:
        `${attacked.arrived} of ${attacked.sent} notes, ${isResumed ? 'resumed' : 'not resumed'}, ` +
        `${refused} of ${sent} refused, ${disconnected} disconnected${gained > 0 ? `, ${gained} got through` : ''}`,
      held: isWhole && isResumed && refused + disconnected > 0 && gained === 0,
    },
    {
      goal: `${name}: p99 of notes within twice the undisturbed one, or ${audibleMs} ms`,
      measured: latencies(attacked, undisturbed),
      held: attacked.p99Ms <= Math.max(audibleMs, undisturbed.p99Ms * goals.noteRatio),
      isTiming: true,
    },
    ...(name !== stalledUploads
      ? []
      : [
          {
            goal: `${name}: at most ${goals.uploadsMib} MiB more memory meanwhile`,
            measured: `${Math.round(moreMib)} MiB`,
            held: moreMib <= goals.uploadsMib,
            isTiming: true,
          },
        ]),
  ];
}
