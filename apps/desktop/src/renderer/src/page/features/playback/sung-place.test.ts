import { expect, it } from 'vitest';
import { sungPlace } from './sung-place.ts';

const second = 1_000_000;
const line = (...seconds: readonly number[]) => ({
  startsVerse: false,
  syllables: seconds.map((at) => ({ timeUs: at * second, text: 'la ' })),
});
const song = [line(2, 3, 4), line(10, 10.2), line(10.4)];

it.each([
  ['long before the first line', 0, -1, -1],
  ['just before it', 1.5, 0, -1],
  ['with its first syllable', 2, 0, 0],
  ['with its last one', 4, 0, 2],
  ['in the pause after it', 8.9, 0, 2],
  ['just before the next line', 9.1, 1, -1],
  ['within it', 10.1, 1, 0],
  ['while its last syllable has only begun, although the next line is near', 10.25, 1, 1],
  ['when that line begins', 10.4, 2, 0],
  ['after the end', 99, 2, 0],
])('marks the place %s', (_when, at, lineIndex, syllable) => {
  expect(sungPlace(song, at * second)).toEqual({ line: lineIndex, syllable });
});

it('has no place in a song without lines', () => {
  expect(sungPlace([], second)).toEqual({ line: -1, syllable: -1 });
});
