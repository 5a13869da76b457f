import { limits, RoomtoneError } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { RoomFiles } from '../../src/application/rooms/room-files.ts';
import { serverLimits } from '../../src/domain/server-limits.ts';

const header = Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60', 'latin1');
const midi = (bytes = header.length) => Buffer.concat([header, Buffer.alloc(bytes - header.length)]).toString('base64');
const problemOf = (body: { name?: string; data?: string }) => {
  try {
    new RoomFiles().add('room', { name: 'Study', data: midi(), ...body });
    return undefined;
  } catch (error) {
    return error instanceof RoomtoneError ? error.details['field'] : error;
  }
};

test('S18.21: a file is read back under its id, in its own room only', () => {
  const files = new RoomFiles();
  const { file_id: id, ...file } = files.add('room', { name: '  Study ', data: midi() });
  expect(file).toEqual({ name: 'Study', data: midi() });
  expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(files.get('room', id)).toEqual({ file_id: id, ...file });
  expect([files.get('other', id), files.get('room', 'none')]).toEqual([undefined, undefined]);
});

test('S18.21: only a MIDI file of the right size is taken, under a name that can be shown', () => {
  const { bytes, name } = limits.roomFile;
  expect(problemOf({ data: midi(bytes) })).toBeUndefined();
  expect(problemOf({ data: midi(bytes + 1) })).toBe('data');
  for (const data of ['', 'TVRoZA', '!', Buffer.from('once upon a time').toString('base64')]) {
    expect(problemOf({ data }), data).toBe('data');
  }
  expect(problemOf({ name: 'x'.repeat(name.max) })).toBeUndefined();
  for (const bad of ['', '  ', '\u200b', 'a\nb', 'x'.repeat(name.max + 1)])
    expect(problemOf({ name: bad }), bad).toBe('name');
});

test('S18.22: a room keeps its newest files, and so does the server', () => {
  const files = new RoomFiles();
  const add = (roomId: string) => files.add(roomId, { name: 'Study', data: midi() }).file_id;
  const ids = Array.from({ length: limits.roomFile.kept + 1 }, () => add('room'));
  expect(files.get('room', ids[0] ?? '')).toBeUndefined();
  expect(files.get('room', ids[1] ?? '')).toBeDefined();
  for (let count = 0; count < serverLimits.roomFiles; count++) add(`room-${count}`);
  expect(files.get('room', ids.at(-1) ?? '')).toBeUndefined();
  expect(files.get('room-0', add('room-0'))).toBeDefined();
});
