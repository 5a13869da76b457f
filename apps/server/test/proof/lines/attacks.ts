import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { registerFor } from '../accounts.ts';
import type { AttackOutcome, AttackTarget } from '../attacks/attack.ts';
import { attacks as allAttacks } from '../attacks/attacks.ts';
import { type Latency, noteLatency } from '../latency.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { LoadClient } from '../load-client.ts';
import { startLoadServer } from '../load-server.ts';
import { mib, needsLinux, until } from '../machine.ts';

interface Size {
  readonly undisturbedMs: number;
  readonly attackMs: number;
  /** The time allowed for memory to return. */
  readonly memoryMs: number;
}

const sizes: Record<ProofContext['size'], Size> = {
  short: { undisturbedMs: 250, attackMs: 400, memoryMs: 3_000 },
  long: { undisturbedMs: 5_000, attackMs: 10_000, memoryMs: 120_000 },
};
const goals = { noteRatio: 2, memoryRatio: 1.1 } as const;
/** Below this, differences are the machine's. */
const audibleMs = 5;
const noteEveryMs = 5;

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
  const { undisturbedMs, attackMs, memoryMs } = sizes[size];
  const server = await startLoadServer(scratch, asDelivered);
  const attackers = startAttackers();
  try {
    const { port } = server;
    const victims = await registerFor({ port }, { name: 'victim', count: 2 });
    const theirs = await registerFor({ port, from: '127.0.3.1' }, { name: 'attacker', count: 5 });
    const roomId = await victims.room(20);
    const ownRoomId = await theirs.room(20);
    const [player, listener] = victims.tokens.map((token) => new LoadClient({ port, roomId, token }));
    if (player === undefined || listener === undefined) throw new Error('there are no victims');
    await player.join();
    await listener.join();
    await noteLatency(player, listener, { everyMs: noteEveryMs, until: delay(undisturbedMs) });
    const before = server.residentBytes();
    const findings: Finding[] = [];
    for (const [index, name] of Object.keys(allAttacks).entries()) {
      say(name);
      const play = (done: Promise<unknown>) => noteLatency(player, listener, { everyMs: noteEveryMs, until: done });
      const undisturbed = await play(delay(undisturbedMs));
      // Each attack comes from an address of its own: one that was limited must not weaken the next.
      const from = `127.0.3.${index + 10}`;
      const target = { port, from, tokens: theirs.tokens, roomId, ownRoomId, victim: 'victim-1', ms: attackMs };
      const attack = attackWith(attackers, name, target);
      const attacked = await play(attack);
      const outcome = await attack;
      player.lose();
      const { isResumed, isSame } = await player.reconnect();
      findings.push(...judge(name, { undisturbed, attacked, outcome, isResumed: isResumed && isSame }));
    }
    const limit = before * goals.memoryRatio;
    const { value: after } = await until(
      () => server.residentBytes(),
      (bytes) => bytes <= limit,
      memoryMs,
    );
    findings.push({
      goal: `memory returns to within ${Math.round((goals.memoryRatio - 1) * 100)}%`,
      measured: `${Math.round(before / mib)} MiB before, ${Math.round(after / mib)} MiB after`,
      held: after <= limit,
      isTiming: true,
    });
    return findings;
  } finally {
    attackers.child.kill();
    await server.stop();
  }
}

async function attackWith(
  { child, ended }: { readonly child: ChildProcess; readonly ended: Promise<never> },
  name: string,
  target: AttackTarget,
): Promise<AttackOutcome> {
  child.send({ name, target });
  const answer = new Promise<AttackOutcome>((resolve) =>
    child.once('message', (outcome: AttackOutcome) => resolve(outcome)),
  );
  return Promise.race([answer, ended]);
}

function startAttackers() {
  const child = fork(fileURLToPath(new URL('../attacks/attack-process.ts', import.meta.url)), { execArgv: [] });
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`the attackers ended with ${status}`);
  });
  // They also end when the line does.
  ended.catch(() => {});
  return { child, ended };
}

function judge(
  name: string,
  result: {
    readonly undisturbed: Latency;
    readonly attacked: Latency;
    readonly outcome: AttackOutcome;
    readonly isResumed: boolean;
  },
): readonly Finding[] {
  const { undisturbed, attacked, outcome, isResumed } = result;
  const { sent, refused, disconnected } = outcome;
  const isWhole = attacked.arrived === attacked.sent && undisturbed.arrived === undisturbed.sent;
  return [
    {
      goal: `${name}: every note arrives, the connection resumes, and the attackers alone are held up`,
      measured:
        `${attacked.arrived} of ${attacked.sent} notes, ${isResumed ? 'resumed' : 'not resumed'}, ` +
        `${refused} of ${sent} refused, ${disconnected} disconnected`,
      held: isWhole && isResumed && refused + disconnected > 0,
    },
    {
      goal: `${name}: p99 of notes within twice the undisturbed one, or ${audibleMs} ms`,
      measured: `${attacked.p99Ms.toFixed(1)} ms, undisturbed ${undisturbed.p99Ms.toFixed(1)} ms`,
      held: attacked.p99Ms <= Math.max(audibleMs, undisturbed.p99Ms * goals.noteRatio),
      isTiming: true,
    },
  ];
}
