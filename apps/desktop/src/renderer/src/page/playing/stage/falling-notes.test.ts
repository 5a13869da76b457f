import { expect, it } from 'vitest';
import { firstFrom } from './falling-notes.ts';

it.each([
  [-1, 0],
  [0, 0],
  [1, 1],
  [20, 2],
  [21, 3],
])('the first note from %i on is number %i', (startUs, index) => {
  const notes = [0, 10, 20].map((start) => ({ track: 0, key: 60, startUs: start, endUs: start + 5 }));
  expect(firstFrom(notes, startUs)).toBe(index);
});
