import { forEachEvent, isNoteOff, isNoteOn } from '@roomtone/protocol';
import type { LyricLine, MidiTrack, TempoStep } from '@roomtone/smf';
import { drumChannel } from '../../../contract/instruments.ts';

export interface ScoreEvent {
  /** From the start of the score, in µs at its own tempo. */
  readonly timeUs: number;
  /** Index in the score's tracks. */
  readonly track: number;
  /** Raw MIDI. */
  readonly data: Uint8Array;
}

/** The hand that plays a note, as far as a file says. */
export type Hand = 'right' | 'left';

/** A note of the score, to be drawn. Times as those of events. */
export interface ScoreNote {
  readonly track: number;
  readonly key: number;
  readonly startUs: number;
  readonly endUs: number;
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
  /** Where tempo or bar length change, sorted by time; empty for a recording. */
  readonly tempos: readonly TempoStep[];
  /** The lines of the song in order of time; empty without lyrics. */
  readonly lyrics: readonly LyricLine[];
  /** The hand of a note; undefined for what others play. */
  readonly handOf: (track: number, key: number) => Hand | undefined;
}

/** A track of a file, or a staff of a sheet. */
export interface PlayedTrack extends Pick<MidiTrack, 'name' | 'events'> {
  /** Which part of a sheet the staff belongs to. */
  readonly part?: number;
}

/** Merges tracks into a score, which starts with the first event. */
export function scoreOf(
  name: string,
  tracks: readonly PlayedTrack[],
  tempos: readonly TempoStep[] = [],
  lyrics: readonly LyricLine[] = [],
): Score {
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
    tempos: tempos.map((step) => ({ ...step, timeUs: step.timeUs - firstUs })),
    lyrics: lyrics.map(({ syllables, startsVerse }) => ({
      startsVerse,
      syllables: syllables.map(({ timeUs, text }) => ({ timeUs: timeUs - firstUs, text })),
    })),
    handOf: handsOf(filled),
  };
}

/** The notes of a score, sorted by their start. */
export function scoreNotes({ events, lengthUs }: Score): ScoreNote[] {
  const notes: ScoreNote[] = [];
  const began = new Map<string, number>();
  for (const { timeUs, track, data } of events) {
    const [status = 0, key = 0, velocity = 0] = data;
    const isOn = isNoteOn(status, velocity);
    if (!isOn && !isNoteOff(status, velocity)) continue;
    const id = `${track} ${status & 0x0f} ${key}`;
    const startUs = began.get(id);
    if (startUs !== undefined) notes.push({ track, key, startUs, endUs: timeUs });
    began.delete(id);
    if (isOn) began.set(id, timeUs);
  }
  for (const [id, startUs] of began) {
    const [track = 0, , key = 0] = id.split(' ').map(Number);
    notes.push({ track, key, startUs, endUs: lengthUs });
  }
  return notes.sort((a, b) => a.startUs - b.startUs);
}

const middleC = 60;

/**
 * The first part of a sheet with several staves is the pianist's, its upper staff for the right hand. In a file, two tracks with notes
 * are the two hands, the higher one the right. Otherwise middle C divides the keys.
 */
function handsOf(tracks: readonly PlayedTrack[]): Score['handOf'] {
  const staves = [...Map.groupBy(tracks.keys(), (index) => tracks[index]?.part).entries()].find(
    ([part, indexes]) => part !== undefined && indexes.length > 1,
  )?.[1];
  if (staves !== undefined) {
    const [right] = staves;
    return (track) => (track === right ? 'right' : staves.includes(track) ? 'left' : undefined);
  }
  const means = tracks.flatMap((track, index) => {
    const mean = meanKey(track);
    return mean === undefined ? [] : [{ index, mean }];
  });
  const [first, second] = means;
  if (means.length !== 2 || first === undefined || second === undefined) {
    return (_track, key) => (key >= middleC ? 'right' : 'left');
  }
  const right = first.mean >= second.mean ? first.index : second.index;
  return (track) => (track === right ? 'right' : 'left');
}

/** Undefined for a track without notes, or with drums only. */
function meanKey({ events }: Pick<MidiTrack, 'events'>): number | undefined {
  const keys = events.flatMap(({ data: [status = 0, key = 0, velocity = 0] }) =>
    isNoteOn(status, velocity) && (status & 0x0f) !== drumChannel ? [key] : [],
  );
  return keys.length === 0 ? undefined : keys.reduce((sum, key) => sum + key, 0) / keys.length;
}

function noteCountOf({ events }: Pick<MidiTrack, 'events'>): number {
  let count = 0;
  for (const { data } of events)
    forEachEvent(data, (status, _key, velocity) => (count += isNoteOn(status, velocity) ? 1 : 0));
  return count;
}
