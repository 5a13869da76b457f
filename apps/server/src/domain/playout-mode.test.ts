import { limits } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { longestDelayUs, MatchedPlayout } from './playout-mode.ts';

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

describe('MatchedPlayout', () => {
  const far = { rtt: 40_000, jitter: 2_000 };

  test('R9.6, R9.7: there is no common delay until playout is matched, and then at most 500 ms', () => {
    const playout = new MatchedPlayout();
    expect(playout.report(1, far)).toBe(false);
    expect(playout.mode).toEqual({ matched: false, commonDelay: 0 });
    playout.adopt(playout.modeIf(true));
    expect(playout.mode).toEqual({ matched: true, commonDelay: 22_000 });
    expect(playout.report(2, { rtt: 9_000_000, jitter: 0 })).toBe(true);
    expect(playout.mode.commonDelay).toBe(limits.commonDelayUs);
    playout.adopt(playout.modeIf(false));
    expect(playout.mode).toEqual({ matched: false, commonDelay: 0 });
  });

  test('R9.8: the delay grows immediately, and shrinks for a gain of 5 ms, also after a player has left', () => {
    const playout = new MatchedPlayout();
    playout.adopt(playout.modeIf(true));
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
});
