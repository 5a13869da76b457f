/**
 * Remembers the latest `count` occurrences of something, to say if all of them lie within `windowMs`. All times are ms on one
 * clock and never decrease.
 */
export class SlidingWindow {
  readonly #bounds: { readonly count: number; readonly windowMs: number };
  /** A ring buffer that grows with the occurrences, because most windows never see one. */
  readonly #times: number[] = [];
  /** Index of the next time; when `count` are stored, also of the oldest. */
  #next = 0;

  constructor(bounds: { readonly count: number; readonly windowMs: number }) {
    this.#bounds = bounds;
  }

  /** Counts one occurrence. */
  add(nowMs: number): void {
    this.#times[this.#next] = nowMs;
    this.#next = (this.#next + 1) % this.#bounds.count;
  }

  /** True if `count` occurrences lie within the window that ends now. */
  isFull(nowMs: number): boolean {
    return nowMs < this.freeAtMs();
  }

  /** When the window has room for one more; in the past if it has room already. */
  freeAtMs(): number {
    return (this.#times[this.#next] ?? Number.NEGATIVE_INFINITY) + this.#bounds.windowMs;
  }

  /** True if nothing occurred within the window that ends now, so the window may be dropped. */
  isEmpty(nowMs: number): boolean {
    const latest = this.#times[(this.#next + this.#bounds.count - 1) % this.#bounds.count];
    return nowMs >= (latest ?? Number.NEGATIVE_INFINITY) + this.#bounds.windowMs;
  }
}
