import { type TimbreName, timbreFor, timbreNames, timbres } from '../performance/synth/timbres.ts';

/** General MIDI's programs, from 0, nearest to the instruments that are played here. */
const programs: Readonly<Record<TimbreName, number>> = {
  piano: 0,
  electricPiano: 4,
  vibraphone: 11,
  bass: 32,
  organ: 16,
};

/** The General MIDI program, from 0, for an instrument as players call it. */
export function programOf(instrument: string): number {
  return programs[timbreFor(instrument)];
}

/** What a keyboard's second sound may be. */
export const secondSounds = timbreNames.map((name) => ({ program: programs[name], name: timbres[name].label }));
