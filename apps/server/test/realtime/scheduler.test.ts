import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { timers } from '../../src/realtime/scheduler.ts';

/** More than what is done in one turn. */
const long = () => {
  const untilMs = performance.now() + 0.2;
  while (performance.now() < untilMs);
};

test('each of many is looked at every time, and the event loop turns between them', async () => {
  let turn = 0;
  const seen: { item: string; turn: number }[] = [];
  const stop = timers.each(
    1,
    () => ['ada', 'bo', 'cy'].values(),
    (item) => {
      long();
      seen.push({ item, turn });
    },
  );
  onTestFinished(stop);
  for (; seen.length < 6; turn++) await nextTurn();
  expect(seen.map(({ item }) => item).slice(0, 6)).toEqual(['ada', 'bo', 'cy', 'ada', 'bo', 'cy']);
  const turns = seen.slice(0, 3).map((one) => one.turn);
  expect(turns).toEqual([turns[0], Number(turns[0]) + 1, Number(turns[0]) + 2]);
});

test('who is looked at only briefly is looked at in one turn; nobody is once it is stopped', async () => {
  let turn = 0;
  const turns: number[] = [];
  const stop = timers.each(
    1,
    () => [1, 2, 3].values(),
    () => turns.push(turn),
  );
  for (; turns.length < 3; turn++) await nextTurn();
  stop();
  expect(new Set(turns.slice(0, 3)).size).toBe(1);
});

test('a round ends where it is stopped from within', async () => {
  const seen: number[] = [];
  const stop = timers.each(
    1,
    () => [1, 2, 3].values(),
    (item) => {
      long();
      seen.push(item);
      stop();
    },
  );
  while (seen.length === 0) await nextTurn();
  for (let turns = 0; turns < 10; turns++) await nextTurn();
  expect(seen).toEqual([1]);
});
