/**
 * Remembers the latest `count` occurrences of something and tells whether all of them lie within `windowMs`. Every time
 * given to it is on one clock, in ms, and does not decrease.
 */
export class SlidingWindow {
  readonly #bounds: { readonly count: number; readonly windowMs: number };
  /** As many as there were: most who have a window never do what it counts. */
  readonly #times: number[] = [];
  /** Where the next one goes once there are `count`: in the place of the oldest. */
  #next = 0;

  constructor(bounds: { readonly count: number; readonly windowMs: number }) {
    this.#bounds = bounds;
  }

  /** Counts one occurrence. */
  add(nowMs: number): void {
    this.#times[this.#next] = nowMs;
    this.#next = (this.#next + 1) % this.#bounds.count;
  }

  /** Whether `count` occurrences lie within the window that ends now. */
  isFull(nowMs: number): boolean {
    return nowMs < this.freeAtMs();
  }

  /** From when on the window has room for one more; in the past where it has room already. */
  freeAtMs(): number {
    return (this.#times[this.#next] ?? Number.NEGATIVE_INFINITY) + this.#bounds.windowMs;
  }

  /** Whether nothing has occurred within the window that ends now: then it may be forgotten. */
  isEmpty(nowMs: number): boolean {
    const latest = this.#times[(this.#next + this.#bounds.count - 1) % this.#bounds.count];
    return nowMs >= (latest ?? Number.NEGATIVE_INFINITY) + this.#bounds.windowMs;
  }
}
