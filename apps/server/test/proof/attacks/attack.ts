import { setTimeout as delay } from 'node:timers/promises';
import { encodeFrame, type Outgoing } from '@roomtone/protocol';
import { type JoinTarget, LoadClient } from '../load-client.ts';

/** What an attack is directed at, and by whom. The first account owns a room of its own. */
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
  readonly ms: number;
}

/** What became of the attackers. */
export interface AttackOutcome {
  readonly sent: number;
  readonly refused: number;
  /** Connections that the server closed. */
  readonly disconnected: number;
}

export type Attack = (target: AttackTarget) => Promise<AttackOutcome>;

/** Messages that each client sends in a row before the others get their turn. */
const perTurn = 10;

/** Connects clients, by account or as guests, and lets each send messages as fast as it can until the time is up. */
export async function flood(
  { ms, ...target }: AttackTarget,
  { clients, join }: { readonly clients: readonly string[]; readonly join: boolean },
  messages: readonly Outgoing[],
): Promise<AttackOutcome> {
  const counts = { sent: 0, refused: 0, disconnected: 0 };
  const frames = messages.map((message) => encodeFrame({ ...message, requestId: 1 }));
  const open = await Promise.all(clients.map((token) => openClient({ ...target, token }, join, counts)));
  const endMs = performance.now() + ms;
  while (performance.now() < endMs && open.some(({ isOpen }) => isOpen)) {
    for (const client of open) {
      for (let index = 0; index < perTurn && client.isOpen; index++) {
        for (const frame of frames) client.send(frame);
        counts.sent += frames.length;
      }
    }
    await delay(2);
  }
  for (const client of open) await client.leave();
  return counts;
}

async function openClient(
  target: JoinTarget,
  join: boolean,
  counts: { refused: number; disconnected: number },
): Promise<LoadClient> {
  const client = new LoadClient(target);
  if (join) await client.join();
  else await client.connect();
  client.onMessage = (message) => {
    if (message.kind === 'error' && message.body.code === 'RATE_LIMIT_EXCEEDED') counts.refused++;
  };
  client.onEnd = (code) => {
    if (code === 4400 || code === 4429) counts.disconnected++;
  };
  return client;
}

/**
 * Sends requests from several clients at once, each as soon as its last one has been answered, until the time is up and
 * `atLeast` have been sent.
 */
export async function repeat(
  { ms, atLeast }: { readonly ms: number; readonly atLeast: number },
  clients: readonly string[],
  request: (token: string) => Promise<{ readonly status: number }>,
): Promise<AttackOutcome> {
  const counts = { sent: 0, refused: 0, disconnected: 0 };
  const endMs = performance.now() + ms;
  const one = async (token: string) => {
    while (performance.now() < endMs || counts.sent < atLeast) {
      counts.sent++;
      const { status } = await request(token);
      if (status === 429) counts.refused++;
    }
  };
  await Promise.all(clients.map(one));
  return counts;
}
