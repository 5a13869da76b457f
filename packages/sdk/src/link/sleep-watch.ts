import type { Timers } from '../environment.ts';

const intervalMs = 2_000;
/** Less is a busy machine, or a wall clock that is being set right. */
const leastGapMs = 4_000;

/**
 * Notices that the machine, or this program, slept: a timer that comes late, or a wall clock that went on while the
 * monotonic one stood still, as it does on some machines.
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
      if (Math.max(passedMs, wallPassedMs) - intervalMs >= leastGapMs) this.#woke();
    }, intervalMs);
  }
}
