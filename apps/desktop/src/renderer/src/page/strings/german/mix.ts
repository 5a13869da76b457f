import type { mix as english } from '../english/mix.ts';
import { percent } from './numbers.ts';

export const mix: typeof english = {
  open: (name) => `Einstellen, wie du ${name} hörst`,
  title: (name) => `${name} in deinem Mix`,
  volume: 'Lautstärke',
  volumeOf: (name) => `Lautstärke von ${name}`,
  ownVolume: 'Deine Lautstärke hier',
  master: 'Gesamtlautstärke',
  pan: 'Panorama',
  mute: 'Stumm',
  solo: 'Solo',
  hint: 'Nur du hörst diese Änderungen.',
  yourself: 'Dich selbst hören',
  ownInstrument: 'Meinen Ton hier stummschalten (Direct Monitoring)',
  percent: (part) => percent(part),
  side: (pan) => (Math.abs(pan) < 0.01 ? 'Mitte' : `${percent(Math.abs(pan))} ${pan < 0 ? 'links' : 'rechts'}`),
};
