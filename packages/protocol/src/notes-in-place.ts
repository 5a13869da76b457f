import type { MidiMessage } from './gen/messages.ts';
import { eventsIssue, forEachEvent } from './midi-events.ts';

const nothing = new Uint8Array(0);

/**
 * Notes as they came in, still in the frame that brought them. What the note path does with them happens there: even to
 * point at a part of the frame by an array of its own takes longer than to check it.
 */
export class NotesInPlace implements MidiMessage {
  startTime = 0;
  readonly offsets: number[] = [];
  #frame: Uint8Array = nothing;
  /** Where in the frame the raw MIDI is; where that ends, the notes end, too. */
  #dataBegin = 0;
  #end = 0;

  /** Turns to the notes of another frame; `offsets` are the caller's to fill. */
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

  /** Bytes from the frame's beginning on that say no more than the notes. */
  get length(): number {
    return this.#end;
  }

  /** What is wrong with the notes, if anything. */
  issue(): string | undefined {
    return eventsIssue(this.offsets, this.#frame, this.#dataBegin, this.#end);
  }

  forEachEvent(each: (status: number, first: number, second: number) => void): void {
    forEachEvent(this.#frame, each, this.#dataBegin, this.#end);
  }

  /** Copies the frame as far as it says no more than the notes. */
  copyInto(bytes: Uint8Array, start: number): void {
    const frame = this.#frame;
    const end = this.#end;
    // For so few bytes quicker than set().
    for (let index = 0; index < end; index++) bytes[start + index] = frame[index] ?? 0;
  }
}
