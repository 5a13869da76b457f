import { RoomtoneError } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { openMemoryStorage } from '../../../test/support/memory-storage.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import { watchFreeSpace } from './free-space.ts';
import { refuseWhenFull } from './refuse-when-full.ts';

const gib = 1024 ** 3;

test('S38.3: nothing new is stored while the disk is almost full, everything else goes on, and it is said once', async () => {
  const clock = createFakeClock();
  const logged: string[] = [];
  const line = (_about: object, message: string) => logged.push(message);
  let disk = { blocks: 100 * gib, bavail: 4 * gib, bsize: 1 };
  const read = async () => disk;
  const space = await watchFreeSpace('/data', { clock, log: { warn: line, info: line } }, read);
  const memory = openMemoryStorage();
  const storage = refuseWhenFull(memory, space);
  const ada = {
    ...{ userId: 'id-of-ada', username: 'ada', userTag: 'ada#0001', email: undefined, passwordHash: '' },
    ...{ roles: ['member'], createdAt: clock.nowMs() },
  };
  const refused = storage.createUser(ada);
  await expect(refused).rejects.toBeInstanceOf(RoomtoneError);
  await expect(refused).rejects.toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason: 'disk_full' } });
  await memory.createUser(ada);
  expect(await storage.userById('id-of-ada')).toMatchObject({ username: 'ada' });
  // A share of a large disk is room enough.
  disk = { blocks: 1_000 * gib, bavail: 40 * gib, bsize: 1 };
  expect(space.hasRoom()).toBe(false);
  clock.advance(serverLimits.freeSpace.lookMs);
  space.hasRoom();
  await expect.poll(() => space.hasRoom()).toBe(true);
  expect(await storage.createUser({ ...ada, userId: 'id-of-bo', username: 'bo', userTag: 'bo#0001' })).toMatchObject({
    username: 'bo',
  });
  expect(logged).toEqual(['the disk is almost full: nothing new is stored', 'the disk has room again']);
  await memory.close();
});
