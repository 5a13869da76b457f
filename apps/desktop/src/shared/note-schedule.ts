import { eventLength } from '@roomtone/protocol';

interface Scheduled {
  readonly participant: number;
  /** In the schedule's unit: µs on the page, frames on the audio thread. */
  readonly at: number;
  readonly status: number;
  readonly first: number;
  readonly second: number;
}

/** Called for each event that is due. `second` is 0 for two-byte events. */
export type Perform = (participant: number, status: number, first: number, second: number, at: number) => void;

/**
 * Events waiting to be due. One participant's events never change their order: an event with an earlier time than its
 * predecessor waits for it (R5.9). The caller chooses the unit of time.
 */
export class NoteSchedule {
  #waiting: Scheduled[] = [];
  readonly #lastAt = new Map<number, number>();

  get size(): number {
    return this.#waiting.length;
  }

  /** When the next event is due; Infinity if nothing waits. */
  get nextAt(): number {
    return this.#waiting[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Splits raw MIDI channel voice messages and keeps each until `atOf(its index)`. */
  add(participant: number, data: Uint8Array, atOf: (index: number) => number): void {
    let position = 0;
    for (let index = 0; position < data.length; index++) {
      const status = data[position] ?? 0;
      const length = eventLength(status);
      if (length === 0) return;
      const at = Math.max(atOf(index), this.#lastAt.get(participant) ?? Number.NEGATIVE_INFINITY);
      this.#lastAt.set(participant, at);
      const second = length === 3 ? (data[position + 2] ?? 0) : 0;
      this.#insert({ participant, at, status, first: data[position + 1] ?? 0, second });
      position += length;
    }
  }

  /** Performs and removes, in order, what is due before `now`. */
  takeBefore(now: number, perform: Perform): void {
    let due = 0;
    while (due < this.#waiting.length) {
      const event = this.#waiting[due];
      if (event === undefined || event.at >= now) break;
      perform(event.participant, event.status, event.first, event.second, event.at);
      due++;
    }
    if (due > 0) this.#waiting.splice(0, due);
  }

  /** Drops the waiting events of a participant, or all of them. */
  drop(participant?: number): void {
    if (participant === undefined) {
      this.#waiting = [];
      this.#lastAt.clear();
      return;
    }
    this.#waiting = this.#waiting.filter((event) => event.participant !== participant);
    this.#lastAt.delete(participant);
  }

  /** Drops the waiting events of a participant that are due at `from` or later; the next ones may be due from then on. */
  dropFrom(participant: number, from: number): void {
    this.#waiting = this.#waiting.filter((event) => event.participant !== participant || event.at < from);
    this.#lastAt.delete(participant);
  }

  #insert(event: Scheduled): void {
    // Nearly every event belongs at the end or close to it.
    let index = this.#waiting.length;
    while (index > 0 && (this.#waiting[index - 1]?.at ?? 0) > event.at) index--;
    this.#waiting.splice(index, 0, event);
  }
}
