import { RoomtoneError, validationError } from './errors.ts';
import type { MidiMessage } from './gen/messages.ts';
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

/** Controller numbers that matter to what sounds. */
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
  rpnLsb: 100,
  rpnMsb: 101,
  allSoundOff: 120,
  resetControllers: 121,
  allNotesOff: 123,
} as const;

/** Bytes of the channel voice message that begins with this status byte; 0 when it is none. */
export function eventLength(status: number): 0 | 2 | 3 {
  if (status < 0x80 || status > 0xef) return 0;
  const kind = status & 0xf0;
  return kind === midiStatus.programChange || kind === midiStatus.channelPressure ? 2 : 3;
}

/** Whether the event sounds a note: a note-on with velocity 0 does not. */
export function isNoteOn(status: number, velocity: number): boolean {
  return (status & 0xf0) === midiStatus.noteOn && velocity > 0;
}

/** Whether the event ends a note: a note-off, or a note-on with velocity 0. */
export function isNoteOff(status: number, velocity: number): boolean {
  const kind = status & 0xf0;
  return kind === midiStatus.noteOff || (kind === midiStatus.noteOn && velocity === 0);
}

/**
 * Says what is wrong with a MidiMessage, or undefined when it is well formed (decisions 7.4). Allocates nothing when
 * all is well.
 */
export function midiIssue(message: MidiMessage): string | undefined {
  const { offsets, data } = message;
  if (offsets.length === 0) return 'has no events';
  if (offsets.length > limits.midi.eventsPerMessage) return `has more than ${limits.midi.eventsPerMessage} events`;
  let position = 0;
  let before = 0;
  for (let event = 0; event < offsets.length; event++) {
    const offset = offsets[event] ?? 0;
    if (offset < before) return 'has offsets that decrease';
    if (offset > limits.midi.maxOffsetUs) return 'has an offset over 1,000,000 µs';
    before = offset;
    if (position === data.length) return 'has fewer events than offsets';
    const length = eventLength(data[position] ?? 0);
    if (length === 0) return 'has a byte that is no channel voice status';
    if (position + length > data.length) return 'ends within an event';
    if ((data[position + 1] ?? 0) > 0x7f || (length === 3 && (data[position + 2] ?? 0) > 0x7f)) {
      return 'has a data byte over 127';
    }
    position += length;
  }
  return position === data.length ? undefined : 'has more events than offsets';
}

/** @throws {RoomtoneError} VALIDATION_ERROR when the message is malformed. */
export function checkMidi(message: MidiMessage): void {
  const issue = midiIssue(message);
  if (issue !== undefined) {
    const { details } = validationError([{ field: 'midiMessage', issue }]);
    throw new RoomtoneError('VALIDATION_ERROR', `The midiMessage ${issue}.`, details);
  }
}

/** Calls back once an event, in order, without allocating. `second` is 0 for two-byte events. The data must be valid. */
export function forEachEvent(
  data: Uint8Array,
  each: (status: number, first: number, second: number, index: number, position: number) => void,
): void {
  let position = 0;
  for (let index = 0; position < data.length; index++) {
    const status = data[position] ?? 0;
    const length = eventLength(status);
    if (length === 0) return;
    each(status, data[position + 1] ?? 0, length === 3 ? (data[position + 2] ?? 0) : 0, index, position);
    position += length;
  }
}

/** One event with its absolute time. */
export interface TimedEvent {
  /** Service clock, µs. */
  readonly timeUs: number;
  /** Two or three raw MIDI bytes. */
  readonly data: Uint8Array;
}

/** Takes a valid message apart; a startTime of 0 becomes `nowUs`. */
export function splitMidi(message: MidiMessage, nowUs: number): TimedEvent[] {
  const start = message.startTime === 0 ? nowUs : message.startTime;
  const events: TimedEvent[] = [];
  forEachEvent(message.data, (status, _first, _second, index, position) => {
    events.push({
      timeUs: start + (message.offsets[index] ?? 0),
      data: message.data.slice(position, position + eventLength(status)),
    });
  });
  return events;
}

/**
 * Puts events into as few messages as the limits allow; times must not decrease.
 * @throws {RangeError} when an event is not a channel voice message, or times decrease.
 */
export function joinMidi(events: readonly TimedEvent[]): MidiMessage[] {
  const messages: MidiMessage[] = [];
  let batch: TimedEvent[] = [];
  const flush = () => {
    const first = batch[0];
    if (first === undefined) return;
    const data = new Uint8Array(batch.reduce((sum, event) => sum + event.data.length, 0));
    let position = 0;
    for (const event of batch) {
      data.set(event.data, position);
      position += event.data.length;
    }
    messages.push({ startTime: first.timeUs, offsets: batch.map((event) => event.timeUs - first.timeUs), data });
    batch = [];
  };
  for (const event of events) {
    if (event.data.length === 0 || eventLength(event.data[0] ?? 0) !== event.data.length) {
      throw new RangeError('not a channel voice message');
    }
    const first = batch[0];
    if (first !== undefined) {
      if (event.timeUs < (batch.at(-1)?.timeUs ?? 0)) throw new RangeError('times decrease');
      const tooLate = event.timeUs - first.timeUs > limits.midi.maxOffsetUs;
      if (tooLate || batch.length === limits.midi.eventsPerMessage) flush();
    }
    batch.push(event);
  }
  flush();
  return messages;
}
