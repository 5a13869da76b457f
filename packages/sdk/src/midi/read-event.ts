import { eventLength, midiStatus } from '@roomtone/protocol';
import type { MidiEvent } from './midi-event.ts';

/** The velocity of a note-off that was sent as a note-on with velocity 0 (MIDI 1.0). */
const defaultReleaseVelocity = 64;

/**
 * Reads one channel voice message of two or three bytes.
 * @throws {RangeError} if the bytes are not exactly one such message.
 */
export function readEvent(bytes: Uint8Array): MidiEvent {
  const [status = 0, first = 0, second = 0] = bytes;
  if (bytes.length === 0 || eventLength(status) !== bytes.length) {
    throw new RangeError('these bytes are not one channel voice message');
  }
  if (first > 127 || second > 127) throw new RangeError('a data byte is over 127');
  const channel = status & 0x0f;
  switch (status & 0xf0) {
    case midiStatus.noteOn:
      return second === 0
        ? { type: 'noteOff', channel, key: first, velocity: defaultReleaseVelocity }
        : { type: 'noteOn', channel, key: first, velocity: second };
    case midiStatus.noteOff:
      return { type: 'noteOff', channel, key: first, velocity: second };
    case midiStatus.polyPressure:
      return { type: 'polyPressure', channel, key: first, pressure: second };
    case midiStatus.controlChange:
      return { type: 'controlChange', channel, controller: first, value: second };
    case midiStatus.programChange:
      return { type: 'programChange', channel, program: first };
    case midiStatus.channelPressure:
      return { type: 'channelPressure', channel, pressure: first };
    default:
      return { type: 'pitchBend', channel, bend: ((second << 7) | first) - 8192 };
  }
}
