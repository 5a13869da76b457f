/**
 * Bounds what is on its way to the server. Notes have no answer of their own, but the server takes a connection's frames
 * in order: the answer to any request says that all notes before it have been taken.
 */
export class AckWindow {
  readonly #size: number;
  readonly #ask: () => Promise<void>;
  #unasked = 0;
  #asked: Promise<void> = Promise.resolve();

  /**
   * @param size after so many events there is a request, and no more is sent until the one before it is answered.
   * @param ask a request without an effect that resolves with its answer.
   */
  constructor(size: number, ask: () => Promise<void>) {
    this.#size = size;
    this.#ask = ask;
  }

  /** Tells that so many events have been sent; resolves when more may be. Rejects as `ask` does. */
  async passed(count: number): Promise<void> {
    this.#unasked += count;
    if (this.#unasked < this.#size) return;
    const before = this.#asked;
    this.#request();
    await before;
  }

  /** Resolves when everything sent so far has been taken. */
  async settled(): Promise<void> {
    this.#request();
    await this.#asked;
  }

  #request(): void {
    this.#unasked = 0;
    this.#asked = this.#ask();
    // Whoever waits for it hears of a failure; until somebody does, it is no unhandled one.
    this.#asked.catch(() => {});
  }
}
