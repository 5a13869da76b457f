import { expect, test } from 'vitest';
import { SustainedNotes } from './sustained-notes.ts';

function kept(...events: readonly (readonly number[])[]): string[] {
  const notes = new SustainedNotes();
  for (const event of events) notes.feed(Uint8Array.from(event));
  const found: string[] = [];
  notes.forEach((channel, key, velocity) => {
    found.push(`${channel}/${key}/${velocity}`);
  });
  return found;
}

const pedal = (value: number, channel = 0) => [0xb0 | channel, 64, value];
const on = (key: number, velocity = 100) => [0x90, key, velocity];
const off = (key: number) => [0x80, key, 0];

test('R5.6: the pedal keeps what was lifted while it was down, and nothing else', () => {
  expect(kept(pedal(127), on(60), off(60), on(62, 40), on(62, 0), on(64))).toEqual(['0/60/100', '0/62/40']);
  expect(kept(on(60), off(60), pedal(127))).toEqual([]);
  expect(kept(pedal(63), on(60), off(60))).toEqual([]);
  expect(kept(pedal(127, 1), on(60), off(60))).toEqual([]);
});

test.each([
  ['the pedal up', pedal(63)],
  ['all sound off', [0xb0, 120, 0]],
  ['a reset of controllers', [0xb0, 121, 0]],
  ['the key struck again', on(60)],
])('R5.6: %s ends it', (_what, event) => {
  expect(kept(pedal(127), on(60), off(60), event)).toEqual([]);
});

test('R5.6: all notes off lifts the keys, and the pedal keeps them', () => {
  expect(kept(pedal(64), on(60), [0xb0, 123, 0])).toEqual(['0/60/100']);
  expect(kept(on(60), [0xb0, 123, 0])).toEqual([]);
});
