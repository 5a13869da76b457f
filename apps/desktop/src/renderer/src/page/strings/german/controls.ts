import type { controls as english } from '../english/controls.ts';
import { figure, formFor, signed } from './numbers.ts';

export const controls: typeof english = {
  title: 'MIDI-Learn',
  hint: 'Lass ein Pad, einen Regler, ein Pedal oder eine Taste etwas in Roomtone tun. Es wird dann nicht mehr im Raum gespielt. Bluetooth-Pedale senden Tasten.',
  actions: {
    nextPage: 'Nächste Seite',
    previousPage: 'Vorige Seite',
    nextBar: 'Nächster Takt',
    previousBar: 'Voriger Takt',
    nextPiece: 'Nächstes Stück der Setlist',
    previousPiece: 'Voriges Stück der Setlist',
    record: 'Aufnahme',
    loop: 'Loop aufnehmen',
    metronome: 'Metronom',
    tapTempo: 'Tempo tippen',
    talk: 'Mikrofon',
    panic: 'Töne aus',
    octaveDown: 'Oktave tiefer',
    octaveUp: 'Oktave höher',
  },
  learn: 'Zuweisen',
  learnFor: (action) => `${action} zuweisen`,
  cancel: 'Abbrechen',
  cancelFor: (action) => `${action}: abbrechen`,
  press: 'Drück ein Pad, ein Pedal oder eine Taste',
  note: (name) => `Note ${name}`,
  program: (number) => `Programm ${figure(number)}`,
  channel: (channel) => `Kanal ${figure(channel)}`,
  remove: (action, device) => `${action} von ${device} entfernen`,
  transposed: (steps) =>
    steps === 0
      ? 'MIDI-Keyboards klingen wie gespielt'
      : `MIDI-Keyboards: ${signed(steps)} ${formFor(Math.abs(steps), { one: 'Halbton', other: 'Halbtöne' })}`,
  key: (name) => `Taste ${name}`,
  inReadingMode: 'im Lesemodus',
  removeKey: (action, key) => `${action} von ${key} entfernen`,
  keys: { PageDown: 'Bild ab', PageUp: 'Bild auf', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' },
};
