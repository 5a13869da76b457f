import { performance } from 'node:perf_hooks';

/** Something that has bytes to write before this turn of the event loop ends. */
export interface Writer {
  flush(): void;
}

/**
 * Tells one turn of the event loop from the next, and has those who have something left to write do so once all input of
 * the turn is read. It waits for nothing: the turn's end comes before any timer.
 */
export class EventLoopTurn {
  #due: Writer[] = [];
  #isEnding = false;

  /** Which turn it is, as libuv counts them: to be called back at the end of each would take longer than a note. */
  now(): number {
    return performance.nodeTiming.uvMetricsInfo.loopCount;
  }

  /** Calls flush() at the end of this turn, once however often it is asked before. */
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

/** The turn as all sockets and rooms share it. */
export type SharedTurn = Pick<EventLoopTurn, 'now' | 'add'>;
