import type { PlayerQuality } from '@roomtone/sdk';
import { expect, it } from 'vitest';
import { connectionLevel, connectionLevels, type QualityLevel } from './connection-quality.ts';

const datagrams = { state: 'none', received: 0, lost: 0, repaired: 0 } as const;

const quality = (oneWayUs: number | undefined, jitterUs = 0, participantId = 2): PlayerQuality => ({
  participantId,
  oneWayUs,
  direct: undefined,
  reported: { rttUs: 0, jitterUs, playoutDelayUs: 0, late: 0, dropped: 0, datagrams },
  arrivals: undefined,
});

it('R12.1: connection quality depends on latency and jitter, and is unknown until both directions are measured', () => {
  expect(connectionLevel(quality(undefined), 'good')).toBeUndefined();
  const figures = [quality(25_000), quality(25_001), quality(60_001), quality(1_000, 10_001), quality(1_000, 30_001)];
  expect(figures.map((each) => connectionLevel(each, undefined))).toEqual(['good', 'fair', 'poor', 'fair', 'poor']);
});

it('quality stays the same while figures vary around a bound, and changes when they move well past it', () => {
  const levels: (QualityLevel | undefined)[] = [];
  for (const oneWayUs of [24_000, 26_000, 24_500, 28_000, 29_000, 26_000, 22_000, 21_000, 90_000, 66_000, 50_000]) {
    levels.push(connectionLevel(quality(oneWayUs), levels.at(-1)));
  }
  expect(levels).toEqual(['good', 'good', 'good', 'good', 'fair', 'fair', 'fair', 'good', 'poor', 'poor', 'fair']);
});

it('jitter counts like latency, and each participant has a level', () => {
  const before = connectionLevels([quality(1_000, 9_000), quality(80_000, 0, 3)], new Map());
  expect([...before]).toEqual([
    [2, 'good'],
    [3, 'poor'],
  ]);
  const after = connectionLevels([quality(1_000, 11_000), quality(undefined, 0, 3)], before);
  expect([...after]).toEqual([[2, 'good']]);
});
