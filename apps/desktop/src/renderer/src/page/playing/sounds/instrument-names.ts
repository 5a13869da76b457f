import { roomStrings } from '../../room-strings.ts';
import { instrumentFor, knownProgram } from './general-midi.ts';

/** A program's name in the language of the page. */
export function instrumentName(program: number): string {
  return roomStrings.instruments.names[program] ?? instrumentFor(program);
}

/** The text for `participant.instrument`: its name in the language of the page, or any other text as it is. */
export function shownInstrument(instrument: string): string {
  const program = knownProgram(instrument);
  return program === undefined ? instrument : instrumentName(program);
}
