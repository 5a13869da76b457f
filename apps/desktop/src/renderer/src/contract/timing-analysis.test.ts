import { expect, test } from 'vitest';
import { type ClickStretch, histogramOf, leastNotes, type Subdivision, timingOf } from './timing-analysis.ts';

const ms = 1_000;
const beatUs = 1_700_000_000_000_000;
const usPerBeat = 500_000;
// A note just before the first beat is early.
const click: ClickStretch = { fromUs: beatUs - usPerBeat / 4, toUs: beatUs + 600_000_000, beatUs, usPerBeat };

/** Numbers from 0 to 1 that are the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Roughly normally distributed with this deviation. */
const jitter = (random: () => number, deviationUs: number) =>
  (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviationUs;

/** Notes of a part of a beat, all of them late by the same time, with some jitter. */
function notes(grid: number, count: number, lateUs: number, { deviationUs = 8 * ms, seed = 1 } = {}): number[] {
  const random = randomFrom(seed);
  return Array.from(
    { length: count },
    (_, index) => beatUs + (index * usPerBeat) / grid + lateUs + jitter(random, deviationUs),
  );
}

test.each([
  [1, -12],
  [1, 25],
  [2, -12],
  [2, 18],
  [3, -9],
  [3, 14],
  [4, -12],
  [4, 10],
] as const)('a player of %i notes a beat who is %i ms off is told so (seeds 1 to 20)', (grid, offMs) => {
  for (let seed = 1; seed <= 20; seed++) {
    const timing = timingOf(notes(grid, 160, offMs * ms, { seed }), [click]);
    expect(timing?.subdivision).toBe(grid satisfies Subdivision);
    expect(Math.abs((timing?.medianUs ?? 0) - offMs * ms)).toBeLessThan(3 * ms);
    expect(timing?.leftOut).toBeLessThan(8);
    expect(timing?.spreadUs).toBeGreaterThan(3 * ms);
    expect(timing?.spreadUs).toBeLessThan(9 * ms);
    expect(Math.abs(timing?.driftUs ?? 99 * ms)).toBeLessThan(6 * ms);
  }
});

test('quarters with a few eighths are eighths, and are on time (seed 7)', () => {
  const quarters = notes(1, 64, 0, { seed: 7 });
  const offbeats = notes(1, 12, usPerBeat / 2, { seed: 8 }).map((atUs) => atUs + 20 * usPerBeat);
  const timing = timingOf([...quarters, ...offbeats], [click]);
  expect(Math.abs(timing?.medianUs ?? 99 * ms)).toBeLessThan(4 * ms);
  expect((timing?.count ?? 0) + (timing?.leftOut ?? 0)).toBe(76);
  expect(timing?.leftOut).toBeLessThan(4);
});

test('a chord counts once, however many keys it has and in whatever order they come', () => {
  const chords = notes(1, 40, 5 * ms).flatMap((atUs) => [atUs + 8 * ms, atUs - 8 * ms, atUs]);
  expect(timingOf(chords, [click])?.count).toBe(40);
});

test('a player who gets later and later drifts, and the trend shows it (seed 3)', () => {
  const late = notes(2, 200, 0, { seed: 3 }).map((atUs, index) => atUs + (index / 200) * 60 * ms - 30 * ms);
  const timing = timingOf(late, [click]);
  expect(timing?.driftUs).toBeGreaterThan(30 * ms);
  const trend = (timing?.trendUs ?? []).filter((each) => each !== undefined);
  expect(trend.at(-1)).toBeGreaterThan(15 * ms);
  expect(trend[0]).toBeLessThan(-15 * ms);
});

test('notes that follow no beat are left out and counted (seeds 1 to 10)', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = randomFrom(seed);
    const free = Array.from({ length: 64 }, () => beatUs + 100_000_000 + random() * 60_000_000);
    const played = notes(1, 64, -10 * ms, { seed });
    const timing = timingOf([...played, ...free], [click]);
    expect(timing?.leftOut).toBeGreaterThan(32);
    expect(Math.abs((timing?.medianUs ?? 0) + 10 * ms)).toBeLessThan(6 * ms);
  }
});

test('only notes while the metronome ran count, each against the tempo of that time', () => {
  const waltz: ClickStretch = { ...click, fromUs: click.toUs, toUs: click.toUs + 60_000_000, usPerBeat: 700_000 };
  const second = { ...waltz, beatUs: waltz.fromUs };
  const before = notes(1, 20, -400_000_000);
  const first = notes(1, 32, 20 * ms);
  const then = Array.from({ length: 32 }, (_, index) => second.beatUs + index * 700_000 + 20 * ms);
  const timing = timingOf([...before, ...first, ...then], [click, second]);
  expect(timing?.count).toBe(64);
  expect(Math.abs((timing?.medianUs ?? 0) - 20 * ms)).toBeLessThan(4 * ms);
});

test(`fewer than ${leastNotes} notes say nothing`, () => {
  expect(timingOf(notes(1, leastNotes - 1, 0), [click])).toBeUndefined();
  expect(timingOf(notes(1, leastNotes, 0), [click])?.count).toBe(leastNotes);
  expect(timingOf([], [])).toBeUndefined();
});

test('a histogram has everything, what is beyond its ends in the outermost bars', () => {
  expect(histogramOf([-99, -40, -1, 0, 1, 39, 40, 99], 4, 40)).toEqual([2, 1, 2, 3]);
});
