import { expect, test } from 'vitest';
import { builtIndex } from '../../sounds/built-sounds.ts';
import { loudness, soundsOf } from '../../sounds/measure-levels.ts';
import { pianoProgram } from '../../src/renderer/src/contract/instruments.ts';

/** The sounds of General MIDI from here on are effects and drums. */
const firstEffect = 112;

test('every instrument plays the same phrase as loud as the recorded piano, within 3 dB', async () => {
  const index = await builtIndex();
  const piano = loudness(pianoProgram, soundsOf(index, pianoProgram));
  const melodic = index.programs.filter(({ program }) => program < firstEffect);
  expect(melodic).toHaveLength(firstEffect - 1);
  for (const { program } of melodic)
    expect(Math.abs(loudness(program, soundsOf(index, program)) - piano), `program ${program}`).toBeLessThan(3);
});
