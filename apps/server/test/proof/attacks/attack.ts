import { setTimeout as delay } from 'node:timers/promises';
import { encodeFrame, type Outgoing } from '@roomtone/protocol';
import { type JoinTarget, LoadClient } from '../load-client.ts';

/** An account with an authenticator app whose password the attackers know. */
export interface ProtectedAccount {
  readonly username: string;
  readonly password: string;
  /** The app's, which the attackers do not know: a user with it signs in at an address of their own. */
  readonly secret: string;
  readonly from: string;
}

/** The target of an attack, and the attackers. The first account owns a room of its own. */
export interface AttackTarget {
  readonly port: number;
  /** The attackers' address. */
  readonly from: string;
  /** Access tokens of the attackers' accounts. */
  readonly tokens: readonly string[];
  /** The victims' room. */
  readonly roomId: string;
  /** The username of a victim. */
  readonly victim: string;
  readonly ownRoomId: string;
  readonly protectedAccount: ProtectedAccount;
  readonly ms: number;
  /** True if attackers who have been disconnected come back until the time is up. */
  readonly persists: boolean;
}

/** The state of the attackers afterwards. */
export interface AttackOutcome {
  readonly sent: number;
  readonly refused: number;
  /** Connections that the server closed. */
  readonly disconnected: number;
  /** How often they got what they must never get, such as somebody else's account. */
  readonly gained: number;
}

export type Attack = (target: AttackTarget) => Promise<AttackOutcome>;

export const nothingYet = (): { -readonly [K in keyof AttackOutcome]: number } => ({
  sent: 0,
  refused: 0,
  disconnected: 0,
  gained: 0,
});

/** Messages that each client sends in a row before the others get their turn. */
const perTurn = 10;

/** Connects clients, by account or as guests, and lets each send messages as fast as it can until the time is up. */
export async function flood(
  { ms, persists, ...target }: AttackTarget,
  { clients, join }: { readonly clients: readonly string[]; readonly join: boolean },
  messages: readonly Outgoing[],
): Promise<AttackOutcome> {
  const counts = nothingYet();
  const frames = messages.map((message) => encodeFrame({ ...message, requestId: 1 }));
  const open = (token: string) => openClient({ ...target, token }, join, counts);
  // The time begins once they are connected, however busy the machine is.
  const first = await Promise.all(clients.map(open));
  const endMs = performance.now() + ms;
  const isOver = () => performance.now() >= endMs;
  const one = async (token: string, opened: LoadClient | undefined) => {
    for (let client = opened; ; client = await open(token)) {
      while (client?.isOpen === true && !isOver()) {
        for (let index = 0; index < perTurn && client.isOpen; index++) {
          for (const frame of frames) client.send(frame);
          counts.sent += frames.length;
        }
        await delay(2);
      }
      await client?.leave();
      if (!persists || isOver()) return;
    }
  };
  await Promise.all(clients.map((token, index) => one(token, first[index])));
  return counts;
}

/** Undefined if the server refuses the client, which counts. */
async function openClient(
  target: JoinTarget,
  join: boolean,
  counts: { sent: number; refused: number; disconnected: number },
): Promise<LoadClient | undefined> {
  const client = new LoadClient(target);
  client.onMessage = (message) => {
    if (message.kind === 'error' && message.body.code === 'RATE_LIMIT_EXCEEDED') counts.refused++;
  };
  client.onEnd = (code) => {
    if (code === 4400 || code === 4429) counts.disconnected++;
  };
  try {
    if (join) await client.join();
    else await client.connect();
    return client;
  } catch {
    counts.sent++;
    counts.refused++;
    await client.leave();
    return undefined;
  }
}

/**
 * Sends requests from several clients at once, each as soon as its last one has been answered, until the time is up and
 * `atLeast` have been sent. A connection that the server ends without an answer counts as refused.
 * @param request `gained` says that the answer is one that the attackers must never get.
 */
export async function repeat(
  { ms, atLeast }: { readonly ms: number; readonly atLeast: number },
  clients: readonly string[],
  request: (token: string) => Promise<{ readonly status: number; readonly gained?: boolean }>,
): Promise<AttackOutcome> {
  const counts = nothingYet();
  const endMs = performance.now() + ms;
  const one = async (token: string) => {
    while (performance.now() < endMs || counts.sent < atLeast) {
      counts.sent++;
      const { status, gained } = await request(token);
      if (status === 429 || status === 0) counts.refused++;
      if (gained === true) counts.gained++;
    }
  };
  await Promise.all(clients.map(one));
  return counts;
}
