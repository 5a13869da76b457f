import { expect, it } from 'vitest';
import { atVolume } from './room-loops.ts';

it('a loop of half the volume is struck half as hard by an instrument outside, and nothing else of it changes', () => {
  const data = Uint8Array.of(0xc9, 8, 0x99, 36, 101, 0xb9, 7, 100, 0x89, 36, 64, 0x99, 38, 1);
  expect([...atVolume(data, 50)]).toEqual([0xc9, 8, 0x99, 36, 51, 0xb9, 7, 100, 0x89, 36, 64, 0x99, 38, 1]);
  expect([...atVolume(data, 127)].slice(2, 5)).toEqual([0x99, 36, 127]);
  expect([...atVolume(data, 0)].slice(2, 5)).toEqual([0x99, 36, 0]);
});
