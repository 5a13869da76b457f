import { limits, RoomtoneError } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import { type ByteBudgets, createByteBudgets } from '../../src/application/byte-budgets.ts';
import { RoomFiles } from '../../src/application/rooms/room-files.ts';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const noBudgets: ByteBudgets = { spend: async () => {} };
const by = (roomId: string) => ({ personId: 'ada', roomId, addressBlock: '192.0.2.1' });
const header = Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60', 'latin1');
const midi = (bytes = header.length) => Buffer.concat([header, Buffer.alloc(bytes - header.length)]).toString('base64');
const problemOf = async (body: { name?: string; data?: string }) => {
  try {
    await new RoomFiles(noBudgets).add(by('room'), { name: 'Study', data: midi(), ...body });
    return undefined;
  } catch (error) {
    return error instanceof RoomtoneError ? error.details['field'] : error;
  }
};

test('S18.21: a file is read back under its id, in its own room only', async () => {
  const files = new RoomFiles(noBudgets);
  const { file_id: id, ...file } = await files.add(by('room'), { name: '  Study ', data: midi() });
  expect(file).toEqual({ name: 'Study', data: midi() });
  expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(await files.get('room', id)).toEqual({ file_id: id, ...file });
  expect([await files.get('other', id), await files.get('room', 'none')]).toEqual([undefined, undefined]);
});

test('S18.21: only a MIDI file of the right size is taken, under a name that can be shown', async () => {
  const { bytes, name } = limits.roomFile;
  expect(await problemOf({ data: midi(bytes) })).toBeUndefined();
  expect(await problemOf({ data: midi(bytes + 1) })).toBe('data');
  for (const data of ['', 'TVRoZA', '!', Buffer.from('once upon a time').toString('base64')]) {
    expect(await problemOf({ data }), data).toBe('data');
  }
  expect(await problemOf({ name: 'x'.repeat(name.max) })).toBeUndefined();
  for (const bad of ['', '  ', '\u200b', 'a\nb', 'x'.repeat(name.max + 1)])
    expect(await problemOf({ name: bad }), bad).toBe('name');
});

test('S18.22: a room keeps its newest files, and so does the server', async () => {
  const files = new RoomFiles(noBudgets);
  const add = async (roomId: string) => (await files.add(by(roomId), { name: 'Study', data: midi() })).file_id;
  const ids: string[] = [];
  for (let count = 0; count <= limits.roomFile.kept; count++) ids.push(await add('room'));
  expect(await files.get('room', ids[0] ?? '')).toBeUndefined();
  expect(await files.get('room', ids[1] ?? '')).toBeDefined();
  for (let count = 0; count < serverLimits.roomFiles; count++) await add(`room-${count}`);
  expect(await files.get('room', ids.at(-1) ?? '')).toBeUndefined();
  expect(await files.get('room-0', await add('room-0'))).toBeDefined();
});

test('S18.22: processes that share have the files of one another', async () => {
  const shared = createMemoryEphemeral(createFakeClock());
  const [here, there] = [new RoomFiles(noBudgets, shared), new RoomFiles(noBudgets, shared)];
  const file = await here.add(by('room'), { name: 'Study', data: midi() });
  expect(await there.get('room', file.file_id)).toEqual(file);
  expect([await there.get('other', file.file_id), await there.get('room', 'none')]).toEqual([undefined, undefined]);
});

test('S38.1: one person shares so many bytes an hour in all rooms, an address more, and others go on', async () => {
  const clock = createFakeClock();
  const files = new RoomFiles(createByteBudgets(createMemoryEphemeral(clock)));
  const { ofPerson, ofAddress } = serverLimits.byteBudgets.files;
  const data = midi(limits.roomFile.bytes);
  const fill = async (personId: string, addressBlock: string) => {
    let bytes = 0;
    for (let room = 0; ; room++) {
      try {
        await files.add({ personId, roomId: `room-${room % 8}`, addressBlock }, { name: 'Study', data });
      } catch (error) {
        expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { reason: 'bytes', budget: 'files' } });
        return bytes;
      }
      bytes += data.length;
    }
  };
  const filled = await fill('ada', '192.0.2.1');
  expect([filled <= ofPerson, filled + data.length > ofPerson]).toEqual([true, true]);
  let ofAll = filled;
  for (const name of ['bo', 'cleo', 'dan', 'eve']) ofAll += await fill(name, '192.0.2.1');
  expect(ofAll).toBeLessThanOrEqual(ofAddress);
  expect(await fill('fay', '192.0.2.2')).toBeGreaterThan(0);
  clock.advance(serverLimits.byteBudgets.files.windowMs);
  expect(await fill('ada', '192.0.2.1')).toBe(filled);
});
