import { describe, expect, it } from 'vitest';
import { nextPlaceOf, type PlaceInputs, placeOf, startFor } from './place.ts';

const still: PlaceInputs = {
  startsUs: [0, 1_000, 2_000, 3_000, 4_000],
  count: 4,
  startAt: 0,
  barsPerPlace: 1,
  file: undefined,
  bar: undefined,
};

describe('R24.2: the place in a sheet', () => {
  it('is where the music would start until something runs, and while the metronome counts in', () => {
    expect(placeOf({ ...still, startAt: 2 })).toEqual({ index: 2, isMoving: false });
    expect(placeOf({ ...still, startAt: 2, bar: 0 })).toEqual({ index: 2, isMoving: false });
  });

  it('follows the bars of the metronome from there, to the last one', () => {
    expect([1, 2, 9].map((bar) => placeOf({ ...still, startAt: 1, bar }).index)).toEqual([1, 2, 3]);
    expect(placeOf({ ...still, startAt: -5, bar: 1 })).toEqual({ index: 0, isMoving: true });
    expect([1, 4, 5].map((bar) => placeOf({ ...still, barsPerPlace: 4, bar }).index)).toEqual([0, 0, 1]);
  });

  it('follows this sheet’s own file, even against the metronome, and stays there when it pauses', () => {
    const file = { of: 'sheet', us: 2_500, isMoving: true } as const;
    expect(placeOf({ ...still, file, bar: 1 })).toEqual({ index: 2, isMoving: true });
    expect(placeOf({ ...still, file: { ...file, isMoving: false } })).toEqual({ index: 2, isMoving: false });
    expect(placeOf({ ...still, file: { ...file, isMoving: false }, bar: 4 })).toEqual({ index: 3, isMoving: true });
    expect(placeOf({ ...still, file: { ...file, us: 999_999 } }).index).toBe(3);
  });

  it('follows the bars of another file that plays', () => {
    expect(placeOf({ ...still, file: { of: 'other', bar: 3, isMoving: true }, bar: 1 }).index).toBe(2);
    expect(placeOf({ ...still, file: { of: 'other', bar: 3, isMoving: false }, bar: 1 }).index).toBe(0);
  });

  it('is wherever the user says that the music is now', () => {
    const file = { of: 'other', bar: 3, isMoving: true } as const;
    for (const now of [{ bar: 7 }, { bar: undefined }, { file }, { bar: 7, barsPerPlace: 2 }]) {
      const inputs = { ...still, ...now };
      expect(placeOf({ ...inputs, startAt: startFor(2, inputs) }).index).toBe(2);
    }
  });

  it('is the next time that a measure is played, or the first', () => {
    expect([0, 1, 3].map((from) => nextPlaceOf(0, [0, 1, 0, 1, 2], from))).toEqual([0, 2, 0]);
  });
});
