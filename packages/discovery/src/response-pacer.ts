/** No record is sent more often on one network (RFC 6762, 6). */
const minIntervalMs = 1_000;
/** Answers that several machines may give are delayed by a random time, so that they do not collide (RFC 6762, 6). */
const delayMs = { min: 20, max: 120 };

/** Sends the same answer on request, as often as the standard allows. */
export class ResponsePacer {
  readonly #send: () => void;
  /** How many times it still has to be sent. */
  #pending = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: () => void) {
    this.#send = send;
  }

  /** Requests before the next sending share one answer. */
  request(times = 1): void {
    this.#pending = Math.max(this.#pending, times);
    if (this.#timer !== undefined) return;
    const delay = delayMs.min + Math.random() * (delayMs.max - delayMs.min);
    const waitMs = Math.max(0, this.#lastMs + minIntervalMs - performance.now()) + delay;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastMs = performance.now();
      this.#pending--;
      this.#send();
      if (this.#pending > 0) this.request();
    }, waitMs);
    this.#timer.unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = 0;
  }
}
