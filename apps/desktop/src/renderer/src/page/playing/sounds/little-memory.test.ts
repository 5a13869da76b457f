import { expect, it } from 'vitest';
import { hasLittleMemory } from './little-memory.ts';

it.each([
  ['a phone that says it has little', { memoryGb: 2, isTouched: true, shorterSide: 390 }, true],
  ['a phone that says it has enough', { memoryGb: 8, isTouched: true, shorterSide: 412 }, false],
  ['a phone that does not say', { memoryGb: undefined, isTouched: true, shorterSide: 390 }, true],
  ['a tablet that does not say', { memoryGb: undefined, isTouched: true, shorterSide: 768 }, false],
  [
    'a small window on a computer that does not say',
    { memoryGb: undefined, isTouched: false, shorterSide: 480 },
    false,
  ],
])('%s gets the piano that it can hold', (_name, device, isLittle) => {
  expect(hasLittleMemory(device)).toBe(isLittle);
});
