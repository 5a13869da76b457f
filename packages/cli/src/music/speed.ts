import type { TimedEvent } from '@roomtone/protocol';
import { Pacer, type PacerLimits } from '@roomtone/sdk';

const highest = 1_000;
/** Share of the quota's rate to plan with; the rest is for catching up after a hiccup. */
const planned = 0.9;

/**
 * A room's quota with half of its burst: the other half covers frames that the network delays and then delivers
 * together (see playing.ts).
 */
export function cautious(limits: PacerLimits): PacerLimits {
  return { eventsPerSecond: limits.eventsPerSecond, eventBurst: limits.eventBurst / 2 };
}

/**
 * The highest speed, up to a thousand times the tempo, at which the events stay within a room's quota; below 1 for
 * music denser than the quota. One speed for the whole piece keeps its rhythm.
 */
export function fastestSpeed(events: readonly TimedEvent[], limits: PacerLimits): number {
  let tooFast = highest;
  let fits = 1 / highest;
  if (fitsQuota(events, tooFast, limits)) return tooFast;
  // Bisects the ratio to within a thousandth.
  while (tooFast / fits > 1.001) {
    const middle = Math.sqrt(tooFast * fits);
    if (fitsQuota(events, middle, limits)) fits = middle;
    else tooFast = middle;
  }
  return fits;
}

function fitsQuota(events: readonly TimedEvent[], speed: number, limits: PacerLimits): boolean {
  const { eventsPerSecond, eventBurst } = cautious(limits);
  const pacer = new Pacer({ eventsPerSecond: eventsPerSecond * planned, eventBurst });
  return events.every((event) => pacer.delayUs(1, event.timeUs / speed) === 0);
}
