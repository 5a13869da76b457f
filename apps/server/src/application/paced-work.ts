/** The time that this work may take in a turn of the event loop; the last job may exceed it. */
const shareMs = 1;

/**
 * Spreads work that comes in bursts, such as a thousand connections together, over turns of the event loop, so that notes are
 * relayed in between. Jobs run in order: immediately while there is time left in the turn, else in a later one. Our own code,
 * since p-queue and p-limit bound how many jobs run, not how much time they take of a turn.
 */
export class PacedWork {
  #waiting: (() => void)[] = [];
  /** Index of the next job in #waiting. */
  #next = 0;
  /** Start of this turn's share. */
  #sinceMs = 0;
  /** True from the first job until a turn of the event loop finds no more jobs. */
  #isTurning = false;

  run(job: () => void): void {
    if (this.#isTurning) {
      if (this.#isEmpty && performance.now() - this.#sinceMs < shareMs) job();
      else this.#waiting.push(job);
      return;
    }
    this.#isTurning = true;
    this.#sinceMs = performance.now();
    setImmediate(this.#runShare);
    job();
  }

  /** Runs a job like the others, but not before so many ms have passed. */
  runAfter(ms: number, job: () => void): void {
    setTimeout(() => this.run(job), ms);
  }

  /** Resolves when a job passed now would run; what the caller does next is that job. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.run(resolve));
  }

  get #isEmpty(): boolean {
    return this.#next === this.#waiting.length;
  }

  readonly #runShare = (): void => {
    this.#sinceMs = performance.now();
    this.#runNext();
  };

  readonly #runNext = (): void => {
    const job = this.#take();
    if (job === undefined) {
      this.#isTurning = false;
      return;
    }
    try {
      job();
    } finally {
      // A microtask instead of a loop: work that follows a job by a promise counts as part of the job.
      queueMicrotask(this.#continue);
    }
  };

  readonly #continue = (): void => {
    if (performance.now() - this.#sinceMs < shareMs) this.#runNext();
    else setImmediate(this.#runShare);
  };

  #take(): (() => void) | undefined {
    const job = this.#waiting[this.#next];
    if (job === undefined) {
      this.#waiting = [];
      this.#next = 0;
    } else this.#next++;
    return job;
  }
}
