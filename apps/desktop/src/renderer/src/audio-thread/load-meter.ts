/**
 * How much of its time the audio thread needs. Its only clock counts whole milliseconds, which is no matter over many
 * blocks: each crosses a millisecond with the probability of its share of one, so that the sum is right.
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

  /** The share of real time that was needed since it was asked last, 0 to 1 and above. */
  take(sampleRate: number): number {
    const load = this.#frames === 0 ? 0 : (this.#spentMs * sampleRate) / (1000 * this.#frames);
    this.#spentMs = 0;
    this.#frames = 0;
    return load;
  }
}
