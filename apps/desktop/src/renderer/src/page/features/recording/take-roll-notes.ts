import { forEachEvent, isNoteOff, isNoteOn } from '@roomtone/protocol';
import type { TakeTracks } from './take-tracks.ts';

/** A note of a take. Times are parts of the whole take, 0 to 1. */
export interface RollNote {
  /** The index of the player's track. */
  readonly track: number;
  readonly key: number;
  readonly start: number;
  readonly end: number;
}

/** The notes of a take, in the order in which they end. Of very long takes only the first notes. */
export function rollNotesOf({ startUs, tracks }: TakeTracks, most = 4_000): RollNote[] {
  const endUs = Math.max(startUs + 1, ...tracks.map(({ events }) => events.at(-1)?.timeUs ?? startUs));
  const part = (timeUs: number) => (timeUs - startUs) / (endUs - startUs);
  const notes: RollNote[] = [];
  for (const [track, { events }] of tracks.entries()) {
    const began = new Map<number, number>();
    for (const { timeUs, data } of events) {
      forEachEvent(data, (status, key, velocity) => {
        const start = began.get(key);
        if (isNoteOn(status, velocity) || isNoteOff(status, velocity)) {
          if (start !== undefined && notes.length < most)
            notes.push({ track, key, start: part(start), end: part(timeUs) });
          began.delete(key);
        }
        if (isNoteOn(status, velocity)) began.set(key, timeUs);
      });
    }
  }
  return notes;
}
