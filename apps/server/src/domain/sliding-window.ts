/**
 * Remembers the latest `count` occurrences of something and tells whether all of them lie within `windowMs`. Every time
 * given to it is on one clock, in ms, and does not decrease.
 */
export class SlidingWindow {
  readonly #times: Float64Array;
  readonly #windowMs: number;
  #next = 0;

  constructor(bounds: { readonly count: number; readonly windowMs: number }) {
    this.#times = new Float64Array(bounds.count).fill(Number.NEGATIVE_INFINITY);
    this.#windowMs = bounds.windowMs;
  }

  /** Counts one occurrence. */
  add(nowMs: number): void {
    this.#times[this.#next] = nowMs;
    this.#next = (this.#next + 1) % this.#times.length;
  }

  /** Whether `count` occurrences lie within the window that ends now. */
  isFull(nowMs: number): boolean {
    return nowMs < this.freeAtMs();
  }

  /** From when on the window has room for one more; in the past where it has room already. */
  freeAtMs(): number {
    // The slot that is written next holds the oldest occurrence.
    return (this.#times[this.#next] ?? Number.NEGATIVE_INFINITY) + this.#windowMs;
  }

  /** Whether nothing has occurred within the window that ends now: then it may be forgotten. */
  isEmpty(nowMs: number): boolean {
    const latest = this.#times[(this.#next + this.#times.length - 1) % this.#times.length];
    return nowMs >= (latest ?? Number.NEGATIVE_INFINITY) + this.#windowMs;
  }
}
