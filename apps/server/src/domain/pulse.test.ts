import { expect, test } from 'vitest';
import { pulseLevel } from './pulse.ts';

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
  [11, 1],
  [12, 2],
  [35, 2],
  [36, 3],
  [4_000, 3],
])('R11.6: %i notes in 4 s are level %i', (notes, level) => {
  expect(pulseLevel(notes, 4_000)).toBe(level);
});
