import type { PlayerQuality } from '@roomtone/sdk';
import { expect, it } from 'vitest';
import { connectionQuality } from './connection-quality.ts';

const quality = (oneWayUs: number | undefined, jitterUs = 0): PlayerQuality => ({
  participant: 2,
  oneWayUs,
  reported: { rttUs: 0, jitterUs, playoutDelayUs: 0, late: 0, dropped: 0 },
  arrivals: undefined,
});

it('R12.1: a connection is as good as its delay and its jitter, and unknown before both ways are', () => {
  expect(connectionQuality(undefined)).toBeUndefined();
  expect(connectionQuality(quality(undefined))).toBeUndefined();
  const levels = [quality(25_000), quality(25_001), quality(60_001), quality(1_000, 10_001), quality(1_000, 30_001)];
  expect(levels.map((each) => connectionQuality(each)?.level)).toEqual(['good', 'fair', 'poor', 'fair', 'poor']);
  expect(connectionQuality(quality(12_345))?.oneWayMs).toBe(12.345);
});
