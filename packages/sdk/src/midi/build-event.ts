import { midiStatus } from '@roomtone/protocol';
import type { MidiEvent } from './midi-event.ts';

/**
 * Builds the two or three bytes of an event, as `Room.send` takes them.
 * @throws {RangeError} if a number is not whole or outside its range.
 */
export function buildEvent(event: MidiEvent): Uint8Array {
  const { channel } = event;
  check('channel', channel, 0, 15);
  switch (event.type) {
    case 'noteOn':
      check('velocity', event.velocity, 1, 127);
      return withData(midiStatus.noteOn | channel, { key: event.key, velocity: event.velocity });
    case 'noteOff':
      return withData(midiStatus.noteOff | channel, { key: event.key, velocity: event.velocity });
    case 'polyPressure':
      return withData(midiStatus.polyPressure | channel, { key: event.key, pressure: event.pressure });
    case 'controlChange':
      return withData(midiStatus.controlChange | channel, { controller: event.controller, value: event.value });
    case 'programChange':
      return withData(midiStatus.programChange | channel, { program: event.program });
    case 'channelPressure':
      return withData(midiStatus.channelPressure | channel, { pressure: event.pressure });
    case 'pitchBend': {
      check('bend', event.bend, -8192, 8191);
      const wheel = event.bend + 8192;
      return Uint8Array.of(midiStatus.pitchBend | channel, wheel & 0x7f, wheel >> 7);
    }
  }
}

function withData(status: number, data: Readonly<Record<string, number>>): Uint8Array {
  for (const [name, value] of Object.entries(data)) check(name, value, 0, 127);
  return Uint8Array.of(status, ...Object.values(data));
}

function check(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}`);
  }
}
