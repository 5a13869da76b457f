/**
 * Limits the events in flight to the server. Notes have no answer of their own, but the server handles a connection's
 * frames in order: the answer to any request confirms all notes sent before it.
 */
export class AckWindow {
  readonly #size: number;
  readonly #ask: () => Promise<void>;
  #unasked = 0;
  #asked: Promise<void> = Promise.resolve();

  /**
   * @param size number of events after which a request is sent; no more events are sent until the request before it
   *   is answered.
   * @param ask sends a request without an effect and resolves with its answer.
   */
  constructor(size: number, ask: () => Promise<void>) {
    this.#size = size;
    this.#ask = ask;
  }

  /** Call it after sending events; resolves when more may be sent. Rejects as `ask` does. */
  async passed(count: number): Promise<void> {
    this.#unasked += count;
    if (this.#unasked < this.#size) return;
    const before = this.#asked;
    this.#request();
    await before;
  }

  /** Resolves when the server has received everything sent so far. */
  async settled(): Promise<void> {
    this.#request();
    await this.#asked;
  }

  #request(): void {
    this.#unasked = 0;
    this.#asked = this.#ask();
    // Waiting callers get the failure; without one, it must not be an unhandled rejection.
    this.#asked.catch(() => {});
  }
}
