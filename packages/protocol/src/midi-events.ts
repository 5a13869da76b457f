// Raw MIDI as rooms carry it: channel voice messages of two or three bytes, each with its status byte (MIDI 1.0).

import { limits } from './limits.ts';

/** The upper four bits of a channel voice message's status byte (MIDI 1.0). */
export const midiStatus = {
  noteOff: 0x80,
  noteOn: 0x90,
  polyPressure: 0xa0,
  controlChange: 0xb0,
  programChange: 0xc0,
  channelPressure: 0xd0,
  pitchBend: 0xe0,
} as const;

/** Numbers of the controllers that affect the sound. */
export const midiController = {
  bankMsb: 0,
  modulation: 1,
  dataEntryMsb: 6,
  volume: 7,
  pan: 10,
  expression: 11,
  bankLsb: 32,
  dataEntryLsb: 38,
  sustain: 64,
  sostenuto: 66,
  soft: 67,
  nrpnLsb: 98,
  nrpnMsb: 99,
  rpnLsb: 100,
  rpnMsb: 101,
  allSoundOff: 120,
  resetControllers: 121,
  allNotesOff: 123,
} as const;

/** Length in bytes of the channel voice message with this status byte; 0 if the byte is not such a status. */
export function eventLength(status: number): 0 | 2 | 3 {
  if (status < 0x80 || status > 0xef) return 0;
  const kind = status & 0xf0;
  return kind === midiStatus.programChange || kind === midiStatus.channelPressure ? 2 : 3;
}

/** True if the event starts a note; a note-on with velocity 0 does not. */
export function isNoteOn(status: number, velocity: number): boolean {
  return (status & 0xf0) === midiStatus.noteOn && velocity > 0;
}

/** True if the event ends a note: a note-off, or a note-on with velocity 0. */
export function isNoteOff(status: number, velocity: number): boolean {
  const kind = status & 0xf0;
  return kind === midiStatus.noteOff || (kind === midiStatus.noteOn && velocity === 0);
}

/**
 * Calls back for each event, in order, without allocating. `second` is 0 for two-byte events. The data must be valid.
 * @param begin position of the first event in the data; `end` is the position after the last one.
 */
export function forEachEvent(
  data: Uint8Array,
  each: (status: number, first: number, second: number, index: number, position: number) => void,
  begin = 0,
  end = data.length,
): void {
  let position = begin;
  for (let index = 0; position < end; index++) {
    const status = data[position] ?? 0;
    const length = eventLength(status);
    if (length === 0) return;
    each(status, data[position + 1] ?? 0, length === 3 ? (data[position + 2] ?? 0) : 0, index, position);
    position += length;
  }
}

/** Returns what is wrong with events and their offsets, or undefined if they are well formed (R5.8). */
export function eventsIssue(
  offsets: readonly number[],
  data: Uint8Array,
  begin = 0,
  end = data.length,
): string | undefined {
  if (offsets.length === 0) return 'has no events';
  if (offsets.length > limits.midi.eventsPerMessage) return `has more than ${limits.midi.eventsPerMessage} events`;
  let position = begin;
  let before = 0;
  for (let event = 0; event < offsets.length; event++) {
    const offset = offsets[event] ?? 0;
    if (offset < before) return 'has offsets that decrease';
    if (offset > limits.midi.maxOffsetUs) return 'has an offset over 1,000,000 µs';
    before = offset;
    if (position === end) return 'has fewer events than offsets';
    const length = eventLength(data[position] ?? 0);
    if (length === 0) return 'has a byte that is no channel voice status';
    if (position + length > end) return 'ends within an event';
    if ((data[position + 1] ?? 0) > 0x7f || (length === 3 && (data[position + 2] ?? 0) > 0x7f)) {
      return 'has a data byte over 127';
    }
    position += length;
  }
  return position === end ? undefined : 'has more events than offsets';
}
