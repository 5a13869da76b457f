import { eventLength, type TimedEvent } from '@roomtone/protocol';
import { BasicMIDI, type MIDIMessage } from 'spessasynth_core';
import { soundChunks } from './chunks.ts';
import { TempoMap } from './tempo-map.ts';
import { type TextReader, textReaderFor } from './text.ts';
import type { TempoStep } from './write.ts';

/** One track of a file: its names and its events. */
export interface MidiTrack {
  /** "" if it has none. */
  readonly name: string;
  /** "" if it has none. */
  readonly instrument: string;
  /** Channel voice messages only, as in the file; µs from the file's beginning. */
  readonly events: readonly TimedEvent[];
}

/** The part of a Standard MIDI File that can be played into a room. */
export interface MidiFile {
  readonly tracks: readonly MidiTrack[];
  /** The events of all tracks in playing order: by time, and at the same time by track. */
  readonly events: readonly TimedEvent[];
  /** Where tempo or bar length change, sorted by time; before the first it is 120 beats per minute in bars of four. */
  readonly tempos: readonly TempoStep[];
}

const meta = { trackName: 0x03, instrumentName: 0x04, setTempo: 0x51, timeSignature: 0x58 } as const;

/**
 * Reads a Standard MIDI File: every channel voice message, unchanged, with its time from the tempo map.
 * @throws {MidiFileError} if the bytes are not such a file, or a damaged one.
 */
export function readMidiFile(bytes: Uint8Array): MidiFile {
  const file = BasicMIDI.fromArrayBuffer(soundChunks(bytes).buffer);
  const all = file.tracks.flatMap((track, index) => track.events.map((event) => ({ event, index })));
  const tempoMap = new TempoMap(
    file.timeDivision,
    all.filter(({ event }) => isTempo(event)).map(({ event }) => ({ tick: event.ticks, usPerQuarter: tempoOf(event) })),
  );
  // The sort is stable: tracks stay in the file's order, and each track's events in their own.
  const played = all
    .filter(({ event }) => isChannelVoice(event))
    .toSorted((a, b) => a.event.ticks - b.event.ticks)
    .map(({ event, index }) => ({ timed: timedEvent(event, tempoMap), index }));
  const isName = ({ statusByte }: MIDIMessage) => statusByte === meta.trackName || statusByte === meta.instrumentName;
  const read = textReaderFor(all.flatMap(({ event }) => (isName(event) ? [event.data] : [])));
  const tracks = file.tracks.map((track) => ({
    name: textOf(track.events, meta.trackName, read),
    instrument: textOf(track.events, meta.instrumentName, read),
    events: [] as TimedEvent[],
  }));
  for (const { timed, index } of played) tracks[index]?.events.push(timed);
  const signatures = all.flatMap(({ event }) => (isTempo(event) || isSignature(event) ? [event] : []));
  return { tracks, events: played.map(({ timed }) => timed), tempos: tempoSteps(signatures, tempoMap) };
}

function timedEvent(event: MIDIMessage, tempoMap: TempoMap): TimedEvent {
  const data = Uint8Array.of(event.statusByte, ...event.data);
  return { timeUs: Math.round(tempoMap.timeUs(event.ticks)), data };
}

// The library gives meta events their type, which is below 0x80, so they differ from channel voice messages.
function isChannelVoice(event: MIDIMessage): boolean {
  return eventLength(event.statusByte) > 0;
}

function isTempo(event: MIDIMessage): boolean {
  return event.statusByte === meta.setTempo && event.data.length === 3;
}

function isSignature(event: MIDIMessage): boolean {
  return event.statusByte === meta.timeSignature && event.data.length >= 2;
}

/** One step for each tick at which something changes. */
function tempoSteps(events: readonly MIDIMessage[], tempoMap: TempoMap): TempoStep[] {
  const steps = new Map<number, TempoStep>();
  let [usPerQuarter, beatsPerBar] = [500_000, 4];
  for (const event of events.toSorted((a, b) => a.ticks - b.ticks)) {
    if (isTempo(event)) usPerQuarter = Math.max(1, tempoOf(event));
    else beatsPerBar = Math.max(1, event.data[0] ?? 4);
    steps.set(event.ticks, { timeUs: Math.round(tempoMap.timeUs(event.ticks)), usPerQuarter, beatsPerBar });
  }
  return [...steps.values()];
}

function tempoOf({ data: [high = 0, middle = 0, low = 0] }: MIDIMessage): number {
  return (high << 16) | (middle << 8) | low;
}

function textOf(events: Iterable<MIDIMessage>, kind: number, read: TextReader): string {
  for (const event of events) {
    if (event.statusByte === kind) return read(event.data);
  }
  return '';
}
