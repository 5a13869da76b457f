import { RoomtoneError } from '@roomtone/protocol';
import { serverLimits } from '../domain/server-limits.ts';

type Lane = 'login' | 'other';

const { atOnce, waitingLogins, waitingOthers } = serverLimits.passwordWork;

/**
 * Runs password work, a few at a time. Sign-ins go first, so that nothing else can delay them, and what waits is bounded.
 */
export class PasswordQueue {
  readonly #atOnce: number;
  readonly #waiting: Readonly<Record<Lane, (() => void)[]>> = { login: [], other: [] };
  #running = 0;

  /** @param running how many may run at the same time. Each takes a core and its memory, and the relay needs cores too. */
  constructor(running: number = atOnce) {
    this.#atOnce = running;
  }

  /** @throws {RoomtoneError} RATE_LIMIT_EXCEEDED if too many are waiting. */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++;
    else await this.#turn(lane);
    try {
      return await work();
    } finally {
      // The place passes to the next one without being free in between.
      const next = this.#waiting.login.shift() ?? this.#waiting.other.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #turn(lane: Lane): Promise<void> {
    const waiting = this.#waiting[lane];
    const limit = lane === 'login' ? waitingLogins : waitingOthers;
    if (waiting.length >= limit) {
      const reset = Math.ceil(Date.now() / 1000) + 1;
      throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'The server is busy with passwords. Try again in a moment.', {
        limit,
        reset,
      });
    }
    return new Promise((resolve) => waiting.push(resolve));
  }
}
