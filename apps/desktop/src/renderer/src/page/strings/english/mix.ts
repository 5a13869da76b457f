import { percent } from './numbers.ts';

export const mix = {
  open: (name: string) => `Adjust how you hear ${name}`,
  title: (name: string) => `${name} in your mix`,
  volume: 'Volume',
  volumeOf: (name: string) => `Volume of ${name}`,
  ownVolume: 'Your volume here',
  master: 'Master volume',
  pan: 'Pan',
  mute: 'Mute',
  solo: 'Solo',
  hint: 'Only you hear these changes.',
  yourself: 'Hearing yourself',
  ownInstrument: 'Mute my sound here (local monitoring)',
  percent: (part: number) => percent(part),
  side: (pan: number) => (Math.abs(pan) < 0.01 ? 'center' : `${percent(Math.abs(pan))} ${pan < 0 ? 'left' : 'right'}`),
};
