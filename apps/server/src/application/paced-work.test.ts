import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PacedWork } from './paced-work.ts';

/** The clock that measures how long jobs take; turns of the event loop are real. */
let nowMs = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs as many jobs of this length, given at once; resolves with the turn in which each ran. */
async function turnsOf(count: number, jobMs: number): Promise<number[]> {
  const paced = new PacedWork();
  const turns: number[] = [];
  let turn = 0;
  for (let job = 0; job < count; job++) {
    paced.run(() => {
      nowMs += jobMs;
      turns.push(turn);
    });
  }
  for (turn = 1; turns.length < count; turn++) await nextTurn();
  return turns;
}

test('what fits into one turn of the event loop is done at once', async () => {
  expect(await turnsOf(5, 0.1)).toEqual([0, 0, 0, 0, 0]);
});

test('a burst is spread over turns, in the order it came', async () => {
  const turns = await turnsOf(8, 0.5);
  const inTurn = (turn: number) => turns.filter((one) => one === turn).length;
  expect(turns).toEqual(turns.toSorted((one, other) => one - other));
  expect(turns.map(inTurn).every((jobs) => jobs <= 2)).toBe(true);
});

test('what follows from a job by a promise is part of it', async () => {
  const paced = new PacedWork();
  const done: [job: number, turn: number][] = [];
  let turn = 0;
  paced.run(() => {
    nowMs += 2;
  });
  for (let job = 0; job < 4; job++) {
    void paced.turn().then(() => {
      nowMs += 2;
      done.push([job, turn]);
    });
  }
  for (turn = 1; done.length < 4; turn++) await nextTurn();
  expect(done.map(([job]) => job)).toEqual([0, 1, 2, 3]);
  expect(new Set(done.map(([, at]) => at)).size).toBe(4);
});

test('a job that comes while others wait goes behind them', async () => {
  const paced = new PacedWork();
  const done: string[] = [];
  const long = (name: string) => () => {
    nowMs += 2;
    done.push(name);
  };
  paced.run(long('first'));
  paced.run(long('second'));
  nowMs += 100;
  paced.run(long('third'));
  expect(done).toEqual(['first']);
  while (done.length < 3) await nextTurn();
  expect(done).toEqual(['first', 'second', 'third']);
});

test('a job that throws stops none of the others', async () => {
  const paced = new PacedWork();
  const done: string[] = [];
  paced.run(() => {
    nowMs += 2;
  });
  paced.run(() => {
    done.push('second');
  });
  expect(() =>
    new PacedWork().run(() => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  while (done.length < 1) await nextTurn();
  expect(done).toEqual(['second']);
});

test('what is to wait runs like the others, but not before its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const paced = new PacedWork();
  const job = vi.fn();
  paced.runAfter(10, job);
  vi.advanceTimersByTime(9);
  expect(job).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(job).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
