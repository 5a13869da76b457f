import { limits } from '@roomtone/protocol';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A machine that slept for less has a wall clock that is as right as before. */
const setMs = dayMs;

/** What the machine's clocks say. */
export interface ClockReading {
  /** Wall clock, ms since 1970. */
  readonly nowMs: number;
  readonly monotonicMs: number;
}

/**
 * Whether the wall clock may decide that something is old.
 *
 * - `implausible`: it is far ahead of everything that has happened, or was set by more than a day. What it has decided
 *   before is in doubt, too.
 * - `unproven`: it has not been plausible for long enough.
 */
export type ClockVerdict = 'implausible' | 'unproven' | 'trusted';

/** Watches the wall clock: one that is wrong for a while must not remove anything for ever. */
export class ClockTrust {
  #plausibleSinceMs: number;
  #offsetMs: number;

  constructor({ nowMs, monotonicMs }: ClockReading) {
    this.#plausibleSinceMs = monotonicMs;
    this.#offsetMs = nowMs - monotonicMs;
  }

  /** @param newestActivityMs when anything happened last by what is stored, before now; undefined where nothing did. */
  judge({ nowMs, monotonicMs }: ClockReading, newestActivityMs: number | undefined): ClockVerdict {
    const { quietDays, uptimeHours } = limits.roomRemoval;
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
