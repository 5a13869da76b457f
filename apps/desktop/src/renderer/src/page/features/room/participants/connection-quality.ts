import type { PlayerQuality } from '@roomtone/sdk';

export type QualityLevel = 'good' | 'fair' | 'poor';

/** Up to these a connection is good, or fair, µs: how long notes are on their way, and how unevenly they come. */
const bounds = { good: { oneWayUs: 25_000, jitterUs: 10_000 }, fair: { oneWayUs: 60_000, jitterUs: 30_000 } } as const;
/** A level is left when its bound is missed by this part, and reached again when the bound is kept by as much. */
const margin = 0.15;
const order: readonly QualityLevel[] = ['poor', 'fair', 'good'];

/**
 * How well one is connected with another participant; undefined before it is known.
 * @param before what it was: near a bound it stays so, that the sign for it does not flicker.
 */
export function connectionLevel(
  { oneWayUs, reported, arrivals }: PlayerQuality,
  before: QualityLevel | undefined,
): QualityLevel | undefined {
  if (oneWayUs === undefined) return undefined;
  const jitterUs = Math.max(reported?.jitterUs ?? 0, arrivals?.jitterUs ?? 0);
  const levelWithin = (scale: number): QualityLevel => {
    const isWithin = (bound: (typeof bounds)[keyof typeof bounds]) =>
      oneWayUs <= bound.oneWayUs * scale && jitterUs <= bound.jitterUs * scale;
    if (isWithin(bounds.good)) return 'good';
    return isWithin(bounds.fair) ? 'fair' : 'poor';
  };
  if (before === undefined) return levelWithin(1);
  const [atLeast, atMost] = [levelWithin(1 - margin), levelWithin(1 + margin)];
  if (order.indexOf(before) < order.indexOf(atLeast)) return atLeast;
  return order.indexOf(before) > order.indexOf(atMost) ? atMost : before;
}

/** The levels of all, by their numbers, after the figures have come anew. */
export function connectionLevels(
  players: readonly PlayerQuality[],
  before: ReadonlyMap<number, QualityLevel>,
): ReadonlyMap<number, QualityLevel> {
  const levels = new Map<number, QualityLevel>();
  for (const player of players) {
    const level = connectionLevel(player, before.get(player.participant));
    if (level !== undefined) levels.set(player.participant, level);
  }
  return levels;
}
