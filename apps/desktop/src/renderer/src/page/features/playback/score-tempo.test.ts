import { readMidiFile } from '@roomtone/smf';
import { describe, expect, it } from 'vitest';
import { scoreOf } from './score.ts';
import { barAt, barStartUs, bpmAt } from './score-tempo.ts';

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

  it('has the length of its metre, compound or not', () => {
    const signed = (quartersPerBeat: number, beatsPerBar: number) => [
      { timeUs: 0, usPerQuarter: 500_000, beatsPerBar, quartersPerBeat },
    ];
    expect(
      [1_490_000, 1_500_000, 3_000_000].map((us) => barAt(signed(1.5, 2), us)),
      '6/8',
    ).toEqual([1, 2, 3]);
    expect(
      [1_990_000, 2_000_000].map((us) => barAt(signed(2, 2), us)),
      '2/2',
    ).toEqual([1, 2]);
    expect(bpmAt(signed(1.5, 2), 0, 1), 'two dotted quarters').toEqual({ bpm: 80, beatsPerBar: 2 });
    expect(bpmAt(signed(0.5, 7), 0, 1), 'seven eighths').toEqual({ bpm: 240, beatsPerBar: 7 });
  });

  it('is counted from the beginning of the file, not from the first note, which may be a pickup', () => {
    // 4/4 at 96 ticks; a note on the fourth beat, and then one each quarter.
    const notes = [0x82, 0x20, 0x90, 60, 80, ...Array.from({ length: 5 }, () => [96, 60, 80]).flat()];
    const track = [0, 0xff, 0x58, 4, 4, 2, 24, 8, ...notes, 0, 0xff, 0x2f, 0];
    const head = [...Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk\0\0\0', 'latin1'), track.length];
    const { tracks, tempos } = readMidiFile(Uint8Array.from([...head, ...track]));
    const score = scoreOf('pickup', tracks, tempos);
    expect([0, 490_000, 500_000, 2_500_000].map((us) => barAt(score.tempos, us))).toEqual([1, 1, 2, 3]);
    expect([1, 2, 3].map((bar) => barStartUs(score.tempos, bar))).toEqual([-1_500_000, 500_000, 2_500_000]);
  });

  it('begins where the metre changes, also within another bar, but not where only the tempo does', () => {
    const tempos = [step(0, 500_000, 4), step(1_000_000, 500_000, 3), step(2_000_000, 1_000_000, 3)];
    expect([990_000, 1_000_000, 2_990_000, 3_000_000].map((us) => barAt(tempos, us))).toEqual([1, 2, 2, 3]);
    expect(barStartUs(tempos, 3)).toBe(3_000_000);
  });

  it('is that of 120 beats a minute without any', () => {
    expect([0, 2_000_000].map((us) => barAt([], us))).toEqual([1, 2]);
  });
});
