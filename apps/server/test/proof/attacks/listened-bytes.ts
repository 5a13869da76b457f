import { decodeServerFrame } from '@roomtone/protocol';
import { serverLimits } from '../../../src/domain/server-limits.ts';
import { type JoinTarget, LoadClient } from '../load-client.ts';

export interface Listened {
  readonly client: LoadClient;
  /** True if the listener got more because of the players than the budget of one person. */
  gotTooMuch(): boolean;
}

/** A guest in the victims' room who counts the bytes that arrive because of one person, whose clients these are, from now on. */
export async function listenTo(target: Omit<JoinTarget, 'token'>, players: readonly LoadClient[]): Promise<Listened> {
  const client = new LoadClient({ ...target, token: '' });
  const numbers = new Set(players.map(({ self }) => self));
  let bytes = 0;
  client.onNotes = (payload) => {
    if (numbers.has(decodeServerFrame(payload)?.sender ?? 0)) bytes += payload.length;
  };
  client.onMessage = ({ kind, sender }, size) => {
    // Nobody else changes loops.
    if (numbers.has(sender) || kind === 'loopNews') bytes += size;
  };
  await client.join();
  bytes = 0;
  const startedMs = performance.now();
  const { ofPerson, windowMs } = serverLimits.byteBudgets.toListeners;
  return {
    client,
    // Once at once, once for what always arrives beyond the budget, and as time passes.
    gotTooMuch: () => bytes > ofPerson * (2 + (performance.now() - startedMs) / windowMs),
  };
}
