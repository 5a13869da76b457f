import type { PlayerQuality } from '@roomtone/sdk';
import { describe, expect, it } from 'vitest';
import { feelOf, longestWay, metresOf } from './timing-figures.ts';

const shares = (p50Us: number) => ({ p50Us, p95Us: p50Us, p99Us: p50Us, samples: 9, windowMs: 60_000 });
const player = (participant: number, transitUs: number, heardUs: number): PlayerQuality => ({
  participant,
  reported: undefined,
  oneWayUs: undefined,
  arrivals: { delayUs: heardUs, jitterUs: 700, late: 0, transit: shares(transitUs), latency: shares(heardUs) },
});

describe('where the time goes', () => {
  it('is told of whoever is heard latest, in parts that add up', () => {
    const way = longestWay([player(2, 3_000, 8_000), player(3, 9_000, 21_000)], 6_000);
    expect(way).toEqual({
      participant: 3,
      networkUs: 9_000,
      heldUs: 12_000,
      audioUs: 6_000,
      totalUs: 27_000,
      jitterUs: 700,
    });
  });

  it('is unknown while nobody played', () => {
    const silent = { participant: 2, reported: undefined, oneWayUs: 4_000, arrivals: undefined };
    expect(longestWay([silent], 6_000)).toBeUndefined();
  });

  it('never counts a way as less than nothing, where clocks disagree a little', () => {
    expect(longestWay([player(2, -800, 1_000)], 0)).toMatchObject({ networkUs: 0, heldUs: 1_000, totalUs: 1_000 });
  });

  it('is compared with air that sound comes through', () => {
    expect([1_000, 10_000, 50_000].map(metresOf)).toEqual([1, 3, 17]);
    expect([11_999, 12_000, 30_000, 60_000].map(feelOf)).toEqual(['close', 'stage', 'hall', 'far']);
  });
});
