import { serverLimits } from './server-limits.ts';

const dayMs = 24 * 3600_000;

/** From when to when a certificate is valid, ms since 1970. */
export interface Validity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** True in the last third of a certificate's life (S28.5). */
export function isRenewalDue({ notBeforeMs, notAfterMs }: Validity, nowMs: number): boolean {
  return nowMs >= notAfterMs - (notAfterMs - notBeforeMs) / 3;
}

/**
 * True if the authority has to be asked for the time: the certificate is due, or this machine's clock is behind the moment at
 * which the authority signed it, and so is wrong.
 */
export function needsAttention(validity: Validity, nowMs: number): boolean {
  return isRenewalDue(validity, nowMs) || nowMs < validity.notBeforeMs - dayMs;
}

/**
 * The pause before the next attempt, ms: short after the first failure, since the next attempt uses the other challenge; then
 * growing, so that a server that nobody looks after stays within the limits of its authority.
 * @param failures in a row, from 1.
 * @param retryAfterMs what the authority asks for.
 */
export function pauseAfter(failures: number, retryAfterMs: number | undefined): number {
  const { firstPauseMs, secondPauseMs, longestPauseMs, longestWaitMs } = serverLimits.certificates;
  const growing = Math.min(secondPauseMs * 2 ** Math.max(0, failures - 2), longestPauseMs);
  const own = failures <= 1 ? firstPauseMs : growing;
  return Math.max(own, Math.min(retryAfterMs ?? 0, longestWaitMs));
}

/** How long to go on waiting after a restart, ms. A clock that was set meanwhile must not make it longer than any wait. */
export function remainingWaitMs(untilMs: number | undefined, nowMs: number): number {
  const leftMs = (untilMs ?? 0) - nowMs;
  return leftMs > serverLimits.certificates.longestWaitMs ? 0 : Math.max(0, leftMs);
}
