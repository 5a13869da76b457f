/** How much of a turn of the event loop goes to this work, but for the last job's length. */
const pieceMs = 1;

/**
 * Spreads work that comes in bursts, such as a thousand connections at once, over turns of the event loop, so that notes
 * pass between. Jobs run in the order they came: at once while there is time left in the turn, else in a later one.
 */
export class PacedWork {
  #waiting: (() => void)[] = [];
  /** Where the next job is in what waits. */
  #at = 0;
  /** Since when this turn's share is used; jobs may run at once until it is used up. */
  #sinceMs = 0;
  /** Whether the end of this turn has been asked for. */
  #isTurning = false;

  run(job: () => void): void {
    if (this.#isTurning) {
      if (this.#isEmpty && performance.now() - this.#sinceMs < pieceMs) job();
      else this.#waiting.push(job);
      return;
    }
    this.#isTurning = true;
    this.#sinceMs = performance.now();
    setImmediate(this.#piece);
    job();
  }

  /** Resolves when a job given now would run; what the caller does next is that job. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.run(resolve));
  }

  get #isEmpty(): boolean {
    return this.#at === this.#waiting.length;
  }

  readonly #piece = (): void => {
    this.#sinceMs = performance.now();
    this.#next();
  };

  readonly #next = (): void => {
    const job = this.#take();
    if (job === undefined) {
      this.#isTurning = false;
      return;
    }
    try {
      job();
    } finally {
      // Not in a loop: what follows from a job by a promise is part of it.
      queueMicrotask(this.#goOn);
    }
  };

  readonly #goOn = (): void => {
    if (performance.now() - this.#sinceMs < pieceMs) this.#next();
    else setImmediate(this.#piece);
  };

  #take(): (() => void) | undefined {
    const job = this.#waiting[this.#at];
    if (job === undefined) {
      this.#waiting = [];
      this.#at = 0;
    } else this.#at++;
    return job;
  }
}
