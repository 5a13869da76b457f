import { forEachEvent, isNoteOn } from '@roomtone/protocol';
import type { MidiTrack } from '@roomtone/smf';

/** One event of a piece. */
export interface ScoreEvent {
  /** From the piece's beginning, µs at its own tempo. */
  readonly timeUs: number;
  /** Which of the piece's tracks it belongs to. */
  readonly track: number;
  /** Raw MIDI. */
  readonly data: Uint8Array;
}

export interface ScoreTrack {
  /** "" when it has none. */
  readonly name: string;
  readonly noteCount: number;
}

/** A piece to be played. */
export interface Score {
  readonly name: string;
  readonly lengthUs: number;
  /** Those with something in them. */
  readonly tracks: readonly ScoreTrack[];
  /** By time, at the same time by track. */
  readonly events: readonly ScoreEvent[];
}

/** Makes a piece of tracks; it begins with the first event of all. */
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
