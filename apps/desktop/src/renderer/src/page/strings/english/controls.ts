import type { LearnedAction } from '../../../contract/midi-learn.ts';
import { figure, formFor, signed } from './numbers.ts';

const actions: Readonly<Record<LearnedAction, string>> = {
  nextPage: 'Next page',
  previousPage: 'Previous page',
  nextBar: 'Next bar',
  previousBar: 'Previous bar',
  nextPiece: 'Next piece of the set list',
  previousPiece: 'Previous piece of the set list',
  record: 'Record',
  loop: 'Record a loop',
  metronome: 'Metronome',
  tapTempo: 'Tap tempo',
  talk: 'Microphone',
  panic: 'All notes off',
  octaveDown: 'Octave down',
  octaveUp: 'Octave up',
};

export const controls = {
  title: 'MIDI learn',
  hint: 'Let a pad, knob, pedal or key do something in Roomtone. It is no longer played to the room then. Bluetooth pedals send keys.',
  actions,
  learn: 'Learn',
  learnFor: (action: string) => `Learn ${action}`,
  cancel: 'Cancel',
  cancelFor: (action: string) => `Cancel ${action}`,
  press: 'Press a pad, pedal or key',
  note: (name: string) => `Note ${name}`,
  program: (number: number) => `Program ${figure(number)}`,
  channel: (channel: number) => `channel ${figure(channel)}`,
  remove: (action: string, device: string) => `Remove ${action} from ${device}`,
  transposed: (steps: number): string =>
    steps === 0
      ? 'MIDI keyboards sound as played'
      : `MIDI keyboards: ${signed(steps)} ${formFor(Math.abs(steps), { one: 'semitone', other: 'semitones' })}`,
  key: (name: string) => `Key ${name}`,
  inReadingMode: 'in reading mode',
  removeKey: (action: string, key: string) => `Remove ${action} from ${key}`,
  keys: { PageDown: 'Page down', PageUp: 'Page up', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' },
};
