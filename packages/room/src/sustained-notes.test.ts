import { HeldNotes } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { SustainedNotes } from './sustained-notes.ts';

/** The events that a newcomer's instrument gets after these events. */
function soundingAfter(...events: readonly (readonly number[])[]): number[] {
  const down = new HeldNotes();
  const notes = new SustainedNotes(down);
  for (const [status = 0, first = 0, second = 0] of events) {
    notes.take(status, first, second);
    down.take(status, first, second);
  }
  const bytes: number[] = [];
  notes.appendTo(bytes);
  return bytes;
}

const pedal = (value: number, channel = 0) => [0xb0 | channel, 64, value];
const sostenuto = (value: number) => [0xb0, 66, value];
const on = (key: number, velocity = 100) => [0x90, key, velocity];
const off = (key: number) => [0x80, key, 0];

test('R5.6: the sustain pedal keeps only notes whose keys were lifted while it was down', () => {
  expect(soundingAfter(pedal(127), on(60), off(60), on(62, 40), on(62, 0), on(64))).toEqual([
    ...[0x90, 60, 100, 0x80, 60, 64],
    ...[0x90, 62, 40, 0x80, 62, 64],
  ]);
  expect(soundingAfter(on(60), off(60), pedal(127))).toEqual([]);
  expect(soundingAfter(pedal(63), on(60), off(60))).toEqual([]);
  expect(soundingAfter(pedal(127, 1), on(60), off(60))).toEqual([]);
});

test.each([
  ['the pedal up', pedal(63)],
  ['all sound off', [0xb0, 120, 0]],
  ['a reset of controllers', [0xb0, 121, 0]],
  ['the key struck again', on(60)],
])('R5.6: %s ends it', (_what, event) => {
  expect(soundingAfter(pedal(127), on(60), off(60), event)).toEqual([]);
});

test('R5.6: all notes off lifts the keys, and the pedal keeps the notes', () => {
  expect(soundingAfter(pedal(64), on(60), [0xb0, 123, 0])).toEqual([0x90, 60, 100, 0x80, 60, 64]);
  expect(soundingAfter(on(60), [0xb0, 123, 0])).toEqual([]);
});

test('R5.6: the sostenuto pedal keeps only the notes whose keys were down when it was pressed', () => {
  const caught = [...sostenuto(0), ...on(60), ...sostenuto(127), 0x80, 60, 64];
  expect(soundingAfter(on(60), sostenuto(127), off(60), on(62), off(62))).toEqual(caught);
  // Pressed further, it catches nothing more.
  expect(soundingAfter(on(60), sostenuto(100), on(62), sostenuto(127), off(60), off(62))).toEqual(caught);
  expect(soundingAfter(on(60), sostenuto(63), off(60))).toEqual([]);
});

test('R5.6: a caught key that is still down is struck before the sostenuto pedal, and not lifted', () => {
  expect(soundingAfter(on(60), sostenuto(127))).toEqual([...sostenuto(0), ...on(60), ...sostenuto(127)]);
});

test('R5.6: each of two pedals keeps its notes when the other is lifted', () => {
  const both = [on(60), sostenuto(127), pedal(127), off(60), on(62), off(62)];
  expect(soundingAfter(...both, pedal(0))).toEqual([...sostenuto(0), ...on(60), ...sostenuto(127), 0x80, 60, 64]);
  expect(soundingAfter(...both, sostenuto(0))).toEqual([...on(60), 0x80, 60, 64, ...on(62), 0x80, 62, 64]);
  expect(soundingAfter(...both, pedal(0), sostenuto(0))).toEqual([]);
});

test.each([
  ['all sound off', [0xb0, 120, 0]],
  ['a reset of controllers', [0xb0, 121, 0]],
])('R5.6: %s ends what the sostenuto pedal keeps', (_what, event) => {
  expect(soundingAfter(on(60), sostenuto(127), off(60), event)).toEqual([]);
});
