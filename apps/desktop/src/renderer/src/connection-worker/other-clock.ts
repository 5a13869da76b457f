/** One measurement of another monotonic clock: sent and answered on the own clock, read in between; µs. */
export interface ClockMeasurement {
  readonly askedUs: number;
  readonly hereUs: number;
  readonly answeredUs: number;
}

/**
 * The offset of another process's monotonic clock. Both run at the same rate, so the measurement with the shortest round
 * trip stays the best, until one of them pauses.
 */
export class OtherClock {
  #offsetUs: number | undefined;
  #errorUs = Number.POSITIVE_INFINITY;

  measure({ askedUs, hereUs, answeredUs }: ClockMeasurement): void {
    const errorUs = (answeredUs - askedUs) / 2;
    const offsetUs = hereUs - (askedUs + errorUs);
    // Further apart than both errors allow: one of the clocks was paused.
    const hasJumped = Math.abs(offsetUs - (this.#offsetUs ?? offsetUs)) > errorUs + this.#errorUs;
    if (errorUs > this.#errorUs && !hasJumped) return;
    this.#offsetUs = offsetUs;
    this.#errorUs = errorUs;
  }

  /** The largest possible error, µs; Infinity before the first measurement. */
  get errorUs(): number {
    return this.#errorUs;
  }

  /** Converts a time on the other clock; before the first measurement it counts as `nowUs`. */
  toOwnUs(otherUs: number, nowUs: number): number {
    return this.#offsetUs === undefined ? nowUs : Math.round(otherUs - this.#offsetUs);
  }

  /** Undefined before the first measurement. */
  toOtherUs(ownUs: number): number | undefined {
    return this.#offsetUs === undefined ? undefined : Math.round(ownUs + this.#offsetUs);
  }
}
