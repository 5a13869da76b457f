import type { BorrowedNotes } from './borrowed-notes.ts';
import { RoomtoneError, validationError } from './errors.ts';
import type { MidiMessage } from './gen/messages.ts';
import { limits } from './limits.ts';
import { eventLength, eventsIssue, forEachEvent } from './midi-events.ts';
import { NotesInPlace } from './notes-in-place.ts';

/** Returns what is wrong with a MidiMessage, or undefined if it is well formed (R5.8). Allocates nothing if it is. */
export function midiIssue(message: BorrowedNotes): string | undefined {
  return message instanceof NotesInPlace ? message.issue() : eventsIssue(message.offsets, message.data);
}

/** Calls back for each event of a valid message, in order, without allocating; `second` is 0 for two-byte events. */
export function forEachEventOf(
  message: BorrowedNotes,
  each: (status: number, first: number, second: number) => void,
): void {
  if (message instanceof NotesInPlace) message.forEachEvent(each);
  else forEachEvent(message.data, each);
}

/** @throws {RoomtoneError} VALIDATION_ERROR if the message is malformed. */
export function checkMidi(message: MidiMessage): void {
  const issue = midiIssue(message);
  if (issue !== undefined) {
    const { details } = validationError([{ field: 'midiMessage', issue }]);
    throw new RoomtoneError('VALIDATION_ERROR', `The midiMessage ${issue}.`, details);
  }
}

/** One event with its absolute time. */
export interface TimedEvent {
  /** Service clock, µs. */
  readonly timeUs: number;
  /** Two or three raw MIDI bytes. */
  readonly data: Uint8Array;
}

/** Splits a valid message into its events; a startTime of 0 becomes `nowUs`. */
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
 * Joins events into as few messages as the limits allow; times must not decrease.
 * @throws {RangeError} if an event is not a channel voice message, or times decrease.
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
