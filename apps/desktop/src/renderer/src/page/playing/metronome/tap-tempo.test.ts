import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Taps, tap, tappedBpm } from './tap-tempo.ts';

const seed = 96;
const tapAll = (...timesMs: number[]) => timesMs.reduce<Taps>(tap, []);

describe('tap tempo', () => {
  it('knows no tempo after one tap, and one after two', () => {
    expect(tappedBpm(tapAll(1_000))).toBeUndefined();
    expect(tappedBpm(tapAll(1_000, 1_500))).toBe(120);
  });

  it(`finds the tempo within 2 % from taps that are up to 15 ms off (seed ${seed})`, () => {
    const bpm = fc.integer({ min: 40, max: 200 });
    const off = fc.array(fc.integer({ min: -15, max: 15 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(bpm, off, (beats, offMs) => {
        const taps = tapAll(...offMs.map((ms, index) => 5_000 + (index * 60_000) / beats + ms));
        expect(Math.abs((tappedBpm(taps) ?? 0) / beats - 1)).toBeLessThan(0.02 + 0.5 / beats);
      }),
      { seed },
    );
  });

  it('follows a new tempo immediately, and starts over after a pause', () => {
    expect(tappedBpm(tapAll(0, 500, 1_000, 2_000))).toBe(60);
    expect(tappedBpm(tapAll(0, 500, 1_000, 10_000))).toBeUndefined();
    expect(tappedBpm(tapAll(0, 500, 1_000, 10_000, 10_400))).toBe(150);
  });

  it('R9.1: stays within the tempos that the metronome allows', () => {
    expect(tappedBpm(tapAll(0, 20, 40))).toBe(400);
    expect(tappedBpm(tapAll(0, 3_000))).toBe(20);
  });

  it('counts two taps at the same moment as one', () => {
    expect(tapAll(700, 700)).toEqual([700]);
  });
});
