import type { BorrowedNotes } from './borrowed-notes.ts';
import { eventsIssue, forEachEvent } from './midi-events.ts';

const nothing = new Uint8Array(0);

/**
 * Notes as received, still in their frame. The note path works on them in place: even creating a subarray for a part
 * of the frame takes longer than checking it.
 */
export class NotesInPlace implements BorrowedNotes {
  startTime = 0;
  readonly offsets: number[] = [];
  #frame: Uint8Array = nothing;
  /** Where the raw MIDI begins in the frame; the notes end where the MIDI ends. */
  #dataBegin = 0;
  #end = 0;

  /** Points to the notes of another frame; the caller fills in `offsets`. */
  pointTo(frame: Uint8Array, startTime: number, dataBegin: number, end: number): void {
    this.#frame = frame;
    this.startTime = startTime;
    this.#dataBegin = dataBegin;
    this.#end = end;
  }

  /** The raw MIDI; it shares the frame's memory. */
  get data(): Uint8Array {
    return this.#frame.subarray(this.#dataBegin, this.#end);
  }

  /** Length of the frame's beginning that holds nothing but the notes, in bytes. */
  get length(): number {
    return this.#end;
  }

  /** Returns what is wrong with the notes, or undefined. */
  issue(): string | undefined {
    return eventsIssue(this.offsets, this.#frame, this.#dataBegin, this.#end);
  }

  forEachEvent(each: (status: number, first: number, second: number) => void): void {
    forEachEvent(this.#frame, each, this.#dataBegin, this.#end);
  }

  /** Copies the frame's beginning, as far as it holds nothing but the notes. */
  copyInto(bytes: Uint8Array, start: number): void {
    const frame = this.#frame;
    const end = this.#end;
    // Faster than set() for so few bytes.
    for (let index = 0; index < end; index++) bytes[start + index] = frame[index] ?? 0;
  }
}
