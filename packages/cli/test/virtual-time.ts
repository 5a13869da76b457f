import type { Clock } from '../src/music/playing.ts';

/** A clock that stands still while code runs, and then jumps to the next thing that is due. */
export class VirtualTime implements Clock {
  #nowUs = 1_000_000;
  #due: { readonly atUs: number; readonly act: () => void }[] = [];

  nowUs(): number {
    return this.#nowUs;
  }

  wait(us: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.after(us, resolve);
      signal.addEventListener('abort', () => resolve());
    });
  }

  after(us: number, act: () => void): void {
    const atUs = this.#nowUs + Math.max(0, us);
    this.#due.push({ atUs, act });
    // Waits that are due at the same time end in the order in which they began.
    this.#due.sort((a, b) => a.atUs - b.atUs);
  }

  /** Lets time pass until the promise has settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const done = () => {
      settled = true;
    };
    promise.then(done, done);
    for (;;) {
      // Runs everything that can run now.
      await new Promise(setImmediate);
      if (settled) return promise;
      const next = this.#due.shift();
      if (next === undefined) throw new Error('the promise waits for something that will never happen');
      this.#nowUs = next.atUs;
      next.act();
    }
  }
}
