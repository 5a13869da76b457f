/** A sign that this program runs is due this long after the last one, µs: what goes unnoticed is less than a stall of the network. */
const dueAfterUs = 8_000;
/** How often a timer gives such a sign, ms: seldom where at least this many messages a second do. */
const [oftenMs, seldomMs, manyMessages] = [8, 48, 100] as const;
const secondUs = 1_000_000;
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
 * has waited here, which says nothing about the network. Messages and a timer show that it runs. All times are µs.
 */
export class OwnStalls {
  readonly #timers: StallTimers;
  /** The last stall. */
  #fromUs = 0;
  #toUs = 0;
  #signUs = 0;
  #isWatched = false;
  #neededUs = 0;
  #secondUs = 0;
  #inSecond = 0;
  #timerMs: number = oftenMs;

  constructor(timers: StallTimers) {
    this.#timers = timers;
  }

  /**
   * For how much of this time the program has stood still, in the last stall, which may last until now; watches for another second.
   * Call it for each message.
   */
  between(fromUs: number, nowUs: number): number {
    this.#neededUs = nowUs;
    if (!this.#isWatched) {
      this.#signUs = nowUs;
      this.#next();
    }
    this.#count(nowUs);
    this.#sign(nowUs);
    return Math.max(0, this.#toUs - Math.max(this.#fromUs, fromUs));
  }

  #count(nowUs: number): void {
    if (nowUs - this.#secondUs >= secondUs) {
      this.#timerMs = this.#inSecond >= manyMessages && nowUs - this.#secondUs < 2 * secondUs ? seldomMs : oftenMs;
      this.#secondUs = nowUs;
      this.#inSecond = 0;
    }
    this.#inSecond++;
  }

  #sign(nowUs: number): void {
    const dueUs = this.#signUs + dueAfterUs;
    if (nowUs > dueUs + usualUs) [this.#fromUs, this.#toUs] = [dueUs, nowUs];
    this.#signUs = nowUs;
  }

  #next(): void {
    this.#isWatched = true;
    this.#timers.setTimeout(() => {
      const nowUs = this.#timers.nowUs();
      this.#sign(nowUs);
      if (nowUs < this.#neededUs + watchedUs) this.#next();
      else this.#isWatched = false;
    }, this.#timerMs);
  }
}
