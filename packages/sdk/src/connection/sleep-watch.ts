import type { Timers } from '../environment.ts';

const intervalMs = 2_000;
/** A shorter gap is due to a busy machine or an adjusted wall clock. */
const minGapMs = 4_000;

/**
 * Notices that the machine or this program slept: a timer fires late, or the wall clock went on while the monotonic
 * one stood still, as happens on some machines.
 */
export class SleepWatch {
  readonly #timers: Timers;
  readonly #woke: () => void;
  #timer: unknown;

  constructor(timers: Timers, woke: () => void) {
    this.#timers = timers;
    this.#woke = woke;
    this.#wait();
  }

  stop(): void {
    this.#timers.clearTimeout(this.#timer);
  }

  #wait(): void {
    const fromMs = this.#timers.nowUs() / 1000;
    const wallFromMs = this.#timers.wallMs();
    this.#timer = this.#timers.setTimeout(() => {
      const passedMs = this.#timers.nowUs() / 1000 - fromMs;
      const wallPassedMs = this.#timers.wallMs() - wallFromMs;
      this.#wait();
      if (Math.max(passedMs, wallPassedMs) - intervalMs >= minGapMs) this.#woke();
    }, intervalMs);
  }
}
