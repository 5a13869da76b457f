import { serviceLimits } from '@roomtone/protocol';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A larger jump against the monotonic clock counts as setting the clock; a smaller one may be a machine that slept. */
const setMs = dayMs;

/** A reading of the machine's clocks. */
export interface ClockReading {
  /** Wall clock, ms since 1970. */
  readonly nowMs: number;
  readonly monotonicMs: number;
}

/**
 * Says if the wall clock may decide that something is old.
 *
 * - `implausible`: it is far ahead of all stored activity, or was set by more than a day. Its earlier decisions are in
 *   doubt too.
 * - `unproven`: it has not been plausible for long enough.
 */
export type ClockVerdict = 'implausible' | 'unproven' | 'trusted';

/** Watches the wall clock, because one that is wrong for a while must not delete anything permanently. */
export class ClockTrust {
  #plausibleSinceMs: number;
  #offsetMs: number;

  constructor({ nowMs, monotonicMs }: ClockReading) {
    this.#plausibleSinceMs = monotonicMs;
    this.#offsetMs = nowMs - monotonicMs;
  }

  /** @param newestActivityMs time of the newest stored activity before now; undefined if there is none. */
  judge({ nowMs, monotonicMs }: ClockReading, newestActivityMs: number | undefined): ClockVerdict {
    const { quietDays, uptimeHours } = serviceLimits.roomRemoval;
    const offsetMs = nowMs - monotonicMs;
    const wasSet = Math.abs(offsetMs - this.#offsetMs) > setMs;
    const isFarAhead = newestActivityMs !== undefined && nowMs - newestActivityMs > quietDays * dayMs;
    this.#offsetMs = offsetMs;
    if (wasSet || isFarAhead) {
      this.#plausibleSinceMs = monotonicMs;
      return 'implausible';
    }
    return monotonicMs - this.#plausibleSinceMs < uptimeHours * hourMs ? 'unproven' : 'trusted';
  }
}
