import { isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { strings } from '../../strings.ts';

/** A MIDI message as text. */
export interface MidiDescription {
  /** 1 to 16; undefined for a system message. */
  readonly channel: number | undefined;
  readonly kind: string;
  readonly value: string;
}

const pitches = ['C', 'C♯', 'D', 'E♭', 'E', 'F', 'F♯', 'G', 'A♭', 'A', 'B♭', 'B'] as const;

const controllers: Readonly<Record<number, keyof typeof strings.midi.controllers>> = {
  [midiController.bankMsb]: 'bank',
  [midiController.modulation]: 'modulation',
  [midiController.volume]: 'volume',
  [midiController.pan]: 'pan',
  [midiController.expression]: 'expression',
  [midiController.sustain]: 'sustain',
  [midiController.sostenuto]: 'sostenuto',
  [midiController.soft]: 'soft',
  [midiController.allSoundOff]: 'allSoundOff',
  [midiController.resetControllers]: 'reset',
  [midiController.allNotesOff]: 'allNotesOff',
};

/** A note's name, such as `C♯4`; 60 is C4. */
export function noteName(note: number): string {
  return `${pitches[note % 12]}${Math.floor(note / 12) - 1}`;
}

/** Describes a raw MIDI message. */
export function describeMidi(data: Uint8Array): MidiDescription {
  const words = strings.midi;
  const [status = 0, first = 0, second = 0] = data;
  if (status >= 0xf0) return { channel: undefined, kind: words.system, value: hex(data) };
  const channel = (status & 0x0f) + 1;
  if (isNoteOn(status, second)) return { channel, kind: words.noteOn, value: `${noteName(first)} ${second}` };
  if (isNoteOff(status, second)) return { channel, kind: words.noteOff, value: noteName(first) };
  switch (status & 0xf0) {
    case midiStatus.polyPressure:
      return { channel, kind: words.keyPressure, value: `${noteName(first)} ${second}` };
    case midiStatus.controlChange:
      return { channel, kind: controllerName(first), value: String(second) };
    case midiStatus.programChange:
      return { channel, kind: words.program, value: String(first + 1) };
    case midiStatus.channelPressure:
      return { channel, kind: words.pressure, value: String(first) };
    case midiStatus.pitchBend:
      return { channel, kind: words.bend, value: String((first | (second << 7)) - 8_192) };
    default:
      return { channel: undefined, kind: words.unknown, value: hex(data) };
  }
}

function controllerName(number: number): string {
  const name = controllers[number];
  return name === undefined ? strings.midi.controller({ number }) : strings.midi.controllers[name];
}

function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
