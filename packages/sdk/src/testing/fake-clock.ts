import type { Timers } from '../environment.ts';

interface Due {
  readonly atUs: number;
  readonly callback: () => void;
}

/** A clock that advances only on request. */
export class FakeClock implements Timers {
  #nowUs: number;
  #wallAheadMs = 0;
  #last = 0;
  readonly #due = new Map<number, Due>();

  constructor(nowUs: number) {
    this.#nowUs = nowUs;
  }

  nowUs(): number {
    return this.#nowUs;
  }

  wallMs(): number {
    return this.#nowUs / 1000 + this.#wallAheadMs;
  }

  setTimeout(callback: () => void, ms: number): unknown {
    this.#last++;
    this.#due.set(this.#last, { atUs: this.#nowUs + Math.round(ms * 1000), callback });
    return this.#last;
  }

  clearTimeout(timer: unknown): void {
    this.#due.delete(timer as number);
  }

  /** The number of pending timers. */
  get waiting(): number {
    return this.#due.size;
  }

  /** Advances the time: timers fire in order, and promises settle between them. */
  async advance(ms: number): Promise<void> {
    const endUs = this.#nowUs + Math.round(ms * 1000);
    await settled();
    for (let next = this.#next(endUs); next !== undefined; next = this.#next(endUs)) {
      const [id, { atUs, callback }] = next;
      this.#due.delete(id);
      this.#nowUs = Math.max(this.#nowUs, atUs);
      callback();
      await settled();
    }
    this.#nowUs = endUs;
  }

  /** Lets time pass while the program sleeps: no timer fires. */
  sleep(ms: number): void {
    this.#nowUs += Math.round(ms * 1000);
  }

  /** The same on a machine whose monotonic clock stands still during sleep. */
  suspend(ms: number): void {
    this.#wallAheadMs += ms;
  }

  #next(endUs: number): [number, Due] | undefined {
    const due = [...this.#due].filter(([, { atUs }]) => atUs <= endUs);
    return due.toSorted(([, one], [, other]) => one.atUs - other.atUs)[0];
  }
}

/** Resolves after the handlers of all settled promises have run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
