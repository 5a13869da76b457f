import { drumKit, programFor, usualInstruments } from '../performance/sounds/general-midi.ts';
import { drumProgram } from '../performance/synth/engine.ts';

/** The General MIDI program, from 0, for an instrument as players call it; the drum kit has none. */
export function programOf(instrument: string): number | undefined {
  const program = programFor(instrument);
  return program === drumProgram ? undefined : program;
}

/** What a keyboard's second sound may be. */
export const secondSounds = usualInstruments
  .filter((name) => name !== drumKit)
  .map((name) => ({ program: programFor(name), name }));
