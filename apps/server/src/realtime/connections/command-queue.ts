const idle = Promise.resolve();

/** Runs one connection's commands one after another, in the order in which they arrived. */
export class CommandQueue<T> {
  readonly #run: (command: T) => Promise<void>;
  readonly #capacity: number;
  #waiting: T[] = [];
  #running = false;
  #drained = idle;

  /** `run` must not reject. */
  constructor(capacity: number, run: (command: T) => Promise<void>) {
    this.#capacity = capacity;
    this.#run = run;
  }

  /**
   * Runs the command after those before it, immediately if there are none. False if too many are waiting: it is
   * dropped.
   */
  push(command: T): boolean {
    if (this.#waiting.length >= this.#capacity) return false;
    this.#waiting.push(command);
    if (!this.#running) this.#drained = this.#drain();
    return true;
  }

  /** Resolves when everything that was pushed so far is done. */
  settled(): Promise<void> {
    return this.#drained;
  }

  get isBusy(): boolean {
    return this.#running;
  }

  /** Drops the waiting commands; a running one continues. */
  clear(): void {
    this.#waiting = [];
  }

  async #drain(): Promise<void> {
    this.#running = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await this.#run(next);
    this.#running = false;
  }
}
