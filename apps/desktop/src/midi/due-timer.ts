/**
 * How late a system's timers may be, µs. Windows rounds them up to its clock interrupt, 64 times a second, in processes
 * that have not asked for more.
 */
export function timersLateUsOn(platform: NodeJS.Platform): number {
  return platform === 'win32' ? 17_000 : 1_500;
}

/**
 * Calls back at a moment more precisely than timers can: it sleeps until shortly before, then checks the clock in every
 * turn of the event loop, so that other events are still handled.
 */
export class DueTimer {
  readonly #nowUs: () => number;
  readonly #due: () => void;
  readonly #lateUs: number;
  #atUs = Number.POSITIVE_INFINITY;
  #sleep: ReturnType<typeof setTimeout> | undefined;
  #turn: ReturnType<typeof setImmediate> | undefined;

  /** @param lateUs how late the system's timers may be; this much of the wait is busy. */
  constructor(nowUs: () => number, due: () => void, lateUs = timersLateUsOn('linux')) {
    this.#nowUs = nowUs;
    this.#due = due;
    this.#lateUs = lateUs;
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
    } else if (leftUs > this.#lateUs) {
      this.#sleep = setTimeout(this.#wait, Math.min(1e9, Math.floor((leftUs - this.#lateUs) / 1_000)));
    } else this.#turn = setImmediate(this.#wait);
  };
}
