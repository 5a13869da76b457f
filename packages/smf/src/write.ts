import type { TimedEvent } from '@roomtone/protocol';
import { BasicMIDI, MIDIMessage, MIDITrack } from 'spessasynth_core';

/** One player's track. */
export interface TrackToWrite {
  readonly name: string;
  /** The name of the instrument; undefined if it has none. */
  readonly instrument?: string;
  /** The port whose sixteen channels the track uses, from 0; tracks on one port share them. Default 0. */
  readonly port?: number;
  /** Channel voice messages in order of time. */
  readonly events: readonly TimedEvent[];
}

/** A file's unit of time. */
export interface TimeBase {
  readonly usPerQuarter: number;
  /** At most 32,767. */
  readonly ticksPerQuarter: number;
}

/** A change of tempo. */
export interface TempoStep {
  /** On the events' clock. */
  readonly timeUs: number;
  readonly usPerQuarter: number;
  /** Quarter notes per bar. */
  readonly beatsPerBar: number;
}

/**
 * For recordings: 120 beats per minute with a tick of exactly 16 µs. A finer one would need more than the 15 bits
 * that the format has for ticks per quarter note.
 */
export const recordingTime: TimeBase = { usPerQuarter: 500_000, ticksPerQuarter: 31_250 };

const meta = {
  text: 0x01,
  trackName: 0x03,
  instrumentName: 0x04,
  port: 0x21,
  endOfTrack: 0x2f,
  setTempo: 0x51,
  timeSignature: 0x58,
} as const;
/** The longest time between two events that the format can hold, in ticks. */
const longestDelta = 0x0fff_ffff;
/** MIDI clocks per click and 32nd notes per quarter note, as in nearly every file. */
const defaultClocks = [24, 8] as const;

/**
 * Makes a Standard MIDI File of format 1: a first track with the tempo map, then the given tracks.
 * @param startUs the file's beginning on the events' clock.
 * @param tempos changes of tempo in order of time; the last one up to `startUs` holds from the beginning.
 */
export function writeMidiFile(
  tracks: readonly TrackToWrite[],
  startUs: number,
  time: TimeBase,
  tempos: readonly TempoStep[] = [],
): Uint8Array {
  const file = new BasicMIDI();
  file.format = 1;
  file.timeDivision = time.ticksPerQuarter;
  const segments = segmentsOf(startUs, time, tempos);
  file.tracks = [
    trackOf([...segments.flatMap((stretch, index) => tempoMessages(stretch, segments[index - 1]))]),
    ...tracks.map((track) => {
      const timed = track.events.map(({ timeUs, data }) =>
        message(tickAt(segments, timeUs), data[0] ?? 0, data.subarray(1)),
      );
      return trackOf([...headOf(track), ...bridged(timed)]);
    }),
  ];
  return new Uint8Array(file.writeMIDI());
}

interface Segment extends TempoStep {
  readonly tick: number;
  readonly ticksPerUs: number;
}

function segmentsOf(startUs: number, time: TimeBase, tempos: readonly TempoStep[]): Segment[] {
  const first = { timeUs: startUs, usPerQuarter: time.usPerQuarter, beatsPerBar: 4 };
  const segments: Segment[] = [{ ...first, tick: 0, ticksPerUs: time.ticksPerQuarter / time.usPerQuarter }];
  for (const tempo of tempos) {
    const tick = tickAt(segments, tempo.timeUs);
    if (segments.at(-1)?.tick === tick) segments.pop();
    const timeUs = Math.max(startUs, tempo.timeUs);
    segments.push({ ...tempo, timeUs, tick, ticksPerUs: time.ticksPerQuarter / tempo.usPerQuarter });
  }
  return segments;
}

function tickAt(segments: readonly Segment[], timeUs: number): number {
  const stretch = segments.findLast((each) => each.timeUs <= timeUs) ?? segments[0];
  if (stretch === undefined) return 0;
  return Math.max(0, Math.round(stretch.tick + (timeUs - stretch.timeUs) * stretch.ticksPerUs));
}

function tempoMessages({ tick, usPerQuarter, beatsPerBar }: Segment, before: Segment | undefined): MIDIMessage[] {
  const tempo = [usPerQuarter >> 16, (usPerQuarter >> 8) & 0xff, usPerQuarter & 0xff];
  const messages = [message(tick, meta.setTempo, tempo)];
  // The default time signature is 4/4.
  if (beatsPerBar !== (before?.beatsPerBar ?? 4)) {
    messages.push(message(tick, meta.timeSignature, [beatsPerBar, 2, ...defaultClocks]));
  }
  return messages;
}

function headOf({ name, instrument = '', port = 0 }: TrackToWrite): MIDIMessage[] {
  const head = [message(0, meta.trackName, utf8(name))];
  if (instrument !== '') head.push(message(0, meta.instrumentName, utf8(instrument)));
  if (port > 0) head.push(message(0, meta.port, [port]));
  return head;
}

/** Inserts empty text events into pauses that are too long for one step: over an hour in recordings. */
function* bridged(events: readonly MIDIMessage[]): Iterable<MIDIMessage> {
  let tick = 0;
  for (const event of events) {
    for (; event.ticks - tick > longestDelta; tick += longestDelta) yield message(tick + longestDelta, meta.text, []);
    tick = event.ticks;
    yield event;
  }
}

function trackOf(messages: readonly MIDIMessage[]): MIDITrack {
  const track = new MIDITrack();
  for (const item of messages) track.pushEvent(item);
  track.pushEvent(message(messages.at(-1)?.ticks ?? 0, meta.endOfTrack, []));
  return track;
}

function message(tick: number, status: number, data: Iterable<number>): MIDIMessage {
  // The library's type lists only the status bytes it names; those of channel voice messages include a channel.
  return new MIDIMessage(tick, status as MIDIMessage['statusByte'], Uint8Array.from(data));
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
