import { expect, test } from 'vitest';
import { rollNotesOf } from './take-roll-notes.ts';

const track = (...events: readonly (readonly [timeUs: number, ...bytes: number[]])[]) => ({
  name: 'Mara',
  instrument: '',
  port: 0,
  events: events.map(([timeUs, ...bytes]) => ({ timeUs, data: Uint8Array.from(bytes) })),
});

test('a take is drawn as its notes, with times as parts of the whole; a repeated key ends the note before', () => {
  const tracks = [
    track([1_000, 0x90, 60, 80], [2_000, 0x90, 60, 70], [3_000, 0x80, 60, 0]),
    track([1_000, 0xb0, 64, 127], [3_000, 0x90, 72, 80], [5_000, 0x90, 72, 0]),
  ];
  expect(rollNotesOf({ startUs: 1_000, tracks })).toEqual([
    { track: 0, key: 60, start: 0, end: 0.25 },
    { track: 0, key: 60, start: 0.25, end: 0.5 },
    { track: 1, key: 72, start: 0.5, end: 1 },
  ]);
});

test('a take without notes has none, and a very long one only its first', () => {
  expect(rollNotesOf({ startUs: 0, tracks: [] })).toEqual([]);
  const many = track(
    ...Array.from({ length: 10 }, (_, index) => [index, index % 2 === 0 ? 0x90 : 0x80, 60, 64] as const),
  );
  expect(rollNotesOf({ startUs: 0, tracks: [many] }, 3)).toHaveLength(3);
});
