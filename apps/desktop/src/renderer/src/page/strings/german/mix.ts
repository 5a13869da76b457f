import type { mix as english } from '../english/mix.ts';

export const mix: typeof english = {
  open: (name) => `Wie du ${name} hörst`,
  title: (name) => `${name}, für dich`,
  volume: 'Lautstärke',
  pan: 'Seite',
  mute: 'Stumm',
  solo: 'Solo',
  hint: 'Nur du hörst den Unterschied.',
  yourself: 'Du hörst dich selbst',
  ownInstrument: 'Auf meinem eigenen Instrument, nicht von hier',
  otherInstruments: 'Andere Instrumente',
  percent: (part) => `${Math.round(part * 100)} %`,
  side: (pan) =>
    Math.abs(pan) < 0.01 ? 'Mitte' : `${Math.round(Math.abs(pan) * 100)} % ${pan < 0 ? 'links' : 'rechts'}`,
};
