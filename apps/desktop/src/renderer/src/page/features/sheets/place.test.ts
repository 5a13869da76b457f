import { describe, expect, it } from 'vitest';
import type { CurrentBeat } from '../../playing/metronome/beat-lights.ts';
import { barBeat, beatsInMeasure, nextBarBeat, nextPlaceOf, type PlaceInputs, placeOf, startFor } from './place.ts';

/** A click of four stands still after so many beats. */
const at = (count: number): CurrentBeat => ({ bar: undefined, beat: 1, count, beatsPerBar: 4 });
/** It has run since the first of them. */
const on = (count: number): CurrentBeat => ({ ...at(count), bar: Math.floor(count / 4) + 1, beat: (count % 4) + 1 });

const still: PlaceInputs = {
  startsUs: [0, 1_000, 2_000, 3_000, 4_000],
  count: 4,
  startAt: 0,
  startBeat: 0,
  beatsIn: () => 4,
  barsPerPlace: 1,
  file: undefined,
  beat: at(0),
};
const indexes = (beats: readonly number[], inputs: Partial<PlaceInputs>) =>
  beats.map((count) => placeOf({ ...still, ...inputs, beat: on(count) }).index);
const measure = (beats: number, beatLength: number, length = beats * beatLength) => ({ beats, beatLength, length });

describe('R24.2: the place in a sheet', () => {
  it('is where the music starts until the metronome is there, and while it counts in', () => {
    const start = { ...still, startAt: 2, startBeat: 240 };
    for (const beat of [at(240), on(237), { ...at(240), bar: 0 }]) {
      expect(placeOf({ ...start, beat })).toEqual({ index: 2, isMoving: false });
    }
    expect(placeOf({ ...start, beat: on(240) })).toEqual({ index: 2, isMoving: true });
  });

  it('follows the beats of the metronome from there, to the last bar, and stays where the metronome stops', () => {
    expect(indexes([0, 3, 4, 40], { startAt: 1 })).toEqual([1, 1, 2, 3]);
    expect(placeOf({ ...still, beat: at(8) })).toEqual({ index: 2, isMoving: false });
  });

  it('has the bars of the sheet’s own metre, whatever the metronome counts in', () => {
    expect(indexes([0, 2, 3, 6, 9], { beatsIn: () => 3 })).toEqual([0, 0, 1, 2, 3]);
    expect(indexes([2, 3, 4, 7, 8], { beatsIn: (index) => [3, 1, 4, 4][index] ?? 4 })).toEqual([0, 1, 2, 2, 3]);
  });

  it('counts a measure in the beats of a click that fits its metre', () => {
    const beats = (each: ReturnType<typeof measure>, beatsPerBar: number) => beatsInMeasure(each, beatsPerBar, false);
    expect([beats(measure(3, 1), 4), beats(measure(6, 0.5), 6), beats(measure(6, 0.5), 2)]).toEqual([3, 6, 2]);
    expect([beats(measure(2, 2), 4), beats(measure(2, 2), 2), beats(measure(3, 1), 1)]).toEqual([4, 2, 3]);
    expect([beats(measure(4, 1, 1), 4), beats(measure(6, 0.5, 1.5), 2)]).toEqual([1, 1]);
  });

  it('starts with a pickup at the end of a bar, and plays it as long as it is when it comes again', () => {
    expect([beatsInMeasure(measure(3, 1, 1), 3, true), beatsInMeasure(measure(3, 1, 1), 3, false)]).toEqual([3, 1]);
    expect(beatsInMeasure(measure(4, 1, 6), 4, true)).toBe(6);
  });

  it('follows this sheet’s own file, even against the metronome, and stays there when it pauses', () => {
    const file = { of: 'sheet', us: 2_500, isMoving: true } as const;
    expect(placeOf({ ...still, file, beat: on(0) })).toEqual({ index: 2, isMoving: true });
    expect(placeOf({ ...still, file: { ...file, isMoving: false } })).toEqual({ index: 2, isMoving: false });
    expect(placeOf({ ...still, file: { ...file, isMoving: false }, beat: on(12) })).toEqual({
      index: 3,
      isMoving: true,
    });
    expect(placeOf({ ...still, file: { ...file, us: 999_999 } }).index).toBe(3);
  });

  it('follows the bars of another file that plays', () => {
    const file = { of: 'other', bar: 3, isMoving: true } as const;
    expect(placeOf({ ...still, file, beat: on(0) }).index).toBe(2);
    expect(placeOf({ ...still, file: { ...file, isMoving: false }, beat: on(0) }).index).toBe(0);
    for (const barsPerPlace of [1, 2]) {
      const startAt = startFor(2, barsPerPlace, file);
      expect(placeOf({ ...still, file, barsPerPlace, startAt }).index).toBe(2);
    }
  });

  it('is at the bar that is on where the user says so, and at the next one for what is opened', () => {
    expect([on(238), at(238), { ...at(240), bar: 0 }].map(barBeat)).toEqual([236, 238, 240]);
    expect([on(238), on(240), at(238), { ...at(240), bar: 0 }].map(nextBarBeat)).toEqual([240, 244, 238, 240]);
  });

  it('is the next time that a measure is played, or the first', () => {
    expect([0, 1, 3].map((from) => nextPlaceOf(0, [0, 1, 0, 1, 2], from))).toEqual([0, 2, 0]);
  });
});
