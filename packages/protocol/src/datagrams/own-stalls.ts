/** How often a timer shows that this program runs, ms: what goes unnoticed is less than a stall of the network. */
const everyMs = 8;
/** For how long after the last message it is watched, µs. */
const watchedUs = 1_000_000;
/** Timers are up to this late on any machine, µs. */
const usualUs = 2_000;
const keptUs = 1_000_000;

/** A monotonic clock, and timers. */
export interface StallTimers {
  nowUs(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/**
 * Notices when this program itself stands still, because the machine is busy or the program is: what it reads afterwards
 * has waited here, which says nothing about the network. All times are µs.
 */
export class OwnStalls {
  readonly #timers: StallTimers;
  #stalls: { readonly fromUs: number; readonly toUs: number }[] = [];
  /** When the timer is due; undefined if it does not run. */
  #dueUs: number | undefined;
  #neededUs = 0;
  #timer: unknown;

  constructor(timers: StallTimers) {
    this.#timers = timers;
  }

  /** Watches for another second. Call it for each message. */
  watch(): void {
    const nowUs = this.#timers.nowUs();
    this.#neededUs = nowUs;
    if (this.#dueUs === undefined) this.#next(nowUs);
  }

  /** For how much of the time since then, at most a second ago, the program has stood still. */
  since(fromUs: number): number {
    const nowUs = this.#timers.nowUs();
    let us = Math.max(0, nowUs - Math.max(this.#dueUs ?? nowUs, fromUs));
    for (const stall of this.#stalls) us += Math.max(0, stall.toUs - Math.max(stall.fromUs, fromUs));
    return us;
  }

  /** Stops watching until the next message. */
  stop(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#dueUs = undefined;
    this.#stalls = [];
  }

  #next(nowUs: number): void {
    const dueUs = nowUs + everyMs * 1_000;
    this.#dueUs = dueUs;
    this.#timer = this.#timers.setTimeout(() => this.#ran(dueUs), everyMs);
  }

  #ran(dueUs: number): void {
    const nowUs = this.#timers.nowUs();
    if (nowUs - dueUs > usualUs) {
      this.#stalls = this.#stalls.filter(({ toUs }) => nowUs - toUs < keptUs);
      this.#stalls.push({ fromUs: dueUs, toUs: nowUs });
    }
    if (nowUs - this.#neededUs < watchedUs) this.#next(nowUs);
    else this.stop();
  }
}
