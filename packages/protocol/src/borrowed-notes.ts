/**
 * Notes that share a frame's memory, valid until the next frame is read. A MidiMessage may be lent as BorrowedNotes, but not
 * the other way round: whatever is kept has to be copied.
 */
export interface BorrowedNotes {
  /** As in MidiMessage. */
  readonly startTime: number;
  readonly offsets: readonly number[];
  readonly data: Uint8Array;
}
