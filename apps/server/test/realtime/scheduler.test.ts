import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timers } from '../../src/realtime/scheduler.ts';

/** What the clock says that measures how long a piece has taken; timers run by the real one. */
let nowMs = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** More than what is done in one turn. */
const longMs = 0.2;

test('each of many is looked at every time, and the event loop turns between them', async () => {
  let turn = 0;
  const seen: { item: string; turn: number }[] = [];
  const stop = timers.each(
    1,
    () => ['ada', 'bo', 'cy'].values(),
    (item) => {
      nowMs += longMs;
      seen.push({ item, turn });
    },
  );
  for (; seen.length < 6; turn++) await nextTurn();
  stop();
  expect(seen.map(({ item }) => item)).toEqual(['ada', 'bo', 'cy', 'ada', 'bo', 'cy']);
  const first = Number(seen[0]?.turn);
  expect(seen.slice(0, 3).map((one) => one.turn)).toEqual([first, first + 1, first + 2]);
});

test('those who are looked at only briefly are all looked at in one turn', async () => {
  let turn = 0;
  const turns: number[] = [];
  const stop = timers.each(
    1,
    () => [1, 2, 3].values(),
    () => {
      turns.push(turn);
      if (turns.length === 3) stop();
    },
  );
  for (; turns.length < 3; turn++) await nextTurn();
  expect(new Set(turns).size).toBe(1);
});

test('a round ends where it is stopped', async () => {
  const seen: number[] = [];
  const stop = timers.each(
    1,
    () => [1, 2, 3].values(),
    (item) => {
      nowMs += longMs;
      seen.push(item);
      stop();
    },
  );
  while (seen.length === 0) await nextTurn();
  // Another that began later has had its whole round by then.
  const later: number[] = [];
  const stopLater = timers.each(
    1,
    () => [1, 2].values(),
    (item) => {
      nowMs += longMs;
      later.push(item);
    },
  );
  while (later.length < 2) await nextTurn();
  stopLater();
  expect(seen).toEqual([1]);
});
