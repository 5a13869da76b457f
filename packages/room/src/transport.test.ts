import { beatTimeUs, firstBeatFrom, limits, type Transport } from '@roomtone/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextBarBeat, transportAfter, transportAtFirst } from './transport.ts';

const seed = 20_262;
const nowUs = 1_700_000_000_000_000;
const asked: Transport = { tempo: 100_000, beatsPerBar: 3, running: true, startTime: 0, beatsBefore: 0 };
const running: Transport = { tempo: 120_000, beatsPerBar: 4, running: true, startTime: nowUs, beatsBefore: 0 };
const barUs = 2_000_000;

describe('transportAfter', () => {
  test('R9.4: a stopped metronome starts in 500 ms, or at the requested time', () => {
    expect(transportAfter(transportAtFirst, asked, nowUs)).toEqual({ ...asked, startTime: nowUs + 500_000 });
    expect(transportAfter(transportAtFirst, { ...asked, startTime: nowUs - 7 }, nowUs).startTime).toBe(nowUs - 7);
  });

  test.each([
    ['immediately, in the middle of a bar', 0, 700_000, barUs],
    ['500 ms are over only after the bar line', 0, barUs - 400_000, 2 * barUs],
    ['on the bar line itself', nowUs + barUs, 0, barUs],
    ['a moment that has passed', nowUs - 9_000_000, 10, barUs],
    ['before the count-in is over', 0, -800_000, 0],
  ])('R9.4: while it runs a change waits for the next bar: %s', (_case, startTime, passedUs, barLineUs) => {
    const changed = transportAfter(running, { ...asked, startTime }, nowUs + passedUs);
    expect(changed).toEqual({ ...asked, startTime: nowUs + barLineUs, beatsBefore: (barLineUs / barUs) * 4 });
  });

  test('R9.12: the click changes with the bar, goes on when it is not mentioned as asked for, and is checked', () => {
    const click = { accents: [3, 1, 2], subdivision: 2, swing: 60, silentEvery: 0 };
    const changed = transportAfter(running, { ...asked, click }, nowUs + 1);
    expect(changed).toMatchObject({ click, startTime: nowUs + barUs });
    expect(
      transportAfter(changed, { ...changed, startTime: 0, click: { ...click, accents: [], subdivision: 1 } }, nowUs),
    ).not.toHaveProperty('click');
    expect(() => transportAfter(running, { ...asked, click: { ...click, swing: 90 } }, nowUs)).toThrow();
  });

  test('R9.4: a stop waits for the next bar too', () => {
    const stopped = transportAfter(running, { ...asked, running: false }, nowUs + 1);
    expect(stopped).toEqual({ ...asked, running: false, startTime: nowUs + barUs, beatsBefore: 4 });
  });

  test('R9.11: beats are counted on over changes, stops and starts, and while it stands still none are', () => {
    const faster = transportAfter(running, { ...asked, tempo: 240_000 }, nowUs + 1);
    expect(faster.beatsBefore).toBe(4);
    const stopped = transportAfter(faster, { ...faster, running: false, startTime: 0 }, faster.startTime + 1_000_000);
    expect(stopped.beatsBefore).toBe(10);
    const again = transportAfter(stopped, { ...stopped, running: true, startTime: 0 }, stopped.startTime + 60_000_000);
    expect(again.beatsBefore).toBe(10);
    const opened = [
      [running, nowUs + 1],
      [running, nowUs - 1],
      [stopped, nowUs + 60_000_000],
      [again, again.startTime + 60e9 / 240_000],
    ] as const;
    expect(opened.map(([transport, atUs]) => nextBarBeat(transport, atUs))).toEqual([4, 0, 10, 13]);
  });

  test('R9.10: another tempo waits until the notes that wait for the interval have been heard', () => {
    const intervalBars = 3;
    const startOf = (changes: Partial<Transport>, from = running) =>
      (transportAfter(from, { ...from, startTime: 0, ...changes }, nowUs + 1, intervalBars).startTime - nowUs) / barUs;
    // Three bars, 500 ms in which everybody hears of it, and on to the bar line.
    expect(startOf({ tempo: 90_000 })).toBe(4);
    expect(startOf({ tempo: 90_000 }, { ...running, startTime: nowUs + 2 * barUs })).toBe(6);
    expect([startOf({ beatsPerBar: 3 }), startOf({ running: false })]).toEqual([1, 1]);
    expect(startOf({ tempo: 90_000 }, { ...running, running: false })).toBeCloseTo(0.25);
    // Without an interval because it would be too long.
    expect(transportAfter(running, asked, nowUs, 31).startTime).toBe(nowUs + barUs);
  });

  test.each([
    ['tempo', limits.metronome.tempo],
    ['beatsPerBar', limits.metronome.beatsPerBar],
  ] as const)('R9.1: %s has bounds', (field, { min, max }) => {
    for (const value of [min, max]) {
      expect(transportAfter(transportAtFirst, { ...asked, [field]: value }, nowUs)[field]).toBe(value);
    }
    for (const value of [min - 1, max + 1]) {
      expect(() => transportAfter(transportAtFirst, { ...asked, [field]: value }, nowUs)).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR', details: expect.objectContaining({ field }) }),
      );
    }
  });

  test(`R9.4, R9.5: a change takes effect on the first possible bar line (seed ${seed})`, () => {
    const { tempo, beatsPerBar } = limits.metronome;
    fc.assert(
      fc.property(
        fc.integer(tempo),
        fc.integer(beatsPerBar),
        fc.integer({ min: 0, max: 86_400_000_000 }),
        (now, beats, passedUs) => {
          const current = { tempo: now, beatsPerBar: beats, running: true, startTime: nowUs, beatsBefore: 0 };
          const { startTime } = transportAfter(current, asked, nowUs + passedUs);
          const earliestUs = nowUs + passedUs + limits.metronome.leadUs;
          const beat = firstBeatFrom(current, startTime);
          expect([beatTimeUs(current, beat), beat % beats]).toEqual([startTime, 0]);
          expect(startTime).toBeGreaterThanOrEqual(earliestUs);
          expect(beatTimeUs(current, beat - beats)).toBeLessThan(earliestUs);
        },
      ),
      { seed },
    );
  });
});
