import { serviceLimits } from '@roomtone/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { chatRecord, roomRecord, sessionRecord, userRecord } from '../support/records.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

const time = Date.UTC(2026, 0, 1);

/** Existing rooms in every Storage: changes, removal, participant numbers and bans. `setUp` is called for each test. */
export function roomsContract(setUp: () => StorageUnderTest): void {
  let subject: StorageUnderTest;
  let storage: Storage;

  beforeEach(async () => {
    subject = setUp();
    storage = await subject.open();
    for (const name of ['ada', 'grace', 'joan']) await storage.createUser(userRecord(name));
    await storage.createRoom(roomRecord('r', 'id-of-ada', { passwordHash: 'hash' }), 100);
    await storage.createRoom(roomRecord('s', 'id-of-ada'), 100);
    return () => storage.close();
  });

  const ban = (userId: string, over: object = {}) => {
    const made = { roomId: 'r', userId, bannedBy: 'id-of-ada', reason: 'noise', until: undefined, bannedAt: time };
    return { ...made, ...over };
  };
  /** Closes and reopens the storage if it can be reopened. */
  const restart = async () => {
    if (subject.reopen === undefined) return storage;
    await storage.close();
    storage = await subject.reopen();
    return storage;
  };

  describe('changing rooms', () => {
    test('S18.13: an update is partial, and counts as activity', async () => {
      const before = {
        ...roomRecord('r', 'id-of-ada', { passwordHash: 'hash' }),
        ownerName: 'ada',
        ownerDisplayName: 'ada',
        moderatorIds: [],
        playerIds: [],
      };
      const later = time + 5000;
      expect(await storage.updateRoom('r', {}, later)).toEqual({ ...before, lastActivity: later });
      const settings = { ...before.settings, allowChat: false, welcomeMessage: '' };
      const change = { roomName: 'New', maxUsers: 3, settings: { allowChat: false, welcomeMessage: '' } };
      const after = { ...before, roomName: 'New', maxUsers: 3, settings, lastActivity: later };
      expect(await storage.updateRoom('r', change, time)).toEqual(after);
      expect(await storage.roomById('r')).toEqual(after);
      expect(await storage.updateRoom('none', { roomName: 'x' }, later)).toBeUndefined();
    });

    test('S18.5, S18.13: a password is set, unchanged by an update without it, and removed by null', async () => {
      const hashAfter = async (change: object) => (await storage.updateRoom('r', change, time))?.passwordHash;
      expect(await hashAfter({ passwordHash: 'other' })).toBe('other');
      expect(await hashAfter({ maxUsers: 3 })).toBe('other');
      expect(await hashAfter({ passwordHash: null })).toBeUndefined();
      expect((await storage.roomById('r'))?.passwordHash).toBeUndefined();
    });

    test('ports: updates called at once all take effect, in order', async () => {
      const records = await Promise.all([
        storage.updateRoom('r', { roomName: 'one' }, time),
        storage.updateRoom('r', { maxUsers: 4 }, time),
        storage.updateRoom('r', { roomName: 'two' }, time),
      ]);
      expect(records.map((record) => [record?.roomName, record?.maxUsers])).toEqual([
        ['one', 20],
        ['one', 4],
        ['two', 4],
      ]);
    });

    test('S18.15: deleting a room deletes its chat and bans; its owner can create another', async () => {
      await storage.addChat(chatRecord('r', 'hello'));
      await storage.addBan(ban('id-of-grace'));
      expect([await storage.deleteRoom('r'), await storage.deleteRoom('r')]).toEqual([true, false]);
      expect(await storage.roomById('r')).toBeUndefined();
      expect(await storage.recentChat('r', 5)).toEqual([]);
      expect(await storage.bansOf('r', time)).toEqual([]);
      await expect(storage.addChat(chatRecord('r', 'again'))).rejects.toThrow();
      await storage.createRoom(roomRecord('r', 'id-of-ada'), 2);
      expect(await storage.recentChat('r', 5)).toEqual([]);
      expect(await storage.bansOf('r', time)).toEqual([]);
    });
  });

  describe('rooms without activity', () => {
    const make = async (activity: Readonly<Record<string, number>>) => {
      for (const [id, lastActivity] of Object.entries(activity)) {
        const roomType = id === 'b' ? ('private' as const) : ('pro' as const);
        await storage.createRoom(roomRecord(id, 'id-of-grace', { lastActivity, roomType }), 100);
      }
    };
    const mark = (over: object = {}) =>
      storage.markInactiveRooms({ idleSince: 40, exceptRoomIds: [], now: 100, ...over });
    const remove = (over: object = {}) =>
      storage.deleteMarkedRooms({ markedBy: 100, idleSince: 40, exceptRoomIds: [], limit: 10, ...over });

    test('marked rooms that are still inactive are removed, a few at a time, except those that are excluded', async () => {
      await make({ a: 10, b: 20, c: 30, d: 40 });
      expect(await remove()).toEqual([]);
      expect([await mark(), await mark()]).toEqual([3, 0]);
      expect([await remove({ markedBy: 99 }), await remove({ idleSince: 10 })]).toEqual([[], []]);
      const first = await remove({ exceptRoomIds: ['c'], limit: 1 });
      const rest = await remove({ exceptRoomIds: ['c'], limit: 5 });
      expect([first.length, [...first, ...rest].sort()]).toEqual([1, ['a', 'b']]);
      expect(await remove({ exceptRoomIds: ['c'] })).toEqual([]);
      const left = await Promise.all(['a', 'b', 'c', 'd', 'r'].map((id) => storage.roomById(id)));
      expect(left.map((room) => room?.roomId)).toEqual([undefined, undefined, 'c', 'd', 'r']);
    });

    test('a marked room can be listed and used as before, and activity prevents its removal', async () => {
      await make({ a: 10 });
      await mark();
      expect(await storage.roomById('a')).toMatchObject({ lastActivity: 10 });
      const { rooms } = await storage.listRooms({ page: 1, limit: 10, roomTypes: ['pro'] });
      expect(rooms.map(({ roomId }) => roomId)).toEqual(['a']);
      await storage.touchRooms([{ roomId: 'a', lastActivity: 40 }]);
      expect(await remove()).toEqual([]);
      // It is marked again once it has been inactive again.
      await mark();
      expect(await mark({ idleSince: 50, now: 150 })).toBe(1);
      expect(await remove({ markedBy: 149, idleSince: 50 })).toEqual([]);
      expect(await remove({ markedBy: 150, idleSince: 50 })).toEqual(['a']);
    });

    test('a mark is removed from excluded rooms, if it lies after the current time, and when all rooms are unmarked', async () => {
      await make({ a: 10 });
      await mark({ now: 1_000 });
      expect(await mark({ now: 200 })).toBe(1);
      expect(await remove({ markedBy: 199 })).toEqual([]);
      expect(await mark({ exceptRoomIds: ['a'], now: 300 })).toBe(0);
      expect(await remove({ markedBy: 300 })).toEqual([]);
      await mark({ now: 400 });
      await storage.unmarkInactiveRooms();
      expect(await remove({ markedBy: 400 })).toEqual([]);
    });

    test('the newest activity is the latest of any user, session or room that does not lie after the current time', async () => {
      expect(await storage.newestActivity(time - 1)).toBeUndefined();
      expect(await storage.newestActivity(time)).toBe(time);
      await make({ a: time + 1, b: time + 9 });
      expect(await storage.newestActivity(time + 5)).toBe(time + 1);
      await storage.createSession(sessionRecord('one', 'id-of-ada', { lastUsed: time + 2 }));
      expect(await storage.newestActivity(time + 5)).toBe(time + 2);
      await storage.addActivity([{ userId: 'id-of-ada', notes: 0, playedMs: 0, lastSeen: time + 3 }]);
      expect(await storage.newestActivity(time + 5)).toBe(time + 3);
      expect(await storage.newestActivity(time + 10)).toBe(time + 9);
    });
  });

  describe('keys of the service', () => {
    test('the first key stored under a name stays, even across a restart', async () => {
      expect(await storage.serviceKey('one', 'first')).toBe('first');
      expect(await storage.serviceKey('one', 'second')).toBe('first');
      expect(await storage.serviceKey('two', 'second')).toBe('second');
      expect(await (await restart()).serviceKey('one', 'third')).toBe('first');
    });
  });

  describe('participant numbers', () => {
    test('R3.1: every number is reserved once per room, starting at 1, even by calls at the same time', async () => {
      const taken = await Promise.all([1, 2, 3].map(() => storage.takeNumbers('r', 64)));
      expect(taken).toEqual([1, 65, 129]);
      expect(await storage.takeNumbers('s', 2)).toBe(1);
      expect(await storage.takeNumbers('none', 64)).toBeUndefined();
    });

    test('R3.1: no number is reserved again after a restart', async () => {
      await storage.takeNumbers('r', 64);
      expect(await (await restart()).takeNumbers('r', 1)).toBe(65);
    });
  });

  describe('bans', () => {
    test('a ban made while the clock is ahead deletes no other, because the 50 most recent expired ones stay', async () => {
      const yearAhead = time + 365 * 86_400_000;
      const guestBan = (participant: number, over: object = {}) => {
        const made = { roomId: 'r', participant, address: '192.0.2.1', username: 'Guest', bannedBy: 'id-of-ada' };
        return { ...made, reason: '', until: time + 10, bannedAt: time, ...over };
      };
      await storage.addBan(ban('id-of-grace', { until: time + 10 }));
      await storage.addBan(ban('id-of-joan', { bannedAt: yearAhead }));
      expect((await storage.bansOf('r', time)).map(({ userId }) => userId)).toEqual(['id-of-joan', 'id-of-grace']);
      const count = serviceLimits.expiredKept;
      for (let participant = 1; participant <= count; participant++) await storage.addGuestBan(guestBan(participant));
      await storage.addGuestBan(guestBan(1_000, { until: undefined, bannedAt: yearAhead }));
      expect(await storage.guestBansOf('r', time)).toHaveLength(count + 1);
    });

    test('S18.17: a ban has user, moderator, reason and end; bans are listed newest first', async () => {
      await storage.addBan(ban('id-of-grace', { until: time + 10 }));
      await storage.addBan(ban('id-of-joan', { bannedAt: time + 1, reason: '' }));
      const named = [
        { ...ban('id-of-joan', { bannedAt: time + 1, reason: '' }), username: 'joan' },
        { ...ban('id-of-grace', { until: time + 10 }), username: 'grace' },
      ];
      expect(await storage.bansOf('r', time)).toEqual(named);
      expect(await storage.bansOf('s', time)).toEqual([]);
      expect(await storage.banOf('r', 'id-of-grace', time)).toEqual(named[1]);
      expect(await storage.banOf('s', 'id-of-grace', time)).toBeUndefined();
    });

    test('R13.4: a ban ends when it expires, and one without an end when it is removed', async () => {
      await storage.addBan(ban('id-of-grace', { until: time + 10 }));
      await storage.addBan(ban('id-of-joan'));
      expect(await storage.banOf('r', 'id-of-grace', time + 9)).toBeDefined();
      expect(await storage.banOf('r', 'id-of-grace', time + 10)).toBeUndefined();
      expect(await storage.removeBan('r', 'id-of-grace', time + 10)).toBe(false);
      expect((await storage.bansOf('r', time + 1e12)).map(({ userId }) => userId)).toEqual(['id-of-joan']);
      expect(await storage.removeBan('r', 'id-of-joan', time)).toBe(true);
      expect(await storage.removeBan('r', 'id-of-joan', time)).toBe(false);
      expect(await storage.bansOf('r', time)).toEqual([]);
    });

    test('ports: another ban of the same user replaces the first', async () => {
      await storage.addBan(ban('id-of-grace', { until: time + 10 }));
      const next = ban('id-of-grace', { reason: 'again', bannedBy: 'id-of-joan', bannedAt: time + 5 });
      await storage.addBan(next);
      expect(await storage.bansOf('r', time + 20)).toEqual([{ ...next, username: 'grace' }]);
    });

    test('ports: there are no bans of deleted users or from deleted rooms', async () => {
      await storage.addBan(ban('nobody'));
      await storage.addBan(ban('id-of-joan', { roomId: 'none' }));
      await storage.addBan(ban('id-of-grace'));
      await storage.deleteUser('id-of-grace');
      expect(await storage.bansOf('r', time)).toEqual([]);
      expect(await storage.bansOf('none', time)).toEqual([]);
    });

    test('ports: bans survive a restart', async () => {
      await storage.addBan(ban('id-of-grace'));
      expect(await (await restart()).banOf('r', 'id-of-grace', time)).toMatchObject({ username: 'grace' });
    });
  });

  test('ports: missing returns the sessions, users and rooms that do not exist, of any number', async () => {
    await storage.createSession(sessionRecord('one', 'id-of-ada'));
    const strangers = Array.from({ length: 1200 }, (_, index) => `x${index}`);
    const none = { sessionIds: [], userIds: [], roomIds: [] };
    const known = { sessionIds: [...strangers, 'one'], userIds: ['id-of-ada', 'x'], roomIds: ['r', ...strangers] };
    expect(await storage.missing(known, 0)).toEqual({ sessionIds: strangers, userIds: ['x'], roomIds: strangers });
    expect(await storage.missing(none, 0)).toEqual(none);
    const { expiresAt } = sessionRecord('one', 'id-of-ada');
    const expired = (now: number) => storage.missing({ ...none, sessionIds: ['one'] }, now);
    expect(await expired(expiresAt - 1)).toEqual(none);
    expect(await expired(expiresAt)).toEqual({ ...none, sessionIds: ['one'] });
  });
}
