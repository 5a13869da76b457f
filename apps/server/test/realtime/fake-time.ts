import type { Clock } from '../../src/ports/clock.ts';
import type { Scheduler } from '../../src/realtime/scheduler.ts';

/** A clock that stands still until a test moves it, and timers that run with it. */
export class FakeTime implements Clock, Scheduler {
  #nowUs = 1_700_000_000_000_000;
  #wallOffsetMs = 0;
  readonly #timers = new Set<{ readonly intervalMs: number; readonly run: () => void; dueUs: number }>();

  nowMs(): number {
    return Math.floor(this.#nowUs / 1000) + this.#wallOffsetMs;
  }

  monotonicMs(): number {
    return this.#nowUs / 1000;
  }

  /** Steps the wall clock; no time passes. */
  stepWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /** Sets the wall clock; no time passes. */
  setWallClock(nowMs: number): void {
    this.#wallOffsetMs = nowMs - Math.floor(this.#nowUs / 1000);
  }

  serviceUs(): number {
    return this.#nowUs;
  }

  every(intervalMs: number, run: () => void): () => void {
    const timer = { intervalMs, run, dueUs: this.#nowUs + intervalMs * 1000 };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  after(delayMs: number, run: () => void): () => void {
    const stop = this.every(Math.max(0, delayMs), () => {
      stop();
      run();
    });
    return stop;
  }

  each<T>(intervalMs: number, items: () => Iterator<T>, run: (item: T) => void): () => void {
    return this.every(intervalMs, () => {
      const rest = items();
      for (let next = rest.next(); next.done !== true; next = rest.next()) run(next.value);
    });
  }

  /** Moves time forward. Timers run at their own times, in order. */
  advance(ms: number): void {
    const endUs = this.#nowUs + ms * 1000;
    for (;;) {
      const next = [...this.#timers].sort((one, other) => one.dueUs - other.dueUs)[0];
      if (next === undefined || next.dueUs > endUs) break;
      this.#nowUs = next.dueUs;
      next.dueUs += next.intervalMs * 1000;
      next.run();
    }
    this.#nowUs = endUs;
  }
}
