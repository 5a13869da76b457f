/** Something that has bytes to write before this turn of the event loop ends. */
export interface Writer {
  flush(): void;
}

/**
 * Gathers who has something to write, and has them write once all input of this turn of the event loop is read: what
 * came together goes out together, in one write a socket. It waits for nothing: the turn's end comes before any timer.
 */
export class Turn {
  #due: Writer[] = [];
  #isEnding = false;

  /** Calls flush() at the end of the turn, once however often it is asked before. */
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
