/** No record is sent more often on one network (RFC 6762, 6). */
const leastMs = 1_000;
/** Answers that several may give at once are held for a random while, so that they do not collide (RFC 6762, 6). */
const shuffleMs = { least: 20, most: 120 };

/** Says the same thing when asked to, as often as one may. */
export class Voice {
  readonly #say: () => void;
  /** How often it is still to be said. */
  #owed = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(say: () => void) {
    this.#say = say;
  }

  /** Once for all who ask before it speaks. */
  speak(times = 1): void {
    this.#owed = Math.max(this.#owed, times);
    if (this.#timer !== undefined) return;
    const shuffled = shuffleMs.least + Math.random() * (shuffleMs.most - shuffleMs.least);
    const waitMs = Math.max(0, this.#lastMs + leastMs - performance.now()) + shuffled;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastMs = performance.now();
      this.#owed--;
      this.#say();
      if (this.#owed > 0) this.speak();
    }, waitMs);
    this.#timer.unref();
  }

  hush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#owed = 0;
  }
}
