import { limits, serviceLimits } from '@roomtone/protocol';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isLong } from '../../../../testing/long-runs.ts';
import type { RoomListRequest } from '../../src/ports/room-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { chatRecord, roomRecord, sessionRecord, userRecord } from '../support/records.ts';
import { accountsContract } from './accounts.contract.ts';
import { auditContract } from './audit.contract.ts';
import { botsContract } from './bots.contract.ts';
import { directMessagesContract } from './direct-messages.contract.ts';
import { friendsContract } from './friends.contract.ts';
import { invitationsContract } from './invitations.contract.ts';
import { moderationContract } from './moderation.contract.ts';
import { roomsContract } from './rooms.contract.ts';
import { secondFactorsContract } from './second-factors.contract.ts';
import { sheetsContract } from './sheets.contract.ts';
import type { StorageUnderTest } from './storage-under-test.ts';
import { webhooksContract } from './webhooks.contract.ts';

/** Every Storage passes this suite. `setUp` is called for each test and may register its own cleanup. */
export function storageContract(setUp: () => StorageUnderTest): void {
  // In groups, so that a test opens only the storage of its own contract.
  describe('accounts and sessions of a user', () => accountsContract(() => setUp().open()));
  describe('what users have besides the password', () => secondFactorsContract(() => setUp().open()));
  describe('bots and moderators of rooms', () => botsContract(() => setUp().open()));
  describe('relations between users', () => friendsContract(() => setUp().open()));
  describe('existing rooms', () => roomsContract(setUp));
  describe('the audit log', () => auditContract(() => setUp().open()));
  describe('invitations that admit', () => invitationsContract(() => setUp().open()));
  describe('sheets and set lists', () => sheetsContract(() => setUp().open()));
  describe('webhooks and their deliveries', () => webhooksContract(() => setUp().open()));
  describe('moderation', () => moderationContract(setUp));
  describe('messages between friends', () => directMessagesContract(setUp));
  describe('users, sessions, rooms and chat', () => coreContract(setUp));
}

