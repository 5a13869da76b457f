import { performance } from 'node:perf_hooks';

/** Has bytes to write before the current turn of the event loop ends. */
export interface Writer {
  flush(): void;
}

/**
 * The current turn of the event loop: numbers the turns, and lets writers write at the end of a turn, once all its
 * input has been read. No timer is involved: the end of the turn comes before any timer.
 */
export class EventLoopTurn {
  #due: Writer[] = [];
  #isEnding = false;

  /** The number of this turn, counted by libuv: a callback at the end of every turn would cost more than a note. */
  now(): number {
    return performance.nodeTiming.uvMetricsInfo.loopCount;
  }

  /** Calls flush() at the end of this turn, once for each call of add(). */
  add(writer: Writer): void {
    this.#due.push(writer);
    if (this.#isEnding) return;
    this.#isEnding = true;
    setImmediate(this.#end);
  }

  readonly #end = (): void => {
    this.#isEnding = false;
    const due = this.#due;
    this.#due = [];
    for (const writer of due) writer.flush();
  };
}

/** The part that sockets and rooms use; they share one. */
export type SharedTurn = Pick<EventLoopTurn, 'now' | 'add'>;
