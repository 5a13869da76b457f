import { expect, test } from 'vitest';
import { OwnStalls } from './own-stalls.ts';

/** Timers that fire when told, however late. */
function timers() {
  const state = { nowUs: 0, waiting: [] as { readonly run: () => void; readonly dueMs: number }[] };
  const stalls = new OwnStalls({
    nowUs: () => state.nowUs,
    setTimeout: (run, ms) => state.waiting.push({ run, dueMs: state.nowUs / 1_000 + ms }),
  });
  const at = (ms: number) => {
    state.nowUs = ms * 1_000;
    return {
      fire() {
        for (const { run } of state.waiting.splice(0)) run();
      },
    };
  };
  return {
    watch: () => stalls.between(state.nowUs, state.nowUs),
    since: (fromMs: number) => stalls.between(fromMs * 1_000, state.nowUs) / 1_000,
    at,
    /** When the timers are due, ms. */
    due: () => state.waiting.map(({ dueMs }) => dueMs),
  };
}

test('a timer that is late shows for how long the program stood still, also before it has fired', () => {
  const { watch, since, at } = timers();
  watch();
  at(8).fire();
  at(17).fire();
  expect(since(0)).toBe(0);
  at(60);
  expect(since(0)).toBe(35);
  at(60).fire();
  expect(since(0)).toBe(35);
  expect(since(50)).toBe(10);
  expect(since(60)).toBe(0);
});

test('it is watched for a second after the last message, and a short delay hides no stall', () => {
  const { watch, since, at, due } = timers();
  watch();
  at(30).fire();
  for (let ms = 38; ms < 1_000; ms += 8) at(ms).fire();
  expect(due()).toHaveLength(1);
  watch();
  for (let ms = 1_000; ms < 1_980; ms += 8) at(ms).fire();
  at(2_100).fire();
  expect(due()).toEqual([]);
  watch();
  expect(due()).toEqual([2_108]);
  at(2_109).fire();
  // The timer was due at 1,984 + 8 ms.
  expect(since(2_000)).toBe(100);
});

test('where at least 100 messages a second show that it runs, the timer comes six times less often', () => {
  const { watch, since, at, due } = timers();
  /** Messages evenly over a second, and timers in time; returns the time between these at the end. */
  const second = (fromMs: number, messages: number) => {
    let last = 0;
    for (let message = 0; message < messages; message++) {
      const ms = fromMs + (message * 1_000) / messages;
      for (let [next = ms] = due(); next < ms; [next = ms] = due()) at(next).fire();
      at(ms);
      watch();
      last = (due()[0] ?? 0) - ms;
    }
    return last;
  };
  watch();
  second(1_000, 99);
  expect(second(2_000, 100)).toBeLessThanOrEqual(8);
  expect(second(3_000, 100)).toBeGreaterThan(8);
  // A silence of the messages is no longer than the timer's, and of that only what exceeds 8 ms could have been a stall.
  const [next = 0] = due();
  at(next).fire();
  expect(since(0)).toBeLessThanOrEqual(40);
  // The program stands still: nothing shows that it runs, neither messages nor the timer.
  at(next + 60);
  expect(since(next)).toBe(52);
  expect(second(6_000, 100)).toBeLessThanOrEqual(8);
});
