import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { beatTimeUs, clickProblems, clicksOf, firstBeatFrom, keptClick, plainClick } from './metronome.ts';

const seed = 20_261;

test('R9.5: beats fall where the tempo says, without a growing error', () => {
  const beats = { tempo: 120_000, startTime: 1_000 };
  expect([-1, 0, 1, 2].map((beat) => beatTimeUs(beats, beat))).toEqual([-499_000, 1_000, 501_000, 1_001_000]);
  // A third of a beat is not a whole number of µs.
  const odd = { tempo: 180_000, startTime: 0 };
  expect([1, 2, 3, 3_000_000].map((beat) => beatTimeUs(odd, beat))).toEqual([333_333, 666_667, 1_000_000, 1e12]);
});

test(`R9.5: the first beat from a given time on is the first, even years after the start (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.integer(limits.metronome.tempo),
      fc.integer({ min: 0, max: 2 ** 51 }),
      fc.integer({ min: 0, max: 2 ** 51 }),
      (tempo, startTime, timeUs) => {
        const beats = { tempo, startTime };
        const beat = firstBeatFrom(beats, timeUs);
        expect(beatTimeUs(beats, beat)).toBeGreaterThanOrEqual(timeUs);
        expect(beatTimeUs(beats, beat - 1)).toBeLessThan(timeUs);
      },
    ),
    { seed },
  );
});

const offsets = (change: Partial<typeof plainClick>, bar = 1, beat = 1) =>
  clicksOf({ ...plainClick, ...change }, bar, beat, 600_000).map(({ offsetUs }) => offsetUs);

test('R9.12: a beat clicks as often as it is divided, and swing moves every second click', () => {
  expect(offsets({})).toEqual([0]);
  expect(offsets({ subdivision: 3 })).toEqual([0, 200_000, 400_000]);
  expect(offsets({ subdivision: 2, swing: 67 })).toEqual([0, 402_000]);
  expect(offsets({ subdivision: 4, swing: 75 })).toEqual([0, 225_000, 300_000, 525_000]);
  // Triplets have swing already.
  expect(offsets({ subdivision: 3, swing: 67 })).toEqual([0, 200_000, 400_000]);
});

test('R9.12: accents are those of the bar, those left out are plain, and silent beats and bars do not click', () => {
  const accents = [3, 1, 2, 0];
  const strengths = [1, 2, 3, 4, 5].map((beat) =>
    clicksOf({ ...plainClick, accents }, 1, beat, 1).map((click) => click.strength),
  );
  expect(strengths).toEqual([[3], [1], [2], [], [1]]);
  expect([1, 2].map((beat) => clicksOf(undefined, 1, beat, 1)[0]?.strength)).toEqual([3, 1]);
  // The count-in is heard in any case.
  expect([-4, 0, 3, 4, 8].map((bar) => offsets({ silentEvery: 4 }, bar).length)).toEqual([1, 1, 1, 0, 0]);
});

test('R9.12: a plain click is kept as none, 0 stands for what is usual, and what is out of bounds is named', () => {
  expect(keptClick(plainClick)).toBeUndefined();
  expect(keptClick({ accents: [], subdivision: 0, swing: 0, silentEvery: 0 })).toBeUndefined();
  expect(keptClick({ accents: [3, 1], subdivision: 0, swing: 0, silentEvery: 0 })).toEqual({
    ...plainClick,
    accents: [3, 1],
  });
  const fields = (change: Partial<typeof plainClick>) =>
    clickProblems({ ...plainClick, ...change, accents: change.accents ?? [1] }).map(({ field }) => field);
  expect(fields({})).toEqual([]);
  expect(fields({ accents: [1, 4, 5] })).toEqual(['click.accents']);
  expect(fields({ accents: Array(33).fill(1) })).toEqual(['click.accents']);
  expect(fields({ subdivision: 7, swing: 80, silentEvery: 1 })).toEqual([
    'click.subdivision',
    'click.swing',
    'click.silentEvery',
  ]);
});
