import { figure } from './numbers.ts';

/** The messages of MIDI, as the monitor names them. */
export const midi = {
  noteOn: 'Note on',
  noteOff: 'Note off',
  keyPressure: 'Key pressure',
  controller: (number: number) => `Controller ${figure(number)}`,
  program: 'Program',
  pressure: 'Pressure',
  bend: 'Bend',
  system: 'System',
  unknown: 'Unknown',
  controllers: {
    bank: 'Bank',
    modulation: 'Modulation',
    volume: 'Volume',
    pan: 'Pan',
    expression: 'Expression',
    sustain: 'Sustain pedal',
    sostenuto: 'Sostenuto pedal',
    soft: 'Soft pedal',
    allSoundOff: 'All sound off',
    reset: 'Reset controllers',
    allNotesOff: 'All notes off',
  },
};
