import { eventLength, isNoteOff, isNoteOn, midiStatus, type TimedEvent } from '@roomtone/protocol';
import { type Metre, meta, metreOf, signatureOf, tempoOf } from './meta.ts';
import type { MidiRepair } from './midi-file-error.ts';
import { PortChannels } from './ports.ts';
import { TempoMap } from './tempo-map.ts';
import { type TextEncoding, textReaderFor } from './text.ts';
import { type EventVisitor, walkFile } from './walk.ts';
import type { TempoStep } from './write.ts';

/** One track of a file: its names and its events. */
export interface MidiTrack {
  /** "" if it has none. */
  readonly name: string;
  /** "" if it has none. */
  readonly instrument: string;
  /** Channel voice messages only; µs from the file's beginning. */
  readonly events: readonly TimedEvent[];
}

/** The part of a Standard MIDI File that can be played into a room. */
export interface MidiFile {
  readonly tracks: readonly MidiTrack[];
  /** The events of all tracks in playing order: by time, and at the same time by track. */
  readonly events: readonly TimedEvent[];
  /** Where tempo or metre change, sorted by time; the first one is at 0, by default 120 quarters a minute in 4/4. */
  readonly tempos: readonly TempoStep[];
  /** How a damaged file was mended; empty for a sound one. */
  readonly repairs: readonly MidiRepair[];
}

/**
 * Reads a Standard MIDI File: every channel voice message with its time from the tempo map. They keep their bytes, but in a file
 * for several ports each port's channels become channels of their own.
 * @param encoding of its texts; by default UTF-8 if all of them are valid as such, otherwise Windows-1252.
 * @throws {MidiFileError} if the bytes are not such a file, or too many.
 */
export function readMidiFile(bytes: Uint8Array, encoding?: TextEncoding): MidiFile {
  const seen = new SeenEvents();
  const { division, trackCount, repairs } = walkFile(bytes, seen);
  const { tempos, metres, names } = seen;
  const tempoMap = new TempoMap(division, tempos);
  const read = textReaderFor(
    names.map(({ bytes: text }) => text),
    encoding,
  );
  const nameOf = (track: number, type: number) => {
    const found = names.find((name) => name.track === track && name.type === type);
    return found === undefined ? '' : read(found.bytes);
  };
  const tracks = Array.from({ length: trackCount }, (_, track) => ({
    name: nameOf(track, meta.trackName),
    instrument: nameOf(track, meta.instrumentName),
    events: [] as TimedEvent[],
  }));
  const channels = seen.channels();
  const events: TimedEvent[] = [];
  // The sort is stable: tracks stay in the file's order, and each track's events in their own.
  for (const { tick, track, port, data } of seen.events.sort((a, b) => a.tick - b.tick)) {
    if (channels !== undefined) data[0] = ((data[0] ?? 0) & 0xf0) | channels.channelOf(port, (data[0] ?? 0) & 0x0f);
    const timed = { timeUs: Math.round(tempoMap.timeUs(tick)), data };
    tracks[track]?.events.push(timed);
    events.push(timed);
  }
  return {
    tracks,
    events,
    tempos: tempoSteps(tempos, metres, tempoMap),
    repairs: [...repairs, ...(seen.hasEmptyTempo ? ['tempo' as const] : [])],
  };
}

interface SeenEvent {
  readonly tick: number;
  readonly track: number;
  readonly port: number;
  readonly data: Uint8Array;
}

interface SeenName {
  readonly track: number;
  readonly type: number;
  readonly bytes: Uint8Array;
}

class SeenEvents implements EventVisitor {
  readonly events: SeenEvent[] = [];
  readonly tempos: { readonly tick: number; readonly usPerQuarter: number }[] = [];
  readonly metres: ({ readonly tick: number } & Metre)[] = [];
  /** The first of each track. */
  readonly names: SeenName[] = [];
  hasEmptyTempo = false;
  readonly #programs = new Map<number, number | undefined>();
  readonly #ports = new Set<number>();
  readonly #named = new Set<number>();
  /** Notes of the current track that have not ended, by status and key. */
  readonly #open = new Map<number, number>();
  #port = 0;

  voice(track: number, tick: number, status: number, first: number, second: number): void {
    const data = eventLength(status) > 2 ? Uint8Array.of(status, first, second) : Uint8Array.of(status, first);
    this.events.push({ tick, track, port: this.#port, data });
    this.#ports.add(this.#port);
    const place = this.#port * 16 + (status & 0x0f);
    const program = this.#programs.get(place);
    if ((status & 0xf0) === midiStatus.programChange) this.#programs.set(place, program ?? first);
    else if (!this.#programs.has(place)) this.#programs.set(place, undefined);
    const note = ((status & 0x0f) << 7) | first;
    if (isNoteOn(status, second)) this.#open.set(note, this.#port);
    else if (isNoteOff(status, second)) this.#open.delete(note);
  }

  meta(track: number, tick: number, type: number, payload: Uint8Array): void {
    if (type === meta.setTempo) {
      const usPerQuarter = tempoOf(payload);
      if (usPerQuarter !== undefined) this.tempos.push({ tick, usPerQuarter });
      else this.hasEmptyTempo ||= payload.length === 3;
    } else if (type === meta.timeSignature) {
      const signature = signatureOf(payload);
      if (signature !== undefined) this.metres.push({ tick, ...metreOf(signature) });
    } else if (type === meta.port) this.#port = payload[0] ?? 0;
    else if (type === meta.trackName || type === meta.instrumentName) {
      // Types are below 16.
      const id = track * 16 + type;
      if (this.#named.has(id)) return;
      this.#named.add(id);
      this.names.push({ track, type, bytes: payload });
    }
  }

  trackEnd(track: number, tick: number, isCut: boolean): void {
    if (isCut) {
      for (const [note, port] of this.#open) {
        const data = Uint8Array.of(midiStatus.noteOff | (note >> 7), note & 0x7f, 64);
        this.events.push({ tick, track, port, data });
      }
    }
    this.#open.clear();
    this.#port = 0;
  }

  /** Undefined if all tracks play on one port. */
  channels(): PortChannels | undefined {
    return this.#ports.size > 1 ? new PortChannels(this.#programs) : undefined;
  }
}

/** One step for each tick at which something changes. */
function tempoSteps(tempos: SeenEvents['tempos'], metres: SeenEvents['metres'], tempoMap: TempoMap): TempoStep[] {
  let last: TempoStep = { timeUs: 0, usPerQuarter: 500_000, beatsPerBar: 4, quartersPerBeat: 1 };
  const steps = new Map([[0, last]]);
  for (const { tick, ...change } of [...tempos, ...metres].sort((a, b) => a.tick - b.tick)) {
    last = { ...last, ...change, timeUs: Math.round(tempoMap.timeUs(tick)) };
    steps.set(tick, last);
  }
  return [...steps.values()];
}
