import { figure } from './numbers.ts';

export const click = {
  title: 'Accents, subdivisions and silent bars',
  accents: 'Accents. Press a beat to change it.',
  beat: (beat: number, strength: string) => `Beat ${figure(beat)}: ${strength}`,
  strengths: ['silent', 'plain', 'accented', 'strongly accented'],
  groups: 'Groups',
  ungrouped: 'Own accents',
  subdivision: 'Clicks per beat',
  subdivisions: { 1: '1', 2: '2', 3: '3 (triplets)', 4: '4', 6: '6' },
  swing: 'Swing',
  silentBars: 'Silent bars',
  silence: (every: number) => (every === 0 ? 'None' : `1 in ${figure(every)}`),
  halfTime: 'Half time',
  doubleTime: 'Double time',
  plain: 'Plain click',
  pulse: 'Show the beat',
  pulseHint: 'The edge of the screen lights up with each beat, on this device.',
};
