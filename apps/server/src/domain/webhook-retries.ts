import { serverLimits } from './server-limits.ts';

const { retriesMs, deadMs } = serverLimits.webhooks;

/**
 * When a delivery is tried again after a failed attempt, ms since 1970; undefined if it is dead: never later than a day after it was first
 * due (S40.6).
 * @param attempts how many there have been, this one included.
 */
export function nextAttempt(firstDueAt: number, attempts: number, now: number): number | undefined {
  const pause = retriesMs[Math.min(attempts, retriesMs.length) - 1] ?? 0;
  const next = now + pause;
  return next > firstDueAt + deadMs ? undefined : next;
}
