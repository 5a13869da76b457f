import { limits } from '../limits.ts';
import { NoteRepairs } from './note-repairs.ts';

/**
 * Joins one sender's messages of notes from two paths: the WebSocket, which brings every message in order, and
 * datagrams, which bring some of them earlier, late, twice or not at all. Each message is played once, in the order of
 * the numbers.
 *
 * A message from a datagram waits for those before it. A message from the WebSocket ends all waiting for earlier ones:
 * what the WebSocket has not brought by then was left out on purpose and never comes (R17.3).
 *
 * @template Item what is kept of a message that waits.
 */
export class NoteMerge<Item> {
  readonly #play: (item: Item) => void;
  readonly #waiting = new Map<number, Item>();
  readonly #repairs: NoteRepairs;
  #last = 0;

  /**
   * @param play plays a message that has waited.
   * @param repaired called for each message that the WebSocket brought and no datagram did (R17.14).
   */
  constructor(play: (item: Item) => void, repaired: () => void) {
    this.#play = play;
    this.#repairs = new NoteRepairs(repaired);
  }

  /** The number of the last message played. */
  get last(): number {
    return this.#last;
  }

  /** True if messages wait for earlier ones. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Begins after the message with this number: whatever is older is already part of the state. */
  startAfter(number: number): void {
    this.#last = number;
    this.#waiting.clear();
  }

  /**
   * Takes a message from a datagram. Returns true if the caller is to play it now, and then to call playNext(); otherwise
   * it is a repetition, waits, or is left to the WebSocket because too many wait.
   * @param isInUse whether datagrams are wanted here.
   */
  fromDatagram(number: number, item: Item, isInUse: boolean): boolean {
    this.#repairs.datagram(number, isInUse);
    if (number <= this.#last) return false;
    if (number === this.#last + 1) {
      this.#last = number;
      return true;
    }
    if (this.#waiting.size < limits.datagrams.heldMessages) this.#waiting.set(number, item);
    return false;
  }

  /**
   * Takes a message from the WebSocket, and first plays those waiting that come before it. Returns true if the caller is
   * to play it now, and then to call playNext(); false for a repetition of what a datagram has brought.
   * @param isInUse whether datagrams are wanted here.
   */
  fromWebSocket(number: number, isInUse: boolean): boolean {
    this.#repairs.webSocket(number, isInUse, number > this.#last && !this.#waiting.has(number));
    if (number <= this.#last) return false;
    if (this.#waiting.size > 0) this.#playBefore(number);
    this.#last = number;
    return true;
  }

  /** Plays the messages that waited for the one just played. */
  playNext(): void {
    while (this.#waiting.size > 0) {
      const item = this.#waiting.get(this.#last + 1);
      if (item === undefined) return;
      this.#last++;
      this.#waiting.delete(this.#last);
      this.#play(item);
    }
  }

  #playBefore(number: number): void {
    const numbers = [...this.#waiting.keys()].sort((a, b) => a - b);
    for (const waiting of numbers) {
      if (waiting > number) return;
      const item = this.#waiting.get(waiting);
      this.#waiting.delete(waiting);
      if (waiting === number || item === undefined) continue;
      this.#last = waiting;
      this.#play(item);
    }
  }
}
