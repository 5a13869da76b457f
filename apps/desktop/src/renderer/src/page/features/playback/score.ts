import { forEachEvent, isNoteOn } from '@roomtone/protocol';
import type { MidiTrack } from '@roomtone/smf';

export interface ScoreEvent {
  /** From the start of the score, in µs at its own tempo. */
  readonly timeUs: number;
  /** Index in the score's tracks. */
  readonly track: number;
  /** Raw MIDI. */
  readonly data: Uint8Array;
}

export interface ScoreTrack {
  /** "" if it has none. */
  readonly name: string;
  readonly noteCount: number;
}

/** The events of a MIDI file, ready to be played. */
export interface Score {
  readonly name: string;
  readonly lengthUs: number;
  /** Tracks that have events. */
  readonly tracks: readonly ScoreTrack[];
  /** Sorted by time, then by track. */
  readonly events: readonly ScoreEvent[];
}

/** Merges tracks into a score, which starts with the first event. */
export function scoreOf(name: string, tracks: readonly Pick<MidiTrack, 'name' | 'events'>[]): Score {
  const filled = tracks.filter(({ events }) => events.length > 0);
  const firstUs = filled.reduce((min, { events }) => Math.min(min, events[0]?.timeUs ?? min), Number.POSITIVE_INFINITY);
  const events = filled
    .flatMap((track, index) =>
      track.events.map(({ timeUs, data }) => ({ timeUs: timeUs - firstUs, track: index, data })),
    )
    .sort((a, b) => a.timeUs - b.timeUs);
  return {
    name,
    lengthUs: events.at(-1)?.timeUs ?? 0,
    tracks: filled.map((track) => ({ name: track.name, noteCount: noteCountOf(track) })),
    events,
  };
}

function noteCountOf({ events }: Pick<MidiTrack, 'events'>): number {
  let count = 0;
  for (const { data } of events)
    forEachEvent(data, (status, _key, velocity) => (count += isNoteOn(status, velocity) ? 1 : 0));
  return count;
}
