import { expect, test } from 'vitest';
import { type LitShape, lightOf } from './lit-keys.ts';

const lit = (root: number, shape: LitShape) =>
  Array.from({ length: 12 }, (_, step) => 60 + step).filter((note) => lightOf(note, { root, shape }) !== undefined);

test('a scale or a chord lights its keys in every octave, the root apart from the others', () => {
  expect(lit(0, 'major')).toEqual([60, 62, 64, 65, 67, 69, 71]);
  expect(lit(9, 'minor')).toEqual([60, 62, 64, 65, 67, 69, 71]);
  expect(lit(3, 'majorPentatonic')).toEqual([60, 63, 65, 67, 70]);
  expect(lit(11, 'minorSeventh')).toEqual([62, 66, 69, 71]);
  expect([21, 33, 93].map((note) => lightOf(note, { root: 9, shape: 'blues' }))).toEqual(['root', 'root', 'root']);
  expect([60, 61].map((note) => lightOf(note, { root: 9, shape: 'blues' }))).toEqual(['other', undefined]);
  expect(lightOf(60, { root: 0, shape: undefined })).toBeUndefined();
});
