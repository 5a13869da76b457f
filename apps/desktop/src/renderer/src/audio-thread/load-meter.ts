/**
 * Measures how much of real time the audio thread needs. Its only clock counts whole milliseconds, but over many blocks
 * the sum is right: each block crosses a millisecond with a probability equal to the fraction it takes.
 */
export class LoadMeter {
  readonly #now: () => number;
  #spentMs = 0;
  #startedMs = 0;
  #frames = 0;

  /** @param now ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  begin(): void {
    this.#startedMs = this.#now();
  }

  end(frames: number): void {
    this.#spentMs += this.#now() - this.#startedMs;
    this.#frames += frames;
  }

  /** The fraction of real time needed since the last call; above 1 is overload. */
  take(sampleRate: number): number {
    const load = this.#frames === 0 ? 0 : (this.#spentMs * sampleRate) / (1000 * this.#frames);
    this.#spentMs = 0;
    this.#frames = 0;
    return load;
  }
}
