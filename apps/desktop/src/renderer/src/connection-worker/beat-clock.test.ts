import { Metronome } from '@roomtone/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { BeatClock, type TimedClock } from './beat-clock.ts';

const [tick, start, stop] = [0xf8, 0xfa, 0xfc];
const beatUs = 500_000;

let metronome: Metronome;
let clock: BeatClock | undefined;
let messages: TimedClock[];

/** Advances in small steps, as the feed does. */
const advance = (fromUs: number, untilUs: number) => {
  clock ??= new BeatClock(fromUs);
  for (let nowUs = fromUs; nowUs < untilUs; nowUs += 100_000) {
    messages.push(...clock.next(metronome, Math.min(untilUs, nowUs + 400_000)));
  }
};
const set = (tempo: number, startTime: number, running = true, nowUs = startTime - beatUs) =>
  metronome.set({ bpm: tempo / 1_000, beatsPerBar: 4, running, startTimeUs: startTime, beatsBefore: 0 }, nowUs);
const times = (status: number) => messages.filter((message) => message.status === status).map(({ timeUs }) => timeUs);
const gaps = () => [...new Set(times(tick).map((timeUs, index, all) => timeUs - (all[index - 1] ?? timeUs)))];

beforeEach(() => {
  metronome = new Metronome();
  clock = undefined;
  messages = [];
});

describe('a metronome as MIDI clock', () => {
  it('is 24 evenly spaced ticks per beat, each once, with Start shortly before the first of bar one', () => {
    set(120_000, 10_000_000);
    advance(10_000_000 - 100_000, 12_000_000);
    expect(times(start)).toEqual([10_000_000 - 2_000]);
    expect(times(tick).filter((timeUs) => timeUs >= 10_000_000)).toHaveLength(4 * 24);
    expect(times(tick)).toContain(11_500_000);
    for (const gap of gaps().slice(1)) expect(Math.abs(gap - beatUs / 24)).toBeLessThanOrEqual(1);
    expect(messages.map(({ timeUs }) => timeUs)).toEqual(
      times(tick)
        .concat(times(start))
        .toSorted((a, b) => a - b),
    );
  });

  it('counts in without a Start', () => {
    set(120_000, 10_000_000, true, 7_000_000);
    advance(7_900_000, 9_900_000);
    expect(times(start)).toEqual([]);
    expect(times(tick).length).toBeGreaterThan(80);
  });

  it('R9.4: changes tempo at the bar line, without another Start', () => {
    set(120_000, 10_000_000);
    advance(9_900_000, 10_500_000);
    clock?.rewind(10_500_000);
    set(60_000, 12_000_000, true, 10_500_000);
    messages = [];
    advance(10_500_000, 14_000_000);
    expect(times(start)).toEqual([]);
    expect(times(tick).filter((timeUs) => timeUs >= 12_000_000)).toHaveLength(2 * 24);
    expect(times(tick).filter((timeUs) => timeUs < 12_000_000)).toHaveLength(3 * 24);
  });

  it('stops with its last bar', () => {
    set(120_000, 10_000_000);
    advance(9_900_000, 10_500_000);
    clock?.rewind(10_500_000);
    set(120_000, 12_000_000, false, 10_500_000);
    advance(10_500_000, 14_000_000);
    expect(times(stop)).toEqual([12_000_000]);
    expect(Math.max(...times(tick))).toBeLessThan(12_000_000);
    expect(times(tick).filter((timeUs) => timeUs >= 10_500_000)).toHaveLength(3 * 24);
  });

  it('begins at the next bar line for a device that joins in the middle', () => {
    set(120_000, 10_000_000);
    advance(10_700_000, 13_000_000);
    expect(times(start)).toEqual([12_000_000 - 2_000]);
  });

  it('knows that a pending Start was not sent if the metronome is set again before it', () => {
    set(120_000, 10_000_000);
    advance(9_700_000, 9_900_000);
    clock?.rewind(9_800_000);
    set(120_000, 9_900_000, false, 9_800_000);
    advance(9_800_000, 11_000_000);
    expect(times(stop)).toEqual([]);
  });

  it('leaves nothing out when it is called late', () => {
    set(120_000, 10_000_000);
    advance(9_900_000, 10_250_000);
    advance(11_000_000, 12_000_000);
    expect(times(start)).toHaveLength(1);
    expect(times(tick).filter((timeUs) => timeUs >= 10_000_000)).toHaveLength(4 * 24);
  });
});
