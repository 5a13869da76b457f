import { eventLength } from '@roomtone/protocol';

/** What a file may have at most: a small file can have so much that reading it would take minutes and all memory. */
const most = { tracks: 1_024, events: 250_000 };

/** The file is not a Standard MIDI File, or it is damaged or too large; the message says how. */
export class MidiFileError extends Error {}

/**
 * The header and the tracks of a Standard MIDI File: other chunks and anything after the last track are left out, as
 * the format requires of readers. All lengths have been checked, so that a parser that trusts them cannot read
 * astray.
 * @throws {MidiFileError}
 */
export function soundChunks(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 14 || tagAt(bytes, 0) !== 'MThd') throw new MidiFileError('This is not a Standard MIDI File.');
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
      events += checkTrack(bytes.subarray(position + 8, end), parts.length, most.events - events);
      parts.push(bytes.subarray(position, end));
    }
    position = end;
  }
  return joined(parts);
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
function checkTrack(track: Uint8Array, number: number, mostEvents: number): number {
  let position = 0;
  let events = 0;
  let running = 0;
  const next = () => {
    const byte = track[position++];
    if (byte === undefined) throw damaged(`track ${number} ends within an event`);
    return byte;
  };
  const variableLength = () => {
    let value = 0;
    for (let count = 1; ; count++) {
      const byte = next();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
      if (count === 4) throw damaged(`track ${number} has a number of more than four bytes`);
    }
  };
  while (position < track.length) {
    if (++events > mostEvents) throw tooLarge(`${most.events} events`);
    variableLength();
    let status = next();
    if (status < 0x80) {
      position--;
      status = running;
    }
    if (eventLength(status) > 0) {
      running = status;
      for (let byte = 1; byte < eventLength(status); byte++) {
        if (next() > 0x7f) throw damaged(`track ${number} has an event with an invalid byte`);
      }
    } else if (status === 0xff || status === 0xf0 || status === 0xf7) {
      if (status === 0xff && next() > 0x7f) throw damaged(`track ${number} has a meta event with an invalid type`);
      const length = variableLength();
      position += length;
      if (position > track.length) throw damaged(`track ${number} ends within an event`);
    } else throw damaged(`track ${number} has a byte where an event should begin`);
  }
  return events;
}

function tagAt(bytes: Uint8Array, position: number): string {
  return String.fromCharCode(...bytes.subarray(position, position + 4));
}

function damaged(how: string): MidiFileError {
  return new MidiFileError(`This MIDI file is damaged: ${how}.`);
}

function tooLarge(limit: string): MidiFileError {
  return new MidiFileError(`This MIDI file is too large: it has more than ${limit}.`);
}
