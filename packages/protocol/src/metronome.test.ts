import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { beatTimeUs, firstBeatFrom } from './metronome.ts';

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
