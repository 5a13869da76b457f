import { expect, test } from 'vitest';
import { OwnStalls } from './own-stalls.ts';

/** Timers that fire when told, however late. */
function timers() {
  const state = { nowUs: 0, waiting: [] as (() => void)[] };
  const stalls = new OwnStalls({
    nowUs: () => state.nowUs,
    setTimeout(run) {
      state.waiting.push(run);
      return run;
    },
    clearTimeout(timer) {
      state.waiting = state.waiting.filter((run) => run !== timer);
    },
  });
  const at = (ms: number) => {
    state.nowUs = ms * 1_000;
    return {
      fire() {
        for (const run of state.waiting.splice(0)) run();
      },
    };
  };
  return { stalls, at, waiting: () => state.waiting.length };
}

test('a timer that is late shows for how long the program stood still, also before it has fired', () => {
  const { stalls, at } = timers();
  stalls.watch();
  at(8).fire();
  at(17).fire();
  expect(stalls.since(0)).toBe(0);
  at(60);
  expect(stalls.since(0)).toBe(35_000);
  at(60).fire();
  expect(stalls.since(0)).toBe(35_000);
  expect(stalls.since(50_000)).toBe(10_000);
  expect(stalls.since(60_000)).toBe(0);
});

test('it is watched for a second after the last message, and forgotten after another', () => {
  const { stalls, at, waiting } = timers();
  stalls.watch();
  at(30).fire();
  for (let ms = 38; ms < 1_000; ms += 8) at(ms).fire();
  expect(waiting()).toBe(1);
  stalls.watch();
  for (let ms = 1_000; ms < 1_980; ms += 8) at(ms).fire();
  at(2_100).fire();
  expect(waiting()).toBe(0);
  expect(stalls.since(0)).toBe(0);
  stalls.watch();
  expect(waiting()).toBe(1);
  stalls.stop();
  expect(waiting()).toBe(0);
});
