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
        ? { kind: 'note-off', channel, key: first, velocity: defaultReleaseVelocity }
        : { kind: 'note-on', channel, key: first, velocity: second };
    case midiStatus.noteOff:
      return { kind: 'note-off', channel, key: first, velocity: second };
    case midiStatus.polyPressure:
      return { kind: 'poly-pressure', channel, key: first, pressure: second };
    case midiStatus.controlChange:
      return { kind: 'control-change', channel, controller: first, value: second };
    case midiStatus.programChange:
      return { kind: 'program-change', channel, program: first };
    case midiStatus.channelPressure:
      return { kind: 'channel-pressure', channel, pressure: first };
    default:
      return { kind: 'pitch-bend', channel, bend: ((second << 7) | first) - 8192 };
  }
}
