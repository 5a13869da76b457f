import { expect, test } from 'vitest';
import { serverLimits } from '../../domain/server-limits.ts';
import { CopiedBytes } from './kept-bytes.ts';

const { ofPerson, ofAddress } = serverLimits.connectionCopies;
const user = (userId: string, ownerId?: string) => ({
  kind: 'user' as const,
  ...{ userId, username: userId, roles: [], sessionId: userId, address: '192.0.2.1' },
  ...(ownerId === undefined ? {} : { bot: { ownerId, scopes: [] } }),
});

test('S38.5: copies of connections have budgets for a person with their bots and for an address, which acknowledging frees', () => {
  const totals = new Map<string, number>();
  const [ada, bot] = [new CopiedBytes(user('ada'), totals), new CopiedBytes(user('bot', 'ada'), totals)];
  expect([ada.add(1, ofPerson / 2), bot.add(1, ofPerson / 2 - 1)]).toEqual([true, true]);
  expect([ada.add(2, 1), bot.add(2, 1)]).toEqual([true, false]);
  ada.acknowledge(1);
  expect(bot.add(2, ofPerson / 2)).toBe(true);
  const others = Array.from({ length: ofAddress / ofPerson }, (_, index) => new CopiedBytes(user(`u${index}`), totals));
  expect(others.map((copy) => copy.add(1, ofPerson)).filter((isKept) => !isKept)).toHaveLength(1);
  for (const copy of [ada, bot, ...others]) copy.clear();
  expect(totals.size).toBe(0);
});
