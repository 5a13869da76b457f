import { eventLength } from '@roomtone/protocol';

/** What a file may have at most: a small file can have so much that reading it would take minutes and all memory. */
const most = { tracks: 1_024, events: 250_000 };

/** The file is not a Standard MIDI File, or it is damaged or too large; the message says how. */
export class MidiFileError extends Error {
  /** excessive: it has more than a file may have. */
  readonly kind: 'not-midi' | 'damaged' | 'excessive';

  constructor(kind: MidiFileError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Is told the events of a file, track by track in the file's order. Ticks count from the track's beginning. */
export interface EventVisitor {
  /** A channel voice message; `second` is 0 if it has one data byte. */
  voice(track: number, tick: number, status: number, first: number, second: number): void;
  meta(track: number, tick: number, type: number, payload: Uint8Array): void;
  /** Called after the last event of a track. */
  trackEnd(track: number, tick: number): void;
}

/**
 * The header and the tracks of a Standard MIDI File: other chunks and anything after the last track are left out, as
 * the format requires of readers. All lengths have been checked, so that a parser that trusts them cannot read
 * astray.
 * @throws {MidiFileError}
 */
export function soundChunks(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(visitEvents(bytes));
}

/**
 * Checks a file as it is read once, and tells the visitor each event before the first damage.
 * @returns the header and the tracks.
 * @throws {MidiFileError}
 */
export function visitEvents(bytes: Uint8Array, visitor?: EventVisitor): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 14 || tagAt(bytes, 0) !== 'MThd')
    throw new MidiFileError('not-midi', 'This is not a Standard MIDI File.');
  const parts = [headerWithoutExtras(bytes)];
  const trackCount = view.getUint16(10);
  if (trackCount > most.tracks) throw tooLarge(`${most.tracks} tracks`);
  if (trackCount === 0) throw damaged('it has no tracks');
  // Ticks per quarter note, or per frame in the lower byte.
  const division = view.getUint16(12);
  if ((division >= 0x8000 ? division & 0xff : division) === 0) throw damaged('its ticks have no length');
  let position = 8 + view.getUint32(4);
  let events = 0;
  while (parts.length <= trackCount) {
    const end = position + 8 > bytes.length ? Number.POSITIVE_INFINITY : position + 8 + view.getUint32(position + 4);
    if (end > bytes.length) throw damaged(`it has ${parts.length - 1} whole tracks of ${trackCount}`);
    if (tagAt(bytes, position) === 'MTrk') {
      events += checkTrack(bytes.subarray(position + 8, end), parts.length, most.events - events, visitor);
      parts.push(bytes.subarray(position, end));
    }
    position = end;
  }
  return parts;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    all.set(part, position);
    position += part.length;
  }
  return all;
}

/** A later version of the format may have a longer header; only six bytes are defined. */
function headerWithoutExtras(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes.subarray(0, 4), 0, 0, 0, 6, ...bytes.subarray(8, 14)]);
}

/** Returns the number of the track's events. */
function checkTrack(track: Uint8Array, number: number, mostEvents: number, visitor?: EventVisitor): number {
  const bytes = new TrackBytes(track, number);
  let tick = 0;
  let events = 0;
  let running = 0;
  while (!bytes.isAtEnd) {
    if (++events > mostEvents) throw tooLarge(`${most.events} events`);
    tick += bytes.variableLength();
    const status = bytes.status(running);
    const length = eventLength(status);
    if (length > 0) {
      running = status;
      const first = bytes.data();
      const second = length > 2 ? bytes.data() : 0;
      visitor?.voice(number - 1, tick, status, first, second);
    } else if (status === 0xff) {
      const type = bytes.metaType();
      const payload = bytes.payload();
      visitor?.meta(number - 1, tick, type, payload);
    } else if (status === 0xf0 || status === 0xf7) bytes.payload();
    else throw damaged(`track ${number} has a byte where an event should begin`);
  }
  visitor?.trackEnd(number - 1, tick);
  return events;
}

/** Reads a track; every method throws a MidiFileError where the track is damaged. */
class TrackBytes {
  readonly #track: Uint8Array;
  readonly #number: number;
  #position = 0;

  constructor(track: Uint8Array, number: number) {
    this.#track = track;
    this.#number = number;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#track.length;
  }

  variableLength(): number {
    let value = 0;
    for (let count = 1; ; count++) {
      const byte = this.#next();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
      if (count === 4) throw damaged(`track ${this.#number} has a number of more than four bytes`);
    }
  }

  /** @param running the status of the last event, which holds if the next byte is none. */
  status(running: number): number {
    const status = this.#next();
    if (status >= 0x80) return status;
    this.#position--;
    return running;
  }

  data(): number {
    const byte = this.#next();
    if (byte > 0x7f) throw damaged(`track ${this.#number} has an event with an invalid byte`);
    return byte;
  }

  metaType(): number {
    const type = this.#next();
    if (type > 0x7f) throw damaged(`track ${this.#number} has a meta event with an invalid type`);
    return type;
  }

  payload(): Uint8Array {
    const length = this.variableLength();
    const begin = this.#position;
    this.#position += length;
    if (this.#position > this.#track.length) throw this.#endsWithin();
    return this.#track.subarray(begin, this.#position);
  }

  #next(): number {
    const byte = this.#track[this.#position++];
    if (byte === undefined) throw this.#endsWithin();
    return byte;
  }

  #endsWithin(): MidiFileError {
    return damaged(`track ${this.#number} ends within an event`);
  }
}

function tagAt(bytes: Uint8Array, position: number): string {
  return String.fromCharCode(...bytes.subarray(position, position + 4));
}

function damaged(how: string): MidiFileError {
  return new MidiFileError('damaged', `This MIDI file is damaged: ${how}.`);
}

function tooLarge(limit: string): MidiFileError {
  return new MidiFileError('excessive', `This MIDI file is too large: it has more than ${limit}.`);
}
