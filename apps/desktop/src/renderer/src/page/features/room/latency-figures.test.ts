import type { PlayerQuality } from '@roomtone/sdk';
import { describe, expect, it } from 'vitest';
import { feelOf, highestLatency, latencyLevel, metresOf } from './latency-figures.ts';

const shares = (p50Us: number) => ({ p50Us, p95Us: p50Us, p99Us: p50Us, samples: 9, windowMs: 60_000 });
const player = (participantId: number, transitUs: number, heardUs: number): PlayerQuality => ({
  participantId,
  reported: undefined,
  oneWayUs: undefined,
  direct: undefined,
  arrivals: { delayUs: heardUs, jitterUs: 700, late: 0, transit: shares(transitUs), latency: shares(heardUs) },
});

describe('latency figures', () => {
  it('are those of the player with the highest latency, in parts that add up', () => {
    const way = highestLatency([player(2, 3_000, 8_000), player(3, 9_000, 21_000)], 6_000);
    expect(way).toEqual({
      participant: 3,
      networkUs: 9_000,
      playoutDelayUs: 12_000,
      audioUs: 6_000,
      totalUs: 27_000,
      jitterUs: 700,
    });
  });

  it('are unknown while nobody has played', () => {
    const silent = { participantId: 2, reported: undefined, oneWayUs: 4_000, arrivals: undefined, direct: undefined };
    expect(highestLatency([silent], 6_000)).toBeUndefined();
  });

  it('are never negative, although clocks disagree a little', () => {
    expect(highestLatency([player(2, -800, 1_000)], 0)).toMatchObject({
      networkUs: 0,
      playoutDelayUs: 1_000,
      totalUs: 1_000,
    });
  });

  it('are good up to 30 ms and fair up to 60 ms, as the figure is shown', () => {
    const levels = [1_000, 30_400, 30_600, 60_400, 60_600, 141_000].map(latencyLevel);
    expect(levels).toEqual(['good', 'good', 'fair', 'fair', 'poor', 'poor']);
  });

  it('compare with the distance that sound travels through air', () => {
    expect([1_000, 10_000, 50_000].map(metresOf)).toEqual([1, 3, 17]);
    expect([11_999, 12_000, 30_000, 60_000].map(feelOf)).toEqual(['close', 'stage', 'hall', 'far']);
  });
});
