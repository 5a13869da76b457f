/** One look at another monotonic clock: asked and answered on one's own, read in between; µs. */
export interface ClockLook {
  readonly askedUs: number;
  readonly hereUs: number;
  readonly answeredUs: number;
}

/**
 * How far another process's monotonic clock is from one's own. Both count the same seconds, so that the look that took
 * the least time is the best one there will be, until one of them stood still for a while.
 */
export class OtherClock {
  #offsetUs: number | undefined;
  #errorUs = Number.POSITIVE_INFINITY;

  look({ askedUs, hereUs, answeredUs }: ClockLook): void {
    const errorUs = (answeredUs - askedUs) / 2;
    const offsetUs = hereUs - (askedUs + errorUs);
    // Further apart than both looks could have been wrong: one of the clocks slept.
    const hasJumped = Math.abs(offsetUs - (this.#offsetUs ?? offsetUs)) > errorUs + this.#errorUs;
    if (errorUs > this.#errorUs && !hasJumped) return;
    this.#offsetUs = offsetUs;
    this.#errorUs = errorUs;
  }

  /** At most so wrong, µs; Infinity before the first look. */
  get errorUs(): number {
    return this.#errorUs;
  }

  /** One's own time of a moment on the other clock; before the first look the moment counts as `nowUs`. */
  toOwnUs(otherUs: number, nowUs: number): number {
    return this.#offsetUs === undefined ? nowUs : Math.round(otherUs - this.#offsetUs);
  }

  /** Undefined before the first look. */
  toOtherUs(ownUs: number): number | undefined {
    return this.#offsetUs === undefined ? undefined : Math.round(ownUs + this.#offsetUs);
  }
}
