import type { PlayerQuality } from '@roomtone/sdk';

export type QualityLevel = 'good' | 'fair' | 'poor';

export interface ConnectionQuality {
  readonly level: QualityLevel;
  /** From them to here, ms. */
  readonly oneWayMs: number;
}

/** Up to these a connection is good, or fair, µs: how long notes are on their way, and how unevenly they come. */
const bounds = { good: { oneWayUs: 25_000, jitterUs: 10_000 }, fair: { oneWayUs: 60_000, jitterUs: 30_000 } } as const;

/** How well one is connected with another participant; undefined before it is known. */
export function connectionQuality(quality: PlayerQuality | undefined): ConnectionQuality | undefined {
  const { oneWayUs, reported, arrivals } = quality ?? {};
  if (oneWayUs === undefined) return undefined;
  const jitterUs = Math.max(reported?.jitterUs ?? 0, arrivals?.jitterUs ?? 0);
  const isWithin = (bound: (typeof bounds)[keyof typeof bounds]) =>
    oneWayUs <= bound.oneWayUs && jitterUs <= bound.jitterUs;
  let level: QualityLevel = 'poor';
  if (isWithin(bounds.good)) level = 'good';
  else if (isWithin(bounds.fair)) level = 'fair';
  return { level, oneWayMs: oneWayUs / 1_000 };
}
