/** Timers of the system are late by up to this, µs; what is left is waited for awake. */
const lateUs = 1_500;

/**
 * Calls back at a moment, closer than timers can: it sleeps until shortly before and then looks at the clock in every
 * turn of the event loop, in which whatever else happens is done as well.
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

  /** Takes the place of what was set before; Infinity is never. */
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
