import type { PlayerQuality } from '@roomtone/sdk';

export type QualityLevel = 'good' | 'fair' | 'poor';

/** The upper bounds of a good and a fair connection, in µs. */
const bounds = { good: { oneWayUs: 25_000, jitterUs: 10_000 }, fair: { oneWayUs: 60_000, jitterUs: 30_000 } } as const;
/** Hysteresis as a part of the bound: a level is left this far above the bound, and reached this far below it. */
const margin = 0.15;
const order: readonly QualityLevel[] = ['poor', 'fair', 'good'];

/**
 * The quality of the connection to another participant; undefined until it is known.
 * @param before the level so far, which is kept near a bound so that the indicator does not flicker.
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

/** The levels of all participants, by number, updated with new figures. */
export function connectionLevels(
  players: readonly PlayerQuality[],
  before: ReadonlyMap<number, QualityLevel>,
): ReadonlyMap<number, QualityLevel> {
  const levels = new Map<number, QualityLevel>();
  for (const player of players) {
    const level = connectionLevel(player, before.get(player.participantId));
    if (level !== undefined) levels.set(player.participantId, level);
  }
  return levels;
}
