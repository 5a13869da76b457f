import { expect, test } from 'vitest';
import { serverLimits } from '../../src/domain/server-limits.ts';
import type { ConnectionCopy, KeptFrame } from '../../src/ports/kept-connections.ts';
import { type ProcessParts, partsOfTwo } from './process-parts.ts';
import { keysOf } from './services.ts';
import './skip-without.ts';

const { ofPerson } = serverLimits.connectionCopies;
const identityOf = (userId: string, ownerId?: string) => ({
  kind: 'user' as const,
  ...{ userId, username: userId, displayName: userId, roles: [], sessionId: userId, address: '192.0.2.1' },
  ...(ownerId === undefined ? {} : { bot: { ownerId, scopes: [] } }),
});

function keep({ sharing }: ProcessParts, id: string, identity = identityOf(id)): ConnectionCopy {
  const whole = { identity, sequence: 0, frames: [], chat: undefined, begun: [], room: undefined };
  return sharing.kept.keep(
    id,
    () => whole,
    () => {},
  );
}

const frame = (sequence: number, bytes: number): KeptFrame => ({
  sequence,
  requestId: 0,
  frame: new Uint8Array(bytes),
});

/** The connections that have a copy. */
async function copies({ redis }: ProcessParts): Promise<readonly string[]> {
  const prefix = 'connection:';
  const names = [...(await keysOf(redis)).keys()].filter(
    (key) => key.startsWith(prefix) && !/:(frames|begun)$/.test(key),
  );
  return names.map((key) => key.slice(prefix.length)).sort();
}

async function sums({ redis }: ProcessParts): Promise<Readonly<Record<string, number>>> {
  const counts = await redis.command<Record<string, string>>('HGETALL', redis.key('copied'));
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number.parseInt(count, 10)]));
}

test('S38.5: a person with their bots has one budget for copies over all processes, which acknowledging frees', async () => {
  const [first, second] = await partsOfTwo();
  const ada = keep(first, 'ada');
  const bot = keep(second, 'bot', identityOf('bot', 'ada'));
  keep(second, 'teo').added(frame(1, ofPerson / 2));
  ada.added(frame(1, ofPerson * 0.75));
  // Each process writes on a connection of its own, so the order of their writes is seen in Redis only.
  await expect.poll(async () => (await sums(first))['person ada'] ?? 0).toBeGreaterThan(ofPerson / 2);
  await expect.poll(() => copies(first)).toEqual(['ada', 'bot', 'teo']);

  bot.added(frame(1, ofPerson / 2));
  await expect.poll(() => copies(second)).toEqual(['ada', 'teo']);
  ada.acknowledged(1, undefined);
  await expect.poll(() => sums(first)).not.toHaveProperty(['person ada']);
  keep(second, 'bot', identityOf('bot', 'ada')).added(frame(1, ofPerson / 2));
  await expect.poll(() => copies(second)).toEqual(['ada', 'bot', 'teo']);
});

test('S38.5: what a process that is gone has copied stops counting when its copies end', async () => {
  const [first, second] = await partsOfTwo();
  keep(first, 'ada').added(frame(1, ofPerson * 0.75));
  const counts = ['address 192.0.2.1', 'copy ada', 'person ada', 'service'];
  await expect.poll(async () => Object.keys(await sums(first)).sort()).toEqual(counts);
  // As if its time had passed.
  await first.redis.command('ZADD', first.redis.key('copied', 'ends'), 1, 'ada');
  const teo = keep(second, 'teo');
  await expect.poll(() => sums(second)).toEqual({ 'copy teo': 0 });
  teo.ended();
  await expect.poll(() => sums(second)).toEqual({});
});