function coreContract(setUp: () => StorageUnderTest): void {
  let storage: Storage;
  let reopen: StorageUnderTest['reopen'];

  beforeEach(async () => {
    const subject = setUp();
    storage = await subject.open();
    reopen = subject.reopen;
    return () => storage.close();
  });

  describe('users', () => {
    test('ports: a created user is found by id, and by username and email ignoring case', async () => {
      const ada = userRecord('Ada');
      expect(await storage.createUser(ada)).toEqual(ada);
      expect(await storage.userById(ada.userId)).toEqual(ada);
      expect(await storage.userByLogin('aDA')).toEqual(ada);
      expect(await storage.userByLogin('ada@EXAMPLE.org')).toEqual(ada);
      expect(await storage.userByLogin('nobody')).toBeUndefined();
      expect(await storage.userById('nobody')).toBeUndefined();
    });

    test('S11.4, S11.7: usernames, emails and tags are unique, usernames and emails ignoring case', async () => {
      await storage.createUser(userRecord('Ada'));
      const other = userRecord('grace');
      expect(await storage.createUser({ ...other, username: 'aDa' })).toEqual({ taken: 'username' });
      expect(await storage.createUser({ ...other, email: 'ADA@example.org' })).toEqual({ taken: 'email' });
      expect(await storage.createUser({ ...other, userTag: 'ada#0001' })).toEqual({ taken: 'userTag' });
      expect(await storage.userById(other.userId)).toBeUndefined();
      expect(await storage.createUser(other)).toEqual(other);
    });

    test('ports: any number of users may have no email', async () => {
      const ada = userRecord('ada', { email: undefined });
      const grace = userRecord('grace', { email: undefined });
      expect(await storage.createUser(ada)).toEqual(ada);
      expect(await storage.createUser(grace)).toEqual(grace);
      expect(await storage.userById(grace.userId)).toEqual(grace);
    });

    test('S11.4: of several registrations with the same username at once, one succeeds', async () => {
      const wanting = Array.from({ length: 20 }, (_, index) =>
        storage.createUser(userRecord('Ada', { userId: `id-${index}`, email: undefined })),
      );
      const results = await Promise.all(wanting);
      expect(results.filter((result) => 'taken' in result)).toHaveLength(19);
      expect(results[0]).toMatchObject({ userId: 'id-0' });
    });
  });

  describe('sessions', () => {
    beforeEach(async () => {
      await storage.createUser(userRecord('ada'));
      await storage.createUser(userRecord('grace'));
    });

    test('ports: a session is stored unchanged until it is deleted', async () => {
      const session = sessionRecord('one', 'id-of-ada');
      await storage.createSession(session);
      expect(await storage.sessionById('one')).toEqual(session);
      await storage.deleteSession('one');
      expect(await storage.sessionById('one')).toBeUndefined();
      await storage.deleteSession('one');
    });

    test('S12.10: of two rotations of a session at once, one succeeds', async () => {
      await storage.createSession(sessionRecord('one', 'id-of-ada'));
      const next = (refreshHash: string) => ({ refreshHash, previousHash: 'hash-of-one', lastUsed: 5, expiresAt: 6 });
      const results = await Promise.all([
        storage.rotateSession('one', 'hash-of-one', next('first')),
        storage.rotateSession('one', 'hash-of-one', next('second')),
      ]);
      expect(results).toEqual([true, false]);
      expect(await storage.sessionById('one')).toEqual(sessionRecord('one', 'id-of-ada', next('first')));
      expect(await storage.rotateSession('none', 'hash-of-one', next('third'))).toBe(false);
    });

    test("a new session deletes all but the 50 most recently used of its user's expired sessions, and no other user's", async () => {
      const { expiredKept } = serviceLimits;
      const early = (lastUsed: number) => ({ createdAt: 0, lastUsed, expiresAt: 100 });
      await storage.createSession(sessionRecord('of-grace', 'id-of-grace', early(0)));
      for (let index = 0; index <= expiredKept; index++) {
        await storage.createSession(sessionRecord(`old-${index}`, 'id-of-ada', early(index)));
      }
      const lives = { createdAt: 0, lastUsed: 0, expiresAt: 101 };
      await storage.createSession(sessionRecord('alive', 'id-of-ada', lives));
      await storage.createSession(sessionRecord('new', 'id-of-ada', { createdAt: 100, expiresAt: 200 }));
      const ids = ['old-0', 'old-1', `old-${expiredKept}`, 'of-grace', 'alive', 'new'];
      const found = await Promise.all(ids.map((sessionId) => storage.sessionById(sessionId)));
      expect(found.map((session) => session?.sessionId)).toEqual([undefined, ...ids.slice(1)]);
    });
  });

  describe('rooms', () => {
    const everything: RoomListRequest = { page: 1, limit: 100, roomTypes: ['public', 'private', 'pro'] };
    const listed = async (over: Partial<RoomListRequest> = {}) => {
      const { rooms, total } = await storage.listRooms({ ...everything, ...over });
      return { ids: rooms.map((room) => room.roomId), total };
    };

    beforeEach(async () => {
      await storage.createUser(userRecord('ada'));
      await storage.createUser(userRecord('grace'));
    });

    test("ports: a room is stored unchanged and read with its owner's name", async () => {
      const room = roomRecord('r', 'id-of-ada', { passwordHash: '$argon2id$', roomType: 'private', maxUsers: 3 });
      expect(await storage.createRoom(room, 10)).toEqual({
        ...room,
        ownerName: 'ada',
        ownerDisplayName: 'ada',
        moderatorIds: [],
        playerIds: [],
      });
      expect(await storage.roomById('r')).toEqual({
        ...room,
        ownerName: 'ada',
        ownerDisplayName: 'ada',
        moderatorIds: [],
        playerIds: [],
      });
      expect(await storage.roomById('none')).toBeUndefined();
    });

    test('S18.7: an owner has no more rooms than the quota, even if many are created at once', async () => {
      const asked = ['1', '2', '3', '4'].map((id) => storage.createRoom(roomRecord(id, 'id-of-ada'), 2));
      const results = await Promise.all(asked);
      expect(results.map((result) => result !== undefined && 'taken' in result)).toEqual([false, false, true, true]);
      expect(results[3]).toEqual({ taken: 'roomQuota' });
      expect(await storage.createRoom(roomRecord('5', 'id-of-grace'), 2)).toMatchObject({
        ownerName: 'grace',
        ownerDisplayName: 'grace',
      });
      expect(await storage.createRoom(roomRecord('6', 'id-of-ada'), 3)).toMatchObject({ roomId: '6' });
    });

    test('S13.7: no room is created for a deleted account', async () => {
      await storage.deleteUser('id-of-ada');
      expect(await storage.createRoom(roomRecord('r', 'id-of-ada'), 10)).toBeUndefined();
      expect(await storage.roomById('r')).toBeUndefined();
    });

    test('S18.8: rooms are listed by most recent activity, then by room_id', async () => {
      for (const [id, lastActivity] of Object.entries({ b: 5, c: 9, a: 5, d: 1 })) {
        await storage.createRoom(roomRecord(id, 'id-of-ada', { lastActivity }), 10);
      }
      expect(await listed()).toEqual({ ids: ['c', 'a', 'b', 'd'], total: 4 });
    });

    test('S18.9: pages do not overlap, and one past the end is empty and still has the total', async () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) await storage.createRoom(roomRecord(id, 'id-of-ada'), 10);
      expect(await listed({ limit: 2 })).toEqual({ ids: ['a', 'b'], total: 5 });
      expect(await listed({ limit: 2, page: 2 })).toEqual({ ids: ['c', 'd'], total: 5 });
      expect(await listed({ limit: 2, page: 3 })).toEqual({ ids: ['e'], total: 5 });
      expect(await listed({ limit: 2, page: 4 })).toEqual({ ids: [], total: 5 });
      expect(await listed({ limit: 2, page: 1e300 })).toEqual({ ids: [], total: 5 });
    });

    test('ports: lists can be filtered by type, owner or named user, and ids, together or separately', async () => {
      await storage.createRoom(roomRecord('a', 'id-of-ada'), 10);
      await storage.createRoom(roomRecord('b', 'id-of-ada', { roomType: 'private' }), 10);
      await storage.createRoom(roomRecord('c', 'id-of-grace', { roomType: 'private' }), 10);
      await storage.createRoom(roomRecord('d', 'id-of-grace', { roomType: 'pro' }), 10);
      expect(await listed({ roomTypes: ['public', 'pro'] })).toEqual({ ids: ['a', 'd'], total: 2 });
      expect(await listed({ roomTypes: ['private'], ofUserId: 'id-of-ada' })).toEqual({ ids: ['b'], total: 1 });
      expect(await listed({ roomIds: ['d', 'b', 'none'] })).toEqual({ ids: ['b', 'd'], total: 2 });
      expect(await listed({ roomIds: ['d', 'b'], ofUserId: 'id-of-grace' })).toEqual({ ids: ['d'], total: 1 });
      await storage.setModerator('b', { userId: 'id-of-grace', isModerator: true }, 10);
      await storage.setNamedPlayer('c', { userId: 'id-of-ada', isNamed: true }, 10);
      expect(await listed({ roomTypes: ['private'], ofUserId: 'id-of-ada' })).toEqual({ ids: ['b', 'c'], total: 2 });
      expect(await listed({ roomIds: ['d', 'b'], ofUserId: 'id-of-grace' })).toEqual({ ids: ['b', 'd'], total: 2 });
      await storage.setModerator('b', { userId: 'id-of-grace', isModerator: false }, 10);
      expect(await listed({ roomIds: ['d', 'b'], ofUserId: 'id-of-grace' })).toEqual({ ids: ['d'], total: 1 });
      expect(await listed({ roomIds: [] })).toEqual({ ids: [], total: 0 });
      expect(await listed({ roomTypes: [] })).toEqual({ ids: [], total: 0 });
    });

    test('ports: activity never goes backwards, and that of deleted rooms is ignored', async () => {
      await storage.createRoom(roomRecord('a', 'id-of-ada', { lastActivity: 100 }), 10);
      await storage.createRoom(roomRecord('b', 'id-of-ada', { lastActivity: 100 }), 10);
      await storage.touchRooms([
        { roomId: 'a', lastActivity: 99 },
        { roomId: 'none', lastActivity: 200 },
        { roomId: 'b', lastActivity: 101 },
      ]);
      await storage.touchRooms([]);
      expect(await storage.roomById('a')).toMatchObject({ lastActivity: 100 });
      expect(await storage.roomById('b')).toMatchObject({ lastActivity: 101 });
    });

    test('ports: a room has no tempo until one is set, and those of deleted rooms are ignored', async () => {
      await storage.createRoom(roomRecord('a', 'id-of-ada', { lastActivity: 100 }), 10);
      expect(await storage.roomById('a')).not.toHaveProperty('tempo');
      const waltz = { tempo: 90_500, beatsPerBar: 3, beatsBefore: 2 ** 40 };
      await storage.setTempos([
        { roomId: 'none', ...waltz },
        { roomId: 'a', ...waltz },
      ]);
      expect(await storage.roomById('a')).toMatchObject({ tempo: waltz, lastActivity: 100 });
    });

    test('ports: loops are read by slot with their makers’ names, and an earlier revision changes nothing', async () => {
      await storage.createUser(userRecord('bo'));
      await storage.createRoom(roomRecord('a', 'id-of-ada'), 10);
      const loop = (slot: number, revision: number, over = {}) => ({
        ...{ roomId: 'a', slot, userId: 'id-of-bo', revision, loop: `loop ${revision}` },
        ...over,
      });
      await storage.setLoops([]);
      await storage.setLoops([loop(3, 5), loop(0, 6), loop(1, 7), { ...loop(0, 8), roomId: 'none' }]);
      await storage.setLoops([loop(3, 4), loop(1, 9, { loop: undefined }), loop(0, 5, { loop: undefined })]);
      const named = { username: 'bo' };
      expect(await storage.loopsOf('a')).toEqual([loop(0, 6, named), loop(3, 5, named)]);
      await storage.deleteUser('id-of-bo');
      await storage.setLoops([loop(2, 10)]);
      const nobody = { userId: '' };
      expect(await storage.loopsOf('a')).toEqual([loop(0, 6, nobody), loop(2, 10, nobody), loop(3, 5, nobody)]);
      await storage.deleteRoom('a');
      expect(await storage.loopsOf('a')).toEqual([]);
    });
  });

  describe('chat', () => {
    beforeEach(async () => {
      await storage.createUser(userRecord('ada'));
      await storage.createRoom(roomRecord('r', 'id-of-ada'), 10);
      await storage.createRoom(roomRecord('s', 'id-of-ada'), 10);
    });

    test('ports: the newest messages are read oldest first, in the order they were added, whatever their timestamps', async () => {
      const system = chatRecord('r', 'first', { userId: '', messageType: 'system', timestamp: 9 });
      await Promise.all([
        storage.addChat(system),
        storage.addChat(chatRecord('r', 'second', { timestamp: 8 })),
        storage.addChat(chatRecord('s', 'elsewhere')),
        storage.addChat(chatRecord('r', 'third', { timestamp: 8 })),
      ]);
      expect((await storage.recentChat('r', 2)).map(({ message }) => message)).toEqual(['second', 'third']);
      expect((await storage.recentChat('r', 50))[0]).toEqual({ ...system, position: 1 });
      expect((await storage.recentChat('r', 1, 3)).map(({ message, position }) => [message, position])).toEqual([
        ['second', 2],
      ]);
      expect(await storage.recentChat('none', 50)).toEqual([]);
    });

    // A thousand transactions, which take PostgreSQL ten seconds.
    if (isLong || process.env['ROOMTONE_TEST_DATABASE'] !== 'postgres') {
      test('R4.10: the newest 1,000 messages of a room stay', async () => {
        const { stored } = limits.chatHistory;
        await storage.addChat(chatRecord('s', 'elsewhere'));
        const messages = Array.from({ length: stored + 3 }, (_, index) => chatRecord('r', `${index}`));
        await Promise.all(messages.map((message) => storage.addChat(message)));
        const kept = await storage.recentChat('r', stored * 2);
        expect(kept).toHaveLength(stored);
        expect(kept[0]?.message).toBe('3');
        expect(kept.at(-1)?.message).toBe(`${stored + 2}`);
        expect(await storage.recentChat('s', 5)).toHaveLength(1);
      });
    }
  });

  test('ports: operations apply in the order they were called, without waiting in between', async () => {
    const calls = [
      storage.createUser(userRecord('ada')),
      storage.createSession(sessionRecord('one', 'id-of-ada')),
      storage.sessionById('one'),
      storage.deleteSession('one'),
      storage.sessionById('one'),
    ];
    const results = await Promise.all(calls);
    expect(results[2]).toMatchObject({ sessionId: 'one' });
    expect(results[4]).toBeUndefined();
  });

  test('decision 002: an operation that fails is rolled back alone', async () => {
    const results = await Promise.allSettled([
      storage.createUser(userRecord('ada')),
      storage.createSession(sessionRecord('of-nobody', 'nobody')),
      storage.addChat(chatRecord('no-room', 'hello')),
      storage.createRoom(roomRecord('r', 'id-of-ada'), 10),
      storage.addChat(chatRecord('no-room', 'again')),
      storage.createUser(userRecord('grace')),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await storage.sessionById('of-nobody')).toBeUndefined();
    expect(await storage.roomById('r')).toMatchObject({ ownerName: 'ada', ownerDisplayName: 'ada' });
    expect(await storage.userById('id-of-grace')).toBeDefined();
  });

  test('ports: acknowledged data is there after closing and opening again', async () => {
    if (reopen === undefined) return;
    const room = roomRecord('r', 'id-of-ada');
    await storage.createUser(userRecord('ada'));
    await storage.createSession(sessionRecord('one', 'id-of-ada'));
    await storage.createRoom(room, 10);
    await storage.addChat(chatRecord('r', 'hello'));
    // Closing finishes operations that nobody has awaited.
    const pending = storage.addChat(chatRecord('r', 'and goodbye'));
    await storage.close();
    await pending;
    const again = await reopen();
    onTestFinished(() => again.close());
    expect(await again.userByLogin('ADA')).toEqual(userRecord('ada'));
    expect(await again.sessionById('one')).toEqual(sessionRecord('one', 'id-of-ada'));
    expect(await again.roomById('r')).toEqual({
      ...room,
      ownerName: 'ada',
      ownerDisplayName: 'ada',
      moderatorIds: [],
      playerIds: [],
    });
    expect(await again.recentChat('r', 5)).toMatchObject([chatRecord('r', 'hello'), chatRecord('r', 'and goodbye')]);
  });
}
