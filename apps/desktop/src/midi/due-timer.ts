/** How late the system's timers may be, µs; the rest of the wait is busy. */
const lateUs = 1_500;

/**
 * Calls back at a moment more precisely than timers can: it sleeps until shortly before, then checks the clock in every
 * turn of the event loop, so that other events are still handled.
 */
export class DueTimer {
  readonly #nowUs: () => number;
  readonly #due: () => void;
  #atUs = Number.POSITIVE_INFINITY;
  #sleep: ReturnType<typeof setTimeout> | undefined;
  #turn: ReturnType<typeof setImmediate> | undefined;

  constructor(nowUs: () => number, due: () => void) {
    this.#nowUs = nowUs;
    this.#due = due;
  }

  /** Replaces the previous time; Infinity means never. */
  set(atUs: number): void {
    if (atUs === this.#atUs) return;
    this.clear();
    this.#atUs = atUs;
    if (atUs < Number.POSITIVE_INFINITY) this.#wait();
  }

  clear(): void {
    clearTimeout(this.#sleep);
    clearImmediate(this.#turn);
    this.#atUs = Number.POSITIVE_INFINITY;
  }

  readonly #wait = (): void => {
    const leftUs = this.#atUs - this.#nowUs();
    if (leftUs <= 0) {
      this.#atUs = Number.POSITIVE_INFINITY;
      this.#due();
    } else if (leftUs > lateUs) this.#sleep = setTimeout(this.#wait, Math.min(1e9, (leftUs - lateUs) / 1_000));
    else this.#turn = setImmediate(this.#wait);
  };
}
