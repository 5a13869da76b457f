import type { TimedEvent } from '@roomtone/protocol';
import { meta, signatureOfMetre } from './meta.ts';

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

/** A change of tempo or metre. */
export interface TempoStep {
  /** On the events' clock. */
  readonly timeUs: number;
  readonly usPerQuarter: number;
  /** Beats as the metronome counts them: two in 6/8. */
  readonly beatsPerBar: number;
  /** Quarter notes to a beat: 1.5 in 6/8, 2 in 2/2. Default 1. */
  readonly quartersPerBeat?: number;
}

/** A place in a piece with a name. */
export interface Marker {
  /** On the events' clock. */
  readonly timeUs: number;
  readonly text: string;
}

export interface FileExtras {
  /** In order of time. */
  readonly markers?: readonly Marker[];
  /** Where all tracks end, on the events' clock; by default each with its last event. */
  readonly endUs?: number;
}

/**
 * For recordings: 120 beats per minute with a tick of exactly 16 µs. A finer one would need more than the 15 bits
 * that the format has for ticks per quarter note.
 */
export const recordingTime: TimeBase = { usPerQuarter: 500_000, ticksPerQuarter: 31_250 };

/** The longest time between two events that the format can hold, in ticks. */
const longestDelta = 0x0fff_ffff;

/** An event without its time: a channel voice message or a whole meta event. */
interface FileEvent {
  readonly tick: number;
  readonly bytes: Uint8Array;
}

/**
 * Makes a Standard MIDI File of format 1: a first track with the tempo map and the markers, then the given tracks.
 * @param startUs the file's beginning on the events' clock.
 * @param tempos changes of tempo in order of time; the last one up to `startUs` holds from the beginning.
 */
export function writeMidiFile(
  tracks: readonly TrackToWrite[],
  startUs: number,
  time: TimeBase,
  tempos: readonly TempoStep[] = [],
  { markers = [], endUs }: FileExtras = {},
): Uint8Array {
  const segments = segmentsOf(startUs, time, tempos);
  const endTick = endUs === undefined ? 0 : tickAt(segments, endUs);
  const first = [
    ...segments.flatMap((segment, index) => tempoEvents(segment, segments[index - 1])),
    ...markers.map(({ timeUs, text }) => metaEvent(tickAt(segments, timeUs), meta.marker, utf8(text))),
  ];
  const chunks = [
    // The sort is stable: tempo comes before a marker.
    trackChunk(
      first.toSorted((a, b) => a.tick - b.tick),
      endTick,
    ),
    ...tracks.map((track) => {
      const timed = track.events.map(({ timeUs, data }) => ({ tick: tickAt(segments, timeUs), bytes: data }));
      return trackChunk([...headOf(track), ...timed], endTick);
    }),
  ];
  const file = new ByteWriter();
  file.ascii('MThd').uint32(6).uint16(1).uint16(chunks.length).uint16(time.ticksPerQuarter);
  for (const chunk of chunks) file.ascii('MTrk').uint32(chunk.length).bytes(chunk);
  return file.written();
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
  const segment = segments.findLast((each) => each.timeUs <= timeUs) ?? segments[0];
  if (segment === undefined) return 0;
  return Math.max(0, Math.round(segment.tick + (timeUs - segment.timeUs) * segment.ticksPerUs));
}

function tempoEvents(segment: Segment, before: Segment | undefined): FileEvent[] {
  const { tick, beatsPerBar, quartersPerBeat = 1 } = segment;
  const usPerQuarter = Math.round(segment.usPerQuarter);
  const events = [
    metaEvent(tick, meta.setTempo, [usPerQuarter >> 16, (usPerQuarter >> 8) & 0xff, usPerQuarter & 0xff]),
  ];
  // The default time signature is 4/4.
  if (beatsPerBar !== (before?.beatsPerBar ?? 4) || quartersPerBeat !== (before?.quartersPerBeat ?? 1)) {
    const { beats, unit } = signatureOfMetre({ beatsPerBar, quartersPerBeat });
    const clocksPerClick = Math.round(quartersPerBeat * 24);
    events.push(metaEvent(tick, meta.timeSignature, [beats, Math.log2(unit), clocksPerClick, 8]));
  }
  return events;
}

function headOf({ name, instrument = '', port = 0 }: TrackToWrite): FileEvent[] {
  const head = [metaEvent(0, meta.trackName, utf8(name))];
  if (instrument !== '') head.push(metaEvent(0, meta.instrumentName, utf8(instrument)));
  if (port > 0) head.push(metaEvent(0, meta.port, [port]));
  return head;
}

/** Empty text events bridge pauses that are too long for one step: over an hour in recordings. */
function trackChunk(events: readonly FileEvent[], endTick: number): Uint8Array {
  const chunk = new ByteWriter();
  let at = 0;
  const last = Math.max(endTick, events.at(-1)?.tick ?? 0);
  for (const { tick, bytes } of [...events, metaEvent(last, meta.endOfTrack, [])]) {
    for (; tick - at > longestDelta; at += longestDelta) {
      chunk.variable(longestDelta).bytes(metaEvent(at, meta.text, []).bytes);
    }
    chunk.variable(tick - at).bytes(bytes);
    at = tick;
  }
  return chunk.written();
}

function metaEvent(tick: number, type: number, payload: ArrayLike<number>): FileEvent {
  const event = new ByteWriter();
  event.bytes([0xff, type]).variable(payload.length).bytes(payload);
  return { tick, bytes: event.written() };
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Grows as it is written. */
class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  bytes(added: ArrayLike<number>): this {
    const length = this.#length + added.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(added, this.#length);
    this.#length = length;
    return this;
  }

  ascii(text: string): this {
    return this.bytes([...text].map((letter) => letter.charCodeAt(0)));
  }

  uint16(value: number): this {
    return this.bytes([value >> 8, value & 0xff]);
  }

  uint32(value: number): this {
    return this.uint16(value >>> 16).uint16(value & 0xffff);
  }

  /** A number in seven bits to a byte, the last one without its top bit. */
  variable(value: number): this {
    const bytes = [value & 0x7f];
    for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
    return this.bytes(bytes);
  }

  written(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
