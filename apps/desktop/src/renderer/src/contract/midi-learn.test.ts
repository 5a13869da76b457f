import { expect, it } from 'vitest';
import {
  type Assignment,
  actionOfKey,
  assignmentsFrom,
  isLearnable,
  keysFrom,
  maxAssignments,
  withKey,
} from './midi-learn.ts';

const record: Assignment = { device: 'Pads', action: 'record', kind: 'note', channel: 9, number: 36 };

it('stored assignments are read again, and invalid ones dropped', () => {
  expect(assignmentsFrom(JSON.parse(JSON.stringify([record])))).toEqual([record]);
  const invalid = [
    null,
    'record',
    { ...record, action: 'explode' },
    { ...record, kind: 'bend' },
    { ...record, channel: 16 },
    { ...record, number: 128 },
    { ...record, number: 1.5 },
    { ...record, device: 7 },
  ];
  expect(assignmentsFrom([...invalid, record])).toEqual([record]);
  expect(assignmentsFrom({ record })).toEqual([]);
});

it(`at most ${maxAssignments} assignments are kept, the newest`, () => {
  const many = Array.from({ length: maxAssignments + 1 }, (_, index) => ({ ...record, device: `Pads ${index}` }));
  expect(assignmentsFrom(many).map(({ device }) => device)).toEqual(many.slice(1).map(({ device }) => device));
});

it('S34.9: pages turn by the keys of page pedals, by arrows only in reading mode', () => {
  const action = (code: string, isReading: boolean) => actionOfKey(code, [], isReading);
  expect(['PageDown', 'PageUp'].map((code) => action(code, false))).toEqual(['nextPage', 'previousPage']);
  expect(['ArrowRight', 'ArrowUp'].map((code) => action(code, false))).toEqual([undefined, undefined]);
  expect(['ArrowRight', 'ArrowUp'].map((code) => action(code, true))).toEqual(['nextPage', 'previousPage']);
});

it('a learned key comes before those that everybody has, and has one action, as each action has one of them', () => {
  const keys = [
    { action: 'record', code: 'PageDown' },
    { action: 'panic', code: 'F9' },
    { action: 'loop', code: 'F9' },
    { action: 'record', code: 'F4' },
  ] as const;
  const learned = keys.reduce(withKey, []);
  expect(learned).toEqual([
    { action: 'loop', code: 'F9' },
    { action: 'record', code: 'F4' },
  ]);
  expect(actionOfKey('PageDown', withKey([], keys[0]), true)).toBe('record');
  expect(keysFrom(JSON.parse(JSON.stringify(keys)))).toEqual(learned);
  expect(keysFrom([null, 'F4', { action: 'explode', code: 'F4' }, { action: 'loop', code: 4 }])).toEqual([]);
});

it.each(['Escape', 'Tab', 'Space', 'ShiftLeft', 'Control', 'Unidentified', ''])(
  'the key %j cannot be learned',
  (code) => {
    expect(isLearnable(code)).toBe(false);
  },
);
