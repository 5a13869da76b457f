import { limits } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { checkPlayoutMode, longestDelayUs, RoomPlayout } from './playout-mode.ts';

describe('longestDelayUs', () => {
  test.each([
    ['nobody', [], 0],
    ['one player: the way from the server', [{ rtt: 20_000, jitter: 3_000 }], 13_000],
    [
      'two players: half of both round trips and the larger jitter',
      [
        { rtt: 20_000, jitter: 3_000 },
        { rtt: 60_000, jitter: 1_000 },
      ],
      43_000,
    ],
    [
      'a near player with much jitter may need the most',
      [
        { rtt: 20_000, jitter: 1_000 },
        { rtt: 30_000, jitter: 2_000 },
        { rtt: 2_000, jitter: 30_000 },
      ],
      46_000,
    ],
    [
      'two that are equally far',
      [
        { rtt: 30_000, jitter: 0 },
        { rtt: 30_000, jitter: 0 },
      ],
      30_000,
    ],
  ])('R9.7: the largest one-way delay plus its jitter, of %s', (_whom, figures, expected) => {
    expect(longestDelayUs(figures)).toBe(expected);
  });
});

describe('RoomPlayout', () => {
  const far = { rtt: 40_000, jitter: 2_000 };
  const atOnce = { matched: false, commonDelay: 0, intervalBars: 0 };
  const matched = { ...atOnce, matched: true };

  test('R9.6, R9.7: there is no common delay until playout is matched, and then at most 500 ms', () => {
    const playout = new RoomPlayout();
    expect(playout.report(1, far)).toBe(false);
    expect(playout.mode).toEqual({ matched: false, commonDelay: 0, intervalBars: 0 });
    playout.adopt(playout.modeIf(matched));
    expect(playout.mode).toEqual({ matched: true, commonDelay: 22_000, intervalBars: 0 });
    expect(playout.report(2, { rtt: 9_000_000, jitter: 0 })).toBe(true);
    expect(playout.mode.commonDelay).toBe(limits.commonDelayUs);
    playout.adopt(playout.modeIf(atOnce));
    expect(playout.mode).toEqual({ matched: false, commonDelay: 0, intervalBars: 0 });
  });

  test('R9.8: the delay grows immediately, and shrinks for a gain of 5 ms, also after a player has left', () => {
    const playout = new RoomPlayout();
    playout.adopt(playout.modeIf(matched));
    expect(playout.report(1, far)).toBe(true);
    expect(playout.report(1, { ...far, jitter: 2_001 })).toBe(true);
    expect(playout.report(1, { rtt: 34_000, jitter: 1 + 1 })).toBe(false);
    expect(playout.mode.commonDelay).toBe(22_001);
    expect(playout.report(1, { rtt: 34_000, jitter: 1 })).toBe(true);
    expect(playout.mode.commonDelay).toBe(17_001);
    playout.report(2, { rtt: 2_000, jitter: 0 });
    playout.forget(1);
    expect(playout.report(2, { rtt: 2_000, jitter: 0 })).toBe(true);
    expect(playout.mode.commonDelay).toBe(1_000);
  });

  test('R9.9: the interval is kept, and needs no common delay', () => {
    const playout = new RoomPlayout();
    playout.adopt(playout.modeIf({ ...atOnce, intervalBars: 4 }));
    expect(playout.report(1, far)).toBe(false);
    expect(playout.mode).toEqual({ ...atOnce, intervalBars: 4 });
  });
});

describe('R9.9: an interval', () => {
  const asked = (intervalBars: number, matched = false) => ({ matched, commonDelay: 0, intervalBars });
  const check = (mode: ReturnType<typeof asked>, tempo = 120_000, beatsPerBar = 4) =>
    checkPlayoutMode(mode, { tempo, beatsPerBar, running: false, startTime: 0, beatsBefore: 0 });
  const outOfRange = (min: number, max: number) =>
    expect.objectContaining({ details: expect.objectContaining({ field: 'intervalBars', min, max }) });

  test('is 1 to 16 bars, or none', () => {
    for (const bars of [0, 1, 16]) expect(() => check(asked(bars))).not.toThrow();
    expect(() => check(asked(17))).toThrow(outOfRange(1, 16));
  });

  test('lasts 60 s at most', () => {
    expect(() => check(asked(10), 40_000)).not.toThrow();
    expect(() => check(asked(11), 40_000)).toThrow(outOfRange(1, 10));
    expect(() => check(asked(1), 20_000, 32)).toThrow(outOfRange(0, 0));
  });

  test('excludes matched playout', () => {
    expect(() => check(asked(1, true))).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  });
});
