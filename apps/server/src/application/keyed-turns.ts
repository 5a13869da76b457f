/**
 * Runs the jobs of one key one after another, those of different keys at the same time. Our own code, since p-limit and
 * p-queue have no keys: a limiter for each key, with the removal of idle ones, would take more lines than this.
 */
export class KeyedTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, job: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const done = before.then(job);
    const settled = done.catch(() => {});
    this.#last.set(key, settled);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
