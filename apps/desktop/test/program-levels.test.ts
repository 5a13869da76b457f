import { expect, test } from 'vitest';
import { builtIndex } from '../sounds/built-sounds.ts';
import { loudness, soundsOf } from '../sounds/measure-levels.ts';
import { pianoProgram } from '../src/renderer/src/contract/instruments.ts';

const mostDb = 3;
const flute = 73;
/** A few of different kinds; all of them in `long`. */
const programs = [4, 19, 33, 48, 56, flute];

test('instruments and computed voices play the same phrase as loud as the recorded piano, within 3 dB', async () => {
  const index = await builtIndex();
  const sounds = soundsOf(index, pianoProgram);
  const piano = loudness(pianoProgram, sounds);
  for (const program of programs)
    expect(Math.abs(loudness(program, soundsOf(index, program)) - piano), `program ${program}`).toBeLessThan(mostDb);
  for (const program of [pianoProgram, ...programs])
    expect(Math.abs(loudness(program, []) - piano), `computed voice of ${program}`).toBeLessThan(mostDb);
  const firm = Math.abs(loudness(flute, soundsOf(index, flute), 104) - loudness(pianoProgram, sounds, 104));
  expect(firm).toBeLessThan(mostDb);
});
