import { serviceLimits } from '@roomtone/protocol';
import { SlidingWindow } from '@roomtone/room';

/** Counts the undecodable and VALIDATION_ERROR frames of one connection (room rules R8.7). */
export class BadFrames {
  readonly #window = new SlidingWindow(serviceLimits.badFrames);

  /** Counts one. Returns true if the connection has sent too many and must be closed with 4400. */
  add(nowMs: number): boolean {
    this.#window.add(nowMs);
    return this.#window.isFull(nowMs);
  }
}
