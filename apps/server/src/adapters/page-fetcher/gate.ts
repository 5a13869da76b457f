import { RoomtoneError } from '@roomtone/protocol';

/** No place became free in time. It says nothing of the page, so that it must not be remembered as its answer. */
export class ServerBusy extends RoomtoneError {
  constructor() {
    super('RESOURCE_NOT_FOUND', 'Too many pages are being read now. Try again in a moment.');
  }
}

/** Lets so many in at once; the others wait in order. */
export class Gate {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves with the way out, to be called once, when there is a place. @throws {ServerBusy} if `signal` comes first. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    return () => this.#leave();
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(enter);
        reject(new ServerBusy());
      };
      if (signal.aborted) return giveUp();
      this.#waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The place goes straight to whoever waited longest. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
