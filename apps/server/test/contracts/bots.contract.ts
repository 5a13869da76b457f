import { beforeEach, expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { roomRecord, sessionRecord, userRecord } from '../support/records.ts';

const time = Date.UTC(2026, 0, 1);

/** Bots and the moderators of rooms in every Storage. */
export function botsContract(open: () => Promise<Storage>): void {
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
    for (const name of ['ada', 'bo']) await storage.createUser(userRecord(name));
    return () => storage.close();
  });

  const bot = (name: string, ownerId = 'id-of-ada') =>
    userRecord(name, { email: undefined, bot: { ownerId, scopes: ['listen', 'play'] } });
  const add = (name: string, quota = 10, ownerId = 'id-of-ada') =>
    storage.addBot(bot(name, ownerId), sessionRecord(`session-of-${name}`, `id-of-${name}`), quota);

  test('S32.1: a bot belongs to its owner, who may have only so many, however many are made at once', async () => {
    expect(await add('click')).toEqual(bot('click'));
    expect(await storage.userById('id-of-click')).toEqual(bot('click'));
    expect(await storage.sessionById('session-of-click')).toMatchObject({ userId: 'id-of-click' });
    expect(await add('click')).toEqual({ taken: 'username' });
    expect(await add('lost', 10, 'nobody')).toBeUndefined();
    const more = await Promise.all(['tick', 'tock'].map((name) => add(name, 2)));
    expect(more.filter((one) => one !== undefined && 'taken' in one)).toEqual([{ taken: 'botQuota' }]);
    expect(await storage.sessionById('session-of-lost')).toBeUndefined();
    expect((await storage.botsOf('id-of-ada')).map(({ user, lastSeen }) => [user.username, lastSeen])).toContainEqual([
      'click',
      time,
    ]);
    expect(await storage.botsOf('id-of-bo')).toEqual([]);
  });

  test('S32.4: another session replaces a bot’s own, and bots are deleted with their owner', async () => {
    await add('click');
    const next = sessionRecord('next', 'id-of-click');
    expect(await storage.replaceBotSession(next)).toEqual(['session-of-click']);
    expect(await storage.sessionById('next')).toEqual(next);
    expect(await storage.replaceBotSession(sessionRecord('theft', 'id-of-bo'))).toBeUndefined();
    expect(await storage.deleteUser('id-of-ada')).toMatchObject({ botIds: ['id-of-click'], sessionIds: ['next'] });
    expect(await storage.userById('id-of-click')).toBeUndefined();
  });

  test('S32.12: moderators are named once, up to a quota, and go with their account', async () => {
    await storage.createRoom(roomRecord('r', 'id-of-ada'), 10);
    await add('click');
    const set = (userId: string, isModerator: boolean, quota = 2) =>
      storage.setModerator('r', { userId, isModerator }, quota);
    expect(await set('id-of-bo', true)).toMatchObject({ roomId: 'r', moderatorIds: ['id-of-bo'] });
    expect(await set('id-of-bo', true, 1)).toMatchObject({ moderatorIds: ['id-of-bo'] });
    expect(await set('id-of-click', true, 1)).toEqual({ taken: 'moderatorQuota' });
    expect(await set('id-of-click', true)).toMatchObject({ moderatorIds: ['id-of-bo', 'id-of-click'] });
    expect(await set('nobody', true)).toBeUndefined();
    expect(await storage.setModerator('none', { userId: 'id-of-bo', isModerator: true }, 2)).toBeUndefined();
    await storage.deleteUser('id-of-bo');
    expect((await storage.roomById('r'))?.moderatorIds).toEqual(['id-of-click']);
    expect(await set('id-of-click', false)).toMatchObject({ moderatorIds: [] });
  });

  test('R23.4, S18.24: players are named once, up to a quota, and go with their account', async () => {
    await storage.createRoom(roomRecord('r', 'id-of-ada'), 10);
    await add('click');
    const set = (userId: string, isNamed: boolean, quota = 2) =>
      storage.setNamedPlayer('r', { userId, isNamed }, quota);
    expect(await set('id-of-bo', true)).toMatchObject({ playerIds: ['id-of-bo'], moderatorIds: [] });
    expect(await set('id-of-bo', true, 1)).toMatchObject({ playerIds: ['id-of-bo'] });
    expect(await set('id-of-click', true, 1)).toEqual({ taken: 'playerQuota' });
    expect(await set('id-of-click', true)).toMatchObject({ playerIds: ['id-of-bo', 'id-of-click'] });
    expect(await set('nobody', true)).toBeUndefined();
    expect(await storage.setNamedPlayer('none', { userId: 'id-of-bo', isNamed: true }, 2)).toBeUndefined();
    await storage.deleteUser('id-of-bo');
    expect((await storage.roomById('r'))?.playerIds).toEqual(['id-of-click']);
    expect(await set('id-of-click', false)).toMatchObject({ playerIds: [] });
  });
}
