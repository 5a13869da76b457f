import { expect, test } from 'vitest';
import { maxReadAgeMs, rememberReads } from '../../src/adapters/sql/recent-reads.ts';
import type { RoomListRequest } from '../../src/ports/room-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { roomRecord, sessionRecord, userRecord } from '../support/records.ts';

const firstPage: RoomListRequest = { page: 1, limit: 20, roomTypes: ['public', 'pro'] };

/** Storage with two users, read through memory; `beside` is the same storage as another process writes to it. */
async function remembering(over: Partial<Storage> = {}) {
  const clock = createFakeClock();
  const beside: Storage = { ...openMemoryStorage(), ...over };
  const { storage, recent } = rememberReads(beside, clock);
  for (const name of ['ada', 'grace']) await storage.createUser(userRecord(name));
  return { clock, beside, storage, recent };
}

test('S4.9: what a host command changes shows within 10 s: nothing remembered is older than 2 s', async () => {
  const { clock, beside, recent } = await remembering();
  const roles = async () => (await recent.userById('id-of-ada'))?.roles;
  expect(await roles()).toEqual(['member']);
  await beside.setRoles('id-of-ada', ['admin']);
  clock.advance(maxReadAgeMs - 1);
  expect(await roles()).toEqual(['member']);
  clock.advance(1);
  expect(await roles()).toEqual(['admin']);
  expect(maxReadAgeMs).toBe(2_000);
});

test('S12.14: a session that has ended is gone at once, also for a read that was under way', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const session = sessionRecord('s', 'id-of-ada');
  const stored = openMemoryStorage();
  const slow: Storage['sessionById'] = async (sessionId) => {
    const found = await stored.sessionById(sessionId);
    await held;
    return found;
  };
  const { storage, recent } = rememberReads({ ...stored, sessionById: slow }, createFakeClock());
  await storage.createUser(userRecord('ada'));
  await storage.createSession(session);
  const before = recent.sessionById('s');
  await storage.deleteSession('s');
  letGo();
  expect(await before).toEqual(session);
  expect(await recent.sessionById('s')).toBeUndefined();
});

test('S18.8: an owner’s list of private rooms is remembered for that owner alone', async () => {
  const { storage, recent } = await remembering();
  await storage.createRoom(roomRecord('hidden', 'id-of-ada', { roomType: 'private' }), 10);
  const idsOf = async (ownerId: string) =>
    (await recent.listRooms({ ...firstPage, roomTypes: ['private'], ofUserId: ownerId })).rooms.map(
      ({ roomId }) => roomId,
    );
  expect(await idsOf('id-of-ada')).toEqual(['hidden']);
  expect(await idsOf('id-of-grace')).toEqual([]);
  expect((await recent.listRooms(firstPage)).rooms).toEqual([]);
});

test('S9.15: lists show what has changed here at once, an owner’s new name too', async () => {
  const { storage, recent } = await remembering();
  const listed = async () =>
    (await recent.listRooms(firstPage)).rooms.map(({ roomId, ownerName }) => [roomId, ownerName]);
  await storage.createRoom(roomRecord('r', 'id-of-ada'), 10);
  expect(await listed()).toEqual([['r', 'ada']]);
  await storage.updateProfile('id-of-ada', { username: 'countess' });
  expect(await listed()).toEqual([['r', 'countess']]);
  await storage.deleteRoom('r');
  expect(await listed()).toEqual([]);
});

test('S18.11: the rooms with somebody inside are asked for each time', async () => {
  const { beside, storage, recent } = await remembering();
  await storage.createRoom(roomRecord('r', 'id-of-ada'), 10);
  const inside = { ...firstPage, roomIds: ['r'] };
  expect((await recent.listRooms(inside)).total).toBe(1);
  await beside.deleteRoom('r');
  expect((await recent.listRooms(inside)).total).toBe(0);
});

test('ports: those who ask the same at once share one read, and a read that failed is asked again', async () => {
  let reads = 0;
  const { recent } = await remembering({
    async roomById() {
      reads++;
      if (reads === 1) throw new Error('The disk is full.');
      return undefined;
    },
  });
  const both = await Promise.allSettled([recent.roomById('r'), recent.roomById('r')]);
  expect([both.map(({ status }) => status), reads]).toEqual([['rejected', 'rejected'], 1]);
  expect([await recent.roomById('r'), await recent.roomById('r'), reads]).toEqual([undefined, undefined, 2]);
});

test('ports: however many are asked for, so many accounts are remembered, the latest of them', async () => {
  let reads = 0;
  const { recent } = await remembering({
    async userById() {
      reads++;
      return undefined;
    },
  });
  for (let user = 0; user < 2_001; user++) await recent.userById(`user-${user}`);
  await recent.userById('user-1');
  expect(reads).toBe(2_001);
  await recent.userById('user-0');
  expect(reads).toBe(2_002);
});

test('ports: what is remembered is there at once, without a promise', async () => {
  const { clock, recent } = await remembering();
  const asked = recent.userById('id-of-ada');
  expect(asked).toBeInstanceOf(Promise);
  const ada = await asked;
  expect(recent.userById('id-of-ada')).toBe(ada);
  clock.advance(maxReadAgeMs);
  expect(recent.userById('id-of-ada')).toBeInstanceOf(Promise);
});
