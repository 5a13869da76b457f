import { expect, it } from 'vitest';
import { chasedState } from './chased-state.ts';

const chased = (...events: number[][]) =>
  chasedState(events.map((bytes) => ({ timeUs: 0, track: 0, data: Uint8Array.from(bytes) }))).map((data) => [...data]);

it('sets the last program, controllers, bend and pressure of each channel, and no notes', () => {
  expect(
    chased([0xc0, 1], [0xb0, 7, 90], [0xb1, 7, 80], [0x90, 60, 90], [0xe0, 0, 70], [0xd0, 9], [0xb0, 7, 50], [0xc0, 2]),
  ).toEqual([
    [0xb1, 7, 80],
    [0xe0, 0, 70],
    [0xd0, 9],
    [0xb0, 7, 50],
    [0xc0, 2],
  ]);
});

it('sets parameters after their numbers, such as the pitch bend range', () => {
  expect(chased([0xb0, 101, 0], [0xb0, 100, 0], [0xb0, 6, 12], [0xb0, 101, 127], [0xb0, 100, 127])).toEqual([
    [0xb0, 101, 0, 0xb0, 100, 0, 0xb0, 6, 12],
  ]);
});

it('sets what a maker’s parameter number says apart from the bend range', () => {
  const range = [0xb0, 101, 0, 0xb0, 100, 0, 0xb0, 6, 2];
  const filter = [0xb0, 99, 1, 0xb0, 98, 8, 0xb0, 6, 80];
  const single = (bytes: number[]) => [bytes.slice(0, 3), bytes.slice(3, 6), bytes.slice(6)];
  expect(chased(...single(range), ...single(filter))).toEqual([range, filter, filter.slice(0, 6)]);
});

it('keeps program, volume and pan of a channel that is reset, and everything of the others', () => {
  expect(chased([0xc0, 3], [0xb0, 7, 90], [0xb0, 1, 9], [0xb1, 1, 8], [0xe0, 0, 0], [0xb0, 121, 0])).toEqual([
    [0xc0, 3],
    [0xb0, 7, 90],
    [0xb1, 1, 8],
  ]);
});

it('omits controllers that were reset, and keeps those that a reset leaves alone', () => {
  expect(chased([0xc0, 3], [0xb0, 1, 90], [0xb0, 121, 0])).toEqual([[0xc0, 3]]);
});
