import type { midi as english } from '../english/midi.ts';
import { figure } from './numbers.ts';

export const midi: typeof english = {
  noteOn: 'Note an',
  noteOff: 'Note aus',
  keyPressure: 'Tastendruck',
  controller: (number) => `Controller ${figure(number)}`,
  program: 'Programm',
  pressure: 'Kanaldruck',
  bend: 'Tonhöhe',
  system: 'System',
  unknown: 'Unbekannt',
  controllers: {
    bank: 'Bank',
    modulation: 'Modulation',
    volume: 'Lautstärke',
    pan: 'Panorama',
    expression: 'Ausdruck',
    sustain: 'Haltepedal',
    sostenuto: 'Sostenuto-Pedal',
    soft: 'Leisepedal',
    allSoundOff: 'Ton aus',
    reset: 'Controller zurücksetzen',
    allNotesOff: 'Alle Noten aus',
  },
};
