import { eventLength, forEachEvent } from '@roomtone/protocol';
import type { NotesEvent } from '../notes/notes-event.ts';

/** One event of a `notes` event. */
export interface SplitNote {
  /** When it was played, service clock µs. */
  readonly timeUs: number;
  /** When it should sound here, service clock µs. */
  readonly playAtUs: number;
  /** Two or three bytes; they share the memory of the notes. */
  readonly data: Uint8Array;
}

/** Splits the notes that a room reports into single events, in the order in which they were played. */
export function splitNotes({
  startTimeUs,
  playAtUs,
  offsets,
  data,
}: Pick<NotesEvent, 'startTimeUs' | 'playAtUs' | 'offsets' | 'data'>): SplitNote[] {
  const events: SplitNote[] = [];
  forEachEvent(data, (status, _first, _second, index, position) => {
    const offset = offsets[index] ?? 0;
    events.push({
      timeUs: startTimeUs + offset,
      playAtUs: playAtUs + offset,
      data: data.subarray(position, position + eventLength(status)),
    });
  });
  return events;
}
