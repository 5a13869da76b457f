/** A server's quota, as in the `limits` of the welcome. */
export interface PacerLimits {
  readonly eventsPerSecond: number;
  readonly eventBurst: number;
}

/** Stays this much below the quota, since the clocks of two machines differ a little. */
const share = 0.95;

/**
 * Keeps a program that sends faster than real time within the server's quota (R6.1): a token bucket like the
 * server's, but slightly stricter.
 */
export class Pacer {
  readonly #eventsPerUs: number;
  readonly #burst: number;
  #tokens: number;
  #filledUs: number | undefined;

  /** @throws {RangeError} if a limit is not positive. */
  constructor(limits: PacerLimits) {
    if (!(limits.eventsPerSecond > 0 && limits.eventBurst > 0)) throw new RangeError('limits must be positive');
    this.#eventsPerUs = (limits.eventsPerSecond * share) / 1e6;
    this.#burst = limits.eventBurst * share;
    this.#tokens = this.#burst;
  }

  /**
   * Reserves `count` events and returns how long to wait before sending them, in µs; 0 means immediately. Send them in the
   * order in which they were reserved.
   * @param nowUs any clock that does not go back.
   */
  delayUs(count: number, nowUs: number): number {
    const passedUs = Math.max(0, nowUs - (this.#filledUs ?? nowUs));
    this.#filledUs = nowUs;
    this.#tokens = Math.min(this.#burst, this.#tokens + passedUs * this.#eventsPerUs) - count;
    return this.#tokens >= 0 ? 0 : Math.ceil(-this.#tokens / this.#eventsPerUs);
  }
}
