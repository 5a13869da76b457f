import { expect, it } from 'vitest';
import { type Assignment, assignmentsFrom, maxAssignments } from './midi-learn.ts';

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
