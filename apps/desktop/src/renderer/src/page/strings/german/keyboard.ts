import type { keyboard as english } from '../english/keyboard.ts';
import { formFor, signed } from './numbers.ts';

export const keyboard: typeof english = {
  view: 'Sichtbare Tasten',
  lower: 'Tiefere Tasten',
  higher: 'Höhere Tasten',
  fewer: 'Weniger, größere Tasten',
  more: 'Mehr Tasten',
  pedal: 'Pedal',
  input: 'MIDI-Eingang einstellen',
  channel: 'MIDI-Kanal',
  allChannels: 'Alle',
  touch: 'Anschlagdynamik',
  curves: { soft: 'Leicht', natural: 'Natürlich', firm: 'Schwer', even: 'Konstant' },
  transpose: 'Transponieren',
  semitones: (steps) =>
    steps === 0 ? 'Aus' : `${signed(steps)} ${formFor(Math.abs(steps), { one: 'Halbton', other: 'Halbtöne' })}`,
  monitor: 'MIDI-Monitor',
  nothingArrived: 'Noch nichts. Drück eine Taste auf deinem MIDI-Keyboard.',
  panic: 'Alle Noten aus',
  panicHint: 'Beendet deine Töne für alle und alle anderen Töne für dich',
};
