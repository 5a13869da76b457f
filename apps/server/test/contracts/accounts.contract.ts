import { beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { chatRecord, roomRecord, sessionRecord, userRecord } from '../support/records.ts';

const time = Date.UTC(2026, 0, 1);

/** Accounts, figures and a user's sessions in every Storage. `open` is called for each test. */
export function accountsContract(open: () => Promise<Storage>): void {
  let storage: Storage;

  beforeEach(async () => {
    storage = await open();
    for (const name of ['ada', 'Grace', 'joan']) await storage.createUser(userRecord(name));
    return () => storage.close();
  });

  describe('accounts', () => {
    test('ports: a user is found by id and by username ignoring case, never by email', async () => {
      const grace = userRecord('Grace');
      expect(await storage.userByIdOrName('id-of-Grace')).toEqual(grace);
      expect(await storage.userByIdOrName('gRACE')).toEqual(grace);
      expect(await storage.userByIdOrName('Grace@example.org')).toBeUndefined();
      expect(await storage.userByIdOrName('nobody')).toBeUndefined();
    });

    test('S17.6: people are listed by a part of their name, those seen last first, and bots are not', async () => {
      const at = (userId: string, lastSeen: number) => ({ userId, notes: 0, playedMs: 0, lastSeen });
      await storage.createUser(userRecord('a_d'));
      await storage.createUser({ ...userRecord('adabot'), bot: { ownerId: 'id-of-ada', scopes: ['play'] } });
      await storage.addActivity([at('id-of-Grace', time + 2), at('id-of-ada', time + 3)]);
      const names = async (search: string, limit = 10) =>
        (await storage.listUsers(search, limit)).map(({ username }) => username);
      expect(await names('')).toEqual(['ada', 'Grace', 'a_d', 'joan']);
      expect(await names('', 1)).toEqual(['ada']);
      expect(await names('RA')).toEqual(['Grace']);
      expect(await names('a_d')).toEqual(['a_d']);
      expect(await names('%')).toEqual([]);
      await storage.updateProfile('id-of-joan', { displayName: 'Жанна Д’Арк' });
      expect(await names('жанна')).toEqual(['joan']);
      expect((await storage.listUsers('grace', 1))[0]).toMatchObject({ roles: ['member'], lastSeen: time + 2 });
      expect(await storage.hasAdmin()).toBe(false);
      await storage.setRoles('id-of-joan', ['member', 'admin']);
      expect(await storage.hasAdmin()).toBe(true);
    });

    test('S13.1: a new profile has the dark theme, notifications on, its creation as last_seen, and no figures', async () => {
      expect(await storage.profile('id-of-ada')).toEqual({
        user: userRecord('ada'),
        theme: 'dark',
        isThemeChosen: false,
        language: '',
        notifications: true,
        emailVerified: false,
        lastSeen: time,
        totalNotes: 0,
        playedMs: 0,
        roomsCreated: 0,
      });
      expect(await storage.profile('nobody')).toBeUndefined();
    });

    test('ports: a change affects the fields it has and no others', async () => {
      const before = await storage.profile('id-of-ada');
      expect(await storage.updateProfile('id-of-ada', {})).toEqual(before);
      const light = { ...before, theme: 'light', isThemeChosen: true, notifications: false, language: 'pt-BR' };
      expect(
        await storage.updateProfile('id-of-ada', { theme: 'light', notifications: false, language: 'pt-BR' }),
      ).toEqual(light);
      const renamed = { ...light, user: { ...userRecord('ada'), username: 'ADA', email: 'lovelace@example.org' } };
      expect(await storage.updateProfile('id-of-ada', { username: 'ADA', email: 'lovelace@example.org' })).toEqual(
        renamed,
      );
      expect(await storage.profile('id-of-ada')).toEqual(renamed);
      expect(await storage.userByLogin('LOVELACE@example.org')).toEqual(renamed.user);
      expect(await storage.userByLogin('ada@example.org')).toBeUndefined();
      expect(await storage.updateProfile('nobody', { theme: 'light' })).toBeUndefined();
    });

    test('S11.10, S13.12: a display name is kept beside the username, and is read wherever that is', async () => {
      const { user } = (await storage.profile('id-of-ada')) ?? {};
      const shown = { ...user, displayName: 'Ада' };
      expect(await storage.updateProfile('id-of-ada', { displayName: 'Ада' })).toMatchObject({ user: shown });
      expect(await storage.userByLogin('ada')).toEqual(shown);
      await storage.createRoom(roomRecord('jam', 'id-of-ada'), 10);
      expect(await storage.roomById('jam')).toMatchObject({ ownerName: 'ada', ownerDisplayName: 'Ада' });
      const said = chatRecord('jam', 'hi', { username: 'ada', displayName: 'Ада' });
      await storage.addChat(said);
      expect(await storage.recentChat('jam', 1)).toEqual([{ ...said, position: 1 }]);
      await storage.requestFriend('id-of-ada', 'id-of-Grace', time);
      const { requests } = await storage.friendsOf('id-of-Grace');
      expect(requests).toEqual([expect.objectContaining({ username: 'ada', displayName: 'Ада' })]);
      expect(await storage.updateProfile('id-of-ada', { displayName: null })).toMatchObject({ user });
      expect(await storage.userByLogin('ada')).not.toHaveProperty('displayName');
      expect(await storage.roomById('jam')).toMatchObject({ ownerName: 'ada', ownerDisplayName: 'ada' });
    });

    test('ports: a link verifies the email that it was sent to, once and in time', async () => {
      const token = (tokenHash: string, over: object = {}) => ({
        tokenHash,
        userId: 'id-of-ada',
        purpose: 'verification' as const,
        email: 'ADA@example.org',
        expiresAt: time + 10,
        ...over,
      });
      const isVerified = async () => (await storage.profile('id-of-ada'))?.emailVerified;
      await storage.addEmailToken(token('one'));
      await storage.addEmailToken(token('two'));
      await storage.addEmailToken(token('other', { purpose: 'recovery' }));
      expect(await storage.verifyEmail('one', time)).toBeUndefined();
      expect(await storage.verifyEmail('other', time)).toBeUndefined();
      expect(await storage.userOfEmailToken('two', 'verification', time + 10)).toBeUndefined();
      expect(await storage.userOfEmailToken('two', 'verification', time)).toEqual(userRecord('ada'));
      expect(await isVerified()).toBe(false);
      expect(await storage.verifyEmail('two', time)).toEqual(userRecord('ada'));
      expect([await storage.verifyEmail('two', time), await isVerified()]).toEqual([undefined, true]);
      await storage.updateProfile('id-of-ada', { email: 'Ada@Example.org', theme: 'light' });
      expect(await isVerified()).toBe(true);
      await storage.addEmailToken(token('late'));
      await storage.updateProfile('id-of-ada', { email: 'lovelace@example.org' });
      expect([await storage.verifyEmail('late', time), await isVerified()]).toEqual([undefined, false]);
      await storage.addEmailToken(token('nobody', { userId: 'nobody' }));
      expect(await storage.verifyEmail('nobody', time)).toBeUndefined();
    });

    test('ports: a link sets a password, once, and ends every session', async () => {
      const email = 'ada@example.org';
      await storage.createSession(sessionRecord('s1', 'id-of-ada'));
      await storage.createSession(sessionRecord('s2', 'id-of-Grace'));
      await storage.addEmailToken({
        ...{ tokenHash: 'one', userId: 'id-of-ada', purpose: 'recovery', email, expiresAt: time + 10 },
      });
      expect(await storage.recoverPassword('one', 'new', time + 10)).toBeUndefined();
      await storage.addEmailToken({
        ...{ tokenHash: 'two', userId: 'id-of-ada', purpose: 'recovery', email, expiresAt: time + 10 },
      });
      const recovered = { userId: 'id-of-ada', endedSessions: ['s1'] };
      expect(await storage.recoverPassword('two', 'new', time)).toEqual(recovered);
      expect(await storage.recoverPassword('two', 'newer', time)).toBeUndefined();
      const profile = await storage.profile('id-of-ada');
      expect([profile?.user.passwordHash, profile?.emailVerified]).toEqual(['new', true]);
    });

    test('ports: an email can be removed, and several users may have none', async () => {
      for (const name of ['ada', 'joan']) {
        const changed = await storage.updateProfile(`id-of-${name}`, { email: null });
        expect(changed).toMatchObject({ user: { username: name, email: undefined } });
      }
      expect(await storage.userByLogin('ada@example.org')).toBeUndefined();
    });

    test('S13.4: a changed username or email is unique ignoring case; a refused change changes nothing', async () => {
      const before = await storage.profile('id-of-ada');
      const change = { theme: 'light', notifications: false } as const;
      expect(await storage.updateProfile('id-of-ada', { ...change, username: 'grace' })).toEqual({ taken: 'username' });
      const email = 'GRACE@example.org';
      expect(await storage.updateProfile('id-of-ada', { ...change, email })).toEqual({ taken: 'email' });
      expect(await storage.profile('id-of-ada')).toEqual(before);
    });

    test('S13.4: of several users who change to the same username at once, one succeeds', async () => {
      const wanting = ['ada', 'Grace', 'joan'].map((name) =>
        storage.updateProfile(`id-of-${name}`, { username: 'new' }),
      );
      const results = await Promise.all(wanting);
      expect(results.map((result) => result !== undefined && 'taken' in result)).toEqual([false, true, true]);
    });

    test('ports: a picture is set and removed, and each time the previous one is returned', async () => {
      expect(await storage.setAvatar('id-of-ada', 'one.webp')).toEqual({ previous: undefined });
      expect(await storage.userById('id-of-ada')).toEqual(userRecord('ada', { avatarName: 'one.webp' }));
      expect(await storage.setAvatar('id-of-ada', 'two.webp')).toEqual({ previous: 'one.webp' });
      expect(await storage.setAvatar('id-of-ada', undefined)).toEqual({ previous: 'two.webp' });
      expect(await storage.userById('id-of-ada')).toEqual(userRecord('ada'));
      expect(await storage.setAvatar('nobody', 'one.webp')).toBeUndefined();
    });

    test('ports: roles are set', async () => {
      const roles = ['member', 'moderator'];
      expect(await storage.setRoles('id-of-ada', roles)).toEqual(userRecord('ada', { roles }));
      expect(await storage.userById('id-of-ada')).toEqual(userRecord('ada', { roles }));
      expect(await storage.setRoles('nobody', roles)).toBeUndefined();
    });
  });

  describe('figures', () => {
    test('S15.4, S15.5: figures add up, and last_seen never goes backwards', async () => {
      const of = (name: string, notes: number, playedMs: number, lastSeen: number) => ({
        userId: `id-of-${name}`,
        notes,
        playedMs,
        lastSeen,
      });
      await storage.addActivity([of('ada', 3, 1500, time + 5), of('nobody', 1, 1, 1), of('Grace', 0, 0, 0)]);
      await storage.addActivity([of('ada', 4, 700, time + 4)]);
      await storage.addActivity([]);
      expect(await storage.profile('id-of-ada')).toMatchObject({ totalNotes: 7, playedMs: 2200, lastSeen: time + 5 });
      expect(await storage.profile('id-of-Grace')).toMatchObject({ totalNotes: 0, playedMs: 0, lastSeen: time });
    });

    test('S15.3: rooms_created counts rooms that were created and not those that were refused', async () => {
      await storage.createRoom(roomRecord('r', 'id-of-ada'), 2);
      await storage.createRoom(roomRecord('s', 'id-of-ada'), 2);
      await storage.createRoom(roomRecord('t', 'id-of-ada'), 2);
      expect(await storage.profile('id-of-ada')).toMatchObject({ roomsCreated: 2 });
      expect(await storage.profile('id-of-joan')).toMatchObject({ roomsCreated: 0 });
    });
  });

  describe('sessions of a user', () => {
    beforeEach(async () => {
      const session = (id: string, owner: string, lastUsed: number, expiresAt: number) =>
        storage.createSession(sessionRecord(id, `id-of-${owner}`, { createdAt: 0, lastUsed, expiresAt }));
      await session('old', 'ada', 1, 100);
      await session('new', 'ada', 3, 101);
      await session('middle', 'ada', 2, 102);
      await session('other', 'joan', 9, 100);
    });

    test('ports: sessions that have not expired are listed, most recently used first', async () => {
      const ids = async (now: number) => (await storage.sessionsOf('id-of-ada', now)).map((one) => one.sessionId);
      expect(await ids(99)).toEqual(['new', 'middle', 'old']);
      expect(await ids(100)).toEqual(['new', 'middle']);
      expect(await storage.sessionsOf('nobody', 0)).toEqual([]);
    });

    test('S12.18: a changed password ends all other sessions of the user and of nobody else', async () => {
      const ended = await storage.changePassword('id-of-ada', 'new hash', 'middle');
      expect([...ended].sort()).toEqual(['new', 'old']);
      expect(await storage.userById('id-of-ada')).toEqual(userRecord('ada', { passwordHash: 'new hash' }));
      expect((await storage.sessionsOf('id-of-ada', 0)).map((one) => one.sessionId)).toEqual(['middle']);
      expect(await storage.sessionById('other')).toBeDefined();
    });

    test('ports: all sessions of a user end at once', async () => {
      expect([...(await storage.deleteSessionsOf('id-of-ada'))].sort()).toEqual(['middle', 'new', 'old']);
      expect(await storage.sessionsOf('id-of-ada', 0)).toEqual([]);
      expect(await storage.deleteSessionsOf('id-of-ada')).toEqual([]);
      expect(await storage.sessionById('other')).toBeDefined();
    });
  });

  describe('a deleted account', () => {
    test('S13.7, S13.8, decision 004: its sessions, friends, blocks and rooms are deleted; its chat in other rooms stays without a user', async () => {
      await storage.createSession(sessionRecord('one', 'id-of-ada'));
      await storage.createRoom(roomRecord('mine', 'id-of-ada'), 10);
      await storage.createRoom(roomRecord('theirs', 'id-of-joan'), 10);
      await storage.addChat(chatRecord('mine', 'bye'));
      await storage.addChat(chatRecord('theirs', 'hello'));
      const answer = chatRecord('theirs', 'hi', { userId: 'id-of-joan', username: 'joan' });
      await storage.addChat(answer);
      await storage.requestFriend('id-of-ada', 'id-of-joan', 1);
      await storage.acceptFriend('id-of-joan', 'id-of-ada', 2);
      await storage.requestFriend('id-of-ada', 'id-of-Grace', 3);
      await storage.setAvatar('id-of-ada', 'one.webp');

      expect(await storage.deleteUser('id-of-ada')).toEqual({
        sessionIds: ['one'],
        roomIds: ['mine'],
        botIds: [],
        avatarName: 'one.webp',
      });
      expect(await storage.userByLogin('ada')).toBeUndefined();
      expect(await storage.userByLogin('ada@example.org')).toBeUndefined();
      expect(await storage.profile('id-of-ada')).toBeUndefined();
      expect(await storage.sessionById('one')).toBeUndefined();
      expect(await storage.roomById('mine')).toBeUndefined();
      expect(await storage.recentChat('mine', 9)).toEqual([]);
      expect(await storage.recentChat('theirs', 9)).toMatchObject([
        chatRecord('theirs', 'hello', { userId: '', username: 'deleted' }),
        answer,
      ]);
      expect(await storage.friendsOf('id-of-joan')).toEqual({ friends: [], requests: [] });
      expect(await storage.friendsOf('id-of-Grace')).toEqual({ friends: [], requests: [] });
    });

    test('S13.8, decision 004: chat stored after the account was deleted is renamed when it is deleted again', async () => {
      await storage.createRoom(roomRecord('theirs', 'id-of-joan'), 10);
      await storage.deleteUser('id-of-ada');
      await storage.addChat(chatRecord('theirs', 'still here'));
      expect(await storage.deleteUser('id-of-ada')).toBeUndefined();
      expect(await storage.recentChat('theirs', 9)).toMatchObject([
        chatRecord('theirs', 'still here', { userId: '', username: 'deleted' }),
      ]);
    });

    test('S13.8, decision 004: its username, email and tag are free, and a new account with them has nothing of the old one', async () => {
      await storage.requestFriend('id-of-joan', 'id-of-ada', 1);
      await storage.block('id-of-ada', 'id-of-Grace', 1);
      await storage.block('id-of-joan', 'id-of-ada', 1);
      expect(await storage.deleteUser('id-of-ada')).toMatchObject({ roomIds: [], avatarName: undefined });
      expect(await storage.deleteUser('id-of-ada')).toBeUndefined();
      expect(await storage.createUser(userRecord('ada'))).toEqual(userRecord('ada'));
      expect(await storage.blocksOf('id-of-ada')).toEqual([]);
      expect(await storage.blocksOf('id-of-joan')).toEqual([]);
      expect(await storage.friendsOf('id-of-ada')).toEqual({ friends: [], requests: [] });
      expect(await storage.profile('id-of-ada')).toMatchObject({ roomsCreated: 0 });
    });
  });
}
