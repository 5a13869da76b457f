import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timers } from '../../src/realtime/scheduler.ts';

/** The clock that measures how long a piece has taken. Timers run by the real one. */
let nowMs = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** More items than are handled in one turn. */
const longMs = 0.2;

test('every item is handled each time, in several turns of the event loop', async () => {
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

test('items that take little time are all handled in one turn', async () => {
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

test('stopping takes effect in the middle of the items', async () => {
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
  // A task that started later has handled all its items by then.
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
