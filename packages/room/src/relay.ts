import {
  type BorrowedNotes,
  eventLength,
  forEachEvent,
  isNoteOff,
  limits,
  type MidiMessage,
  midiController,
  midiStatus,
} from '@roomtone/protocol';

/**
 * The start time to relay: as sent, but limited to a window around the service clock. 0 means now (room rules R5.3).
 */
export function relayedStartUs(startTimeUs: number, nowUs: number): number {
  if (startTimeUs === 0) return nowUs;
  const { pastUs, futureUs } = limits.startTimeWindow;
  return Math.min(Math.max(startTimeUs, nowUs - pastUs), nowUs + futureUs);
}

/** True for an event that ends or silences notes: note-off, pedal-up, reset, all notes off and similar. */
export function isRelease(status: number, first: number, second: number): boolean {
  if ((status & 0xf0) !== midiStatus.controlChange) return isNoteOff(status, second);
  if (first >= midiController.allSoundOff) return true;
  return isPedal(first) && second < 64;
}

/**
 * The events of a valid message that `keep` accepts, with their offsets: the message itself if it accepts all,
 * undefined if none.
 */
export function pickEvents(
  midi: BorrowedNotes,
  keep: (status: number, first: number, second: number) => boolean,
): BorrowedNotes | undefined {
  const offsets: number[] = [];
  const bytes: number[] = [];
  forEachEvent(midi.data, (status, first, second, index) => {
    if (!keep(status, first, second)) return;
    offsets.push(midi.offsets[index] ?? 0);
    if (eventLength(status) === 3) bytes.push(status, first, second);
    else bytes.push(status, first);
  });
  if (offsets.length === midi.offsets.length) return midi;
  if (offsets.length === 0) return undefined;
  return { startTime: midi.startTime, offsets, data: Uint8Array.from(bytes) };
}

/** Puts valid raw MIDI of one moment into as few messages as the limits allow; none for no data. */
export function messagesAt(startTimeUs: number, data: Uint8Array): MidiMessage[] {
  const messages: MidiMessage[] = [];
  let begin = 0;
  let events = 0;
  const flush = (end: number) => {
    messages.push({ startTime: startTimeUs, offsets: new Array(events).fill(0), data: data.subarray(begin, end) });
    begin = end;
    events = 0;
  };
  forEachEvent(data, (_status, _first, _second, _index, position) => {
    if (events === limits.midi.eventsPerMessage) flush(position);
    events++;
  });
  if (events > 0) flush(data.length);
  return messages;
}

function isPedal(controller: number): boolean {
  return (
    controller === midiController.sustain ||
    controller === midiController.sostenuto ||
    controller === midiController.soft
  );
}
