import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import type { Clock } from '../../../ports/clock.ts';

const { atOnce, ofOne, arrivalMs } = serviceLimits.uploads;

/** Bounds the uploads that arrive at the same time, because what has arrived of each is in memory (S14.9). */
export class UploadSlots {
  readonly #clock: Pick<Clock, 'nowMs'>;
  /** How many uploads are arriving, by whom they count for. */
  readonly #counts = new Map<string, number>();
  #arriving = 0;

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  /**
   * Reserves a slot, before anything is read of an upload.
   * @param owners whom the upload counts for, such as its user and its address block.
   * @returns gives the slot back; call it once.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED with `limit` and `reset`.
   */
  take(owners: readonly string[]): () => void {
    if (this.#arriving >= atOnce) throw this.#refusal(atOnce);
    if (owners.some((owner) => this.#countOf(owner) >= ofOne)) throw this.#refusal(ofOne);
    this.#add(owners, 1);
    return () => this.#add(owners, -1);
  }

  #countOf(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  #add(owners: readonly string[], change: 1 | -1): void {
    this.#arriving += change;
    for (const owner of owners) {
      const count = this.#countOf(owner) + change;
      if (count === 0) this.#counts.delete(owner);
      else this.#counts.set(owner, count);
    }
  }

  #refusal(limit: number): RoomtoneError {
    const details = { limit, reset: Math.ceil((this.#clock.nowMs() + arrivalMs) / 1000) };
    return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many pictures are arriving. Try again in a moment.', details);
  }
}
