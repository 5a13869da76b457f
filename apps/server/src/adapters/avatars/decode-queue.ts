/** Runs one job at a time, in the order they come; a queue that is full takes no more. */
export class DecodeQueue {
  readonly #capacity: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @param capacity how many may be under way or wait. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#capacity;
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const done = this.#last.then(job);
    this.#last = done.catch(() => {});
    try {
      return await done;
    } finally {
      this.#waiting--;
    }
  }
}
