import { isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

/** A MIDI message as text. */
export interface MidiDescription {
  /** 1 to 16; undefined for a system message. */
  readonly channel: number | undefined;
  readonly kind: string;
  readonly value: string;
}

const pitches = ['C', 'C♯', 'D', 'E♭', 'E', 'F', 'F♯', 'G', 'A♭', 'A', 'B♭', 'B'] as const;

const controllers: Readonly<Record<number, string>> = {
  [midiController.bankMsb]: 'Bank',
  [midiController.modulation]: 'Modulation',
  [midiController.volume]: 'Volume',
  [midiController.pan]: 'Pan',
  [midiController.expression]: 'Expression',
  [midiController.sustain]: 'Sustain pedal',
  [midiController.sostenuto]: 'Sostenuto pedal',
  [midiController.soft]: 'Soft pedal',
  [midiController.allSoundOff]: 'All sound off',
  [midiController.resetControllers]: 'Reset controllers',
  [midiController.allNotesOff]: 'All notes off',
};

/** A note's name, such as `C♯4`; 60 is C4. */
export function noteName(note: number): string {
  return `${pitches[note % 12]}${Math.floor(note / 12) - 1}`;
}

/** Describes a raw MIDI message. */
export function describeMidi(data: Uint8Array): MidiDescription {
  const [status = 0, first = 0, second = 0] = data;
  if (status >= 0xf0) return { channel: undefined, kind: 'System', value: hex(data) };
  const channel = (status & 0x0f) + 1;
  if (isNoteOn(status, second)) return { channel, kind: 'Note on', value: `${noteName(first)} ${second}` };
  if (isNoteOff(status, second)) return { channel, kind: 'Note off', value: noteName(first) };
  switch (status & 0xf0) {
    case midiStatus.polyPressure:
      return { channel, kind: 'Key pressure', value: `${noteName(first)} ${second}` };
    case midiStatus.controlChange:
      return { channel, kind: controllers[first] ?? `Controller ${first}`, value: String(second) };
    case midiStatus.programChange:
      return { channel, kind: 'Program', value: String(first + 1) };
    case midiStatus.channelPressure:
      return { channel, kind: 'Pressure', value: String(first) };
    case midiStatus.pitchBend:
      return { channel, kind: 'Bend', value: String((first | (second << 7)) - 8_192) };
    default:
      return { channel: undefined, kind: 'Unknown', value: hex(data) };
  }
}

function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
