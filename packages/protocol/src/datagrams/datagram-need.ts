import type { OwnStalls } from './own-stalls.ts';

/** Datagrams stay in use for this long after the last loss or stall, µs. */
const quietUs = 30_000_000;
/** A message that takes this much longer than the quickest of the last 10 to 20 s is behind a stall, µs. */
const stallUs = 12_000;
const windowUs = 10_000_000;

/**
 * Decides at the receiver whether notes should come by datagrams as well: from the opening of the channel until the way
 * has shown neither loss nor a stall for 30 s, and again from the next stall on. What this program has delayed itself is no
 * stall. Times are µs of any monotonic clock.
 */
export class DatagramNeed {
  #isWanted = true;
  #troubleUs: number;
  #received = 0;
  #highest = 0;
  /** The shortest transit of this window and of the one before. */
  #shortest = Number.POSITIVE_INFINITY;
  #shortestBefore = Number.POSITIVE_INFINITY;
  #windowUs: number;
  readonly #stalls: OwnStalls;

  /** @param stalls those of this program, by the same clock. */
  constructor(nowUs: number, stalls: OwnStalls) {
    this.#stalls = stalls;
    this.#troubleUs = nowUs;
    this.#windowUs = nowUs;
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Datagrams that arrived. */
  get received(): number {
    return this.#received;
  }

  /** Datagrams that did not arrive, as far as later ones show. */
  get lost(): number {
    return this.#highest - this.#received;
  }

  /** A datagram arrived. @param number its number. */
  datagram(number: number, nowUs: number): void {
    const lostBefore = this.lost;
    this.#received++;
    this.#highest = Math.max(this.#highest, number, this.#received);
    if (this.lost > lostBefore) this.#troubleUs = nowUs;
  }

  /** A message came over the WebSocket, this long after it was sent. Returns true if datagrams are wanted from now on. */
  fromWebSocket(transitUs: number, nowUs: number): boolean {
    this.#stalls.watch();
    if (nowUs - this.#windowUs >= windowUs) {
      this.#shortestBefore = this.#shortest;
      this.#shortest = Number.POSITIVE_INFINITY;
      this.#windowUs = nowUs;
    }
    if (transitUs < this.#shortest) this.#shortest = transitUs;
    const longerUs = transitUs - Math.min(this.#shortest, this.#shortestBefore);
    if (longerUs < stallUs || longerUs - this.#stalls.since(nowUs - longerUs) < stallUs) return false;
    this.#troubleUs = nowUs;
    if (this.#isWanted) return false;
    this.#isWanted = true;
    return true;
  }

  /** Returns true if datagrams are no longer wanted from now on. Call it every few seconds. */
  settle(nowUs: number): boolean {
    if (!this.#isWanted || nowUs - this.#troubleUs < quietUs) return false;
    this.#isWanted = false;
    return true;
  }
}
