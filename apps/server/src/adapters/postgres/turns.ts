import { serverLimits } from '../../domain/server-limits.ts';

export interface Turn {
  readonly kind: 'read' | 'write';
}

/**
 * Applies operations in the order of their calls: neighbouring reads run at the same time, and the writes that are waiting when
 * their turn comes run together.
 */
export class Turns<T extends Turn> {
  readonly #waiting: T[] = [];
  readonly #read: (call: T) => Promise<void>;
  readonly #write: (calls: readonly T[]) => Promise<void>;
  #reading = 0;
  #isWriting = false;

  /** @param read, write run operations and never reject. */
  constructor(read: (call: T) => Promise<void>, write: (calls: readonly T[]) => Promise<void>) {
    this.#read = read;
    this.#write = write;
  }

  add(call: T): void {
    this.#waiting.push(call);
    this.#next();
  }

  #next(): void {
    while (!this.#isWriting) {
      const [first] = this.#waiting;
      if (first === undefined) return;
      if (first.kind === 'read') {
        this.#waiting.shift();
        this.#reading++;
        void this.#read(first).then(() => {
          this.#reading--;
          this.#next();
        });
      } else if (this.#reading > 0) {
        return;
      } else {
        this.#isWriting = true;
        void this.#write(this.#waiting.splice(0, this.#writesAtHead())).then(() => {
          this.#isWriting = false;
          this.#next();
        });
      }
    }
  }

  #writesAtHead(): number {
    const end = this.#waiting.findIndex((call) => call.kind === 'read');
    return Math.min(end === -1 ? this.#waiting.length : end, serverLimits.postgres.writesTogether);
  }
}
