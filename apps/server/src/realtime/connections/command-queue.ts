const nothingToDo = Promise.resolve();

/** Runs one connection's commands one after another, in the order they came. */
export class CommandQueue<T> {
  readonly #run: (command: T) => Promise<void>;
  readonly #capacity: number;
  #waiting: T[] = [];
  #running = false;
  #drained = nothingToDo;

  /** `run` must not reject. */
  constructor(capacity: number, run: (command: T) => Promise<void>) {
    this.#capacity = capacity;
    this.#run = run;
  }

  /** Runs the command when its turn comes, at once where none is before it. False when too many wait: then never. */
  push(command: T): boolean {
    if (this.#waiting.length >= this.#capacity) return false;
    this.#waiting.push(command);
    if (!this.#running) this.#drained = this.#drain();
    return true;
  }

  /** Resolves when all that was pushed before is done with. */
  settled(): Promise<void> {
    return this.#drained;
  }

  get isBusy(): boolean {
    return this.#running;
  }

  /** Forgets what waits; what runs goes on. */
  clear(): void {
    this.#waiting = [];
  }

  async #drain(): Promise<void> {
    this.#running = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await this.#run(next);
    this.#running = false;
  }
}
