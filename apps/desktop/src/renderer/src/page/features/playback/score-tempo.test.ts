import { describe, expect, it } from 'vitest';
import { barAt, bpmAt } from './score-tempo.ts';

const tempos = [
  { timeUs: 0, usPerQuarter: 500_000, beatsPerBar: 4 },
  { timeUs: 8_000_000, usPerQuarter: 666_667, beatsPerBar: 3 },
];

it('the metronome has the tempo of the position, at the chosen speed', () => {
  expect(bpmAt(tempos, 7_999_999, 1)).toEqual({ bpm: 120, beatsPerBar: 4 });
  expect(bpmAt(tempos, 8_000_000, 1)).toEqual({ bpm: 90, beatsPerBar: 3 });
  expect(bpmAt(tempos, -1, 0.5)).toEqual({ bpm: 60, beatsPerBar: 4 });
});

it('stays within what a metronome can do, and says nothing without a tempo', () => {
  expect(bpmAt([{ timeUs: 0, usPerQuarter: 1, beatsPerBar: 99 }], 0, 1)).toEqual({ bpm: 400, beatsPerBar: 32 });
  expect(bpmAt([{ timeUs: 0, usPerQuarter: 60_000_000, beatsPerBar: 4 }], 0, 1)?.bpm).toBe(20);
  expect(bpmAt([], 0, 1)).toBeUndefined();
});

describe('the bar of a file', () => {
  const step = (timeUs: number, usPerQuarter: number, beatsPerBar: number) => ({ timeUs, usPerQuarter, beatsPerBar });

  it('is counted by its tempos and time signatures', () => {
    const tempos = [step(0, 500_000, 4), step(4_000_000, 1_000_000, 3)];
    expect([0, 1_990_000, 2_000_000, 4_000_000, 7_000_000].map((us) => barAt(tempos, us))).toEqual([1, 1, 2, 3, 4]);
  });

  it('is that of 120 beats a minute without any', () => {
    expect([0, 2_000_000].map((us) => barAt([], us))).toEqual([1, 2]);
  });
});
