/** How often a timer shows that this program runs, ms: what goes unnoticed is less than a stall of the network. */
const everyMs = 8;
/** For how long after the last message it is watched, µs. */
const watchedUs = 1_000_000;
/** Timers are up to this late on any machine, µs. */
const usualUs = 2_000;

/** A monotonic clock, and timers. */
export interface StallTimers {
  nowUs(): number;
  setTimeout(run: () => void, ms: number): unknown;
}

/**
 * Notices when this program itself stands still, because the machine is busy or the program is: what it reads afterwards
 * has waited here, which says nothing about the network. All times are µs.
 */
export class OwnStalls {
  readonly #timers: StallTimers;
  /** The last stall. */
  #fromUs = 0;
  #toUs = 0;
  /** When the timer is due; infinite if it does not run. */
  #dueUs = Number.POSITIVE_INFINITY;
  #neededUs = 0;

  constructor(timers: StallTimers) {
    this.#timers = timers;
  }

  /**
   * For how much of this time the program has stood still, in the last stall and in one that lasts until now; watches for another
   * second. Call it for each message.
   */
  between(fromUs: number, nowUs: number): number {
    this.#neededUs = nowUs;
    if (this.#dueUs === Number.POSITIVE_INFINITY) this.#next(nowUs);
    return (
      Math.max(0, this.#toUs - Math.max(this.#fromUs, fromUs)) + Math.max(0, nowUs - Math.max(this.#dueUs, fromUs))
    );
  }

  #next(startUs: number): void {
    const dueUs = startUs + everyMs * 1_000;
    this.#dueUs = dueUs;
    this.#timers.setTimeout(() => {
      const nowUs = this.#timers.nowUs();
      if (nowUs > dueUs + usualUs) [this.#fromUs, this.#toUs] = [dueUs, nowUs];
      this.#dueUs = Number.POSITIVE_INFINITY;
      if (nowUs < this.#neededUs + watchedUs) this.#next(nowUs);
    }, everyMs);
  }
}
