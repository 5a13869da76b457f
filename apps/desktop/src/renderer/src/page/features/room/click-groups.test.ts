import { expect, it } from 'vitest';
import { accentsIn, accentsOf, groupings, halfTime } from './click-groups.ts';

it('R9.12: seven beats are 2+2+3, 2+3+2 or 3+2+2, and each group begins with an accent', () => {
  expect(groupings(7)).toEqual([
    [2, 2, 3],
    [2, 3, 2],
    [3, 2, 2],
  ]);
  expect(accentsOf([2, 2, 3])).toEqual([3, 1, 2, 1, 2, 1, 1]);
});

it('R9.12: bars are divided evenly first, every way has all beats, and short bars have none', () => {
  expect(groupings(6)[0]).toEqual([3, 3]);
  expect(groupings(8)[0]).toEqual([4, 4]);
  for (const beats of [4, 5, 9, 11, 12]) {
    for (const groups of groupings(beats)) expect(groups.reduce((sum, size) => sum + size, 0)).toBe(beats);
  }
  expect([1, 3, 13].map((beats) => groupings(beats).length)).toEqual([0, 0, 0]);
});

it('R9.12: beats without an accent of their own are plain, and half time leaves out every second one', () => {
  expect(accentsIn({ accents: [1, 2] }, 4)).toEqual([1, 2, 1, 1]);
  expect(accentsIn({ accents: [] }, 3)).toEqual([3, 1, 1]);
  expect(accentsIn({ accents: [3, 1, 2, 1, 2] }, 2)).toEqual([3, 1]);
  expect(halfTime(4).accents).toEqual([3, 0, 1, 0]);
});
