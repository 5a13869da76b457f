import { performance } from 'node:perf_hooks';

/** To wait for the end of a turn takes something itself; with fewer in it than this, hardly two are of one room. */
const crowd = 3;

/** Something that has bytes to write before this turn of the event loop ends. */
export interface Writer {
  flush(): void;
}

/**
 * Tells one turn of the event loop from the next, and has those who have something left to write do so once all input of
 * the turn is read. It waits for nothing: the turn's end comes before any timer.
 */
export class Turn {
  #due: Writer[] = [];
  #isEnding = false;
  /** The turn that was last asked for, and what libuv had handed out before it. */
  #turn = -1;
  #eventsBefore = 0;
  #isCrowded = false;

  /** Which turn it is, as libuv counts them: to be called back at the end of each would take longer than a note. */
  now(): number {
    const { loopCount, events } = performance.nodeTiming.uvMetricsInfo;
    if (loopCount !== this.#turn) {
      this.#isCrowded = events - this.#eventsBefore >= crowd;
      this.#turn = loopCount;
      this.#eventsBefore = events;
    }
    return loopCount;
  }

  /**
   * Whether several things came in since the last turn that now() was asked in began: then that is likely of this one, too.
   * How many come in a turn is not known before its end.
   */
  get isCrowded(): boolean {
    return this.#isCrowded;
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
export type SharedTurn = Pick<Turn, 'now' | 'add' | 'isCrowded'>;
