import { beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { userRecord } from '../support/records.ts';

/** Friends and blocks in every Storage. `open` is called for each test. */
export function friendsContract(open: () => Promise<Storage>): void {
  let storage: Storage;

  beforeEach(async () => {
    storage = await open();
    for (const name of ['ada', 'Bo', 'cy', 'di']) await storage.createUser(userRecord(name));
    return () => storage.close();
  });

  const request = (from: string, to: string, now = 1) => storage.requestFriend(`id-of-${from}`, `id-of-${to}`, now);
  const accept = (by: string, from: string) => storage.acceptFriend(`id-of-${by}`, `id-of-${from}`, 2);
  const remove = (by: string, other: string) => storage.removeFriend(`id-of-${by}`, `id-of-${other}`);
  const block = (by: string, other: string, now = 1) => storage.block(`id-of-${by}`, `id-of-${other}`, now);
  /** The usernames of the user's friends, and of those whose requests are pending. */
  const of = async (name: string) => {
    const { friends, requests } = await storage.friendsOf(`id-of-${name}`);
    return { friends: friends.map((one) => one.username), requests: requests.map((one) => one.username) };
  };
  const nobody = { friends: [], requests: [] };

  describe('friends', () => {
    test('S16.6: a request is pending for its recipient until it is accepted', async () => {
      expect(await request('ada', 'Bo')).toBe('requested');
      expect(await of('ada')).toEqual(nobody);
      expect(await of('Bo')).toEqual({ friends: [], requests: ['ada'] });
      expect(await accept('Bo', 'ada')).toBe('accepted');
      expect(await of('ada')).toEqual({ friends: ['Bo'], requests: [] });
      expect(await of('Bo')).toEqual({ friends: ['ada'], requests: [] });
    });

    test('S16.3: two requests to each other become a friendship, even at the same time', async () => {
      expect(await Promise.all([request('ada', 'Bo'), request('Bo', 'ada')])).toEqual(['requested', 'accepted']);
      expect(await of('ada')).toEqual({ friends: ['Bo'], requests: [] });
      expect(await of('Bo')).toEqual({ friends: ['ada'], requests: [] });
    });

    test('S16.4: a repeated request, or one to a friend, changes nothing', async () => {
      await request('ada', 'Bo', 5);
      expect(await request('ada', 'Bo', 6)).toBe('waiting');
      expect((await storage.friendsOf('id-of-Bo')).requests).toEqual([
        { userId: 'id-of-ada', username: 'ada', sentAt: 5 },
      ]);
      await accept('Bo', 'ada');
      expect([await request('ada', 'Bo'), await request('Bo', 'ada')]).toEqual(['friends', 'friends']);
      expect(await of('Bo')).toEqual({ friends: ['ada'], requests: [] });
    });

    test('ports: without a request accepting makes no friendship; accepting twice is harmless', async () => {
      expect(await accept('Bo', 'ada')).toBe('absent');
      await request('ada', 'Bo');
      expect(await accept('ada', 'Bo')).toBe('absent');
      expect([await accept('Bo', 'ada'), await accept('Bo', 'ada'), await accept('ada', 'Bo')]).toEqual([
        'accepted',
        'friends',
        'friends',
      ]);
      expect(await of('ada')).toEqual({ friends: ['Bo'], requests: [] });
    });

    test.each([
      ['withdraws', 'ada', 'Bo'],
      ['declines', 'Bo', 'ada'],
    ])('S16.7: removing %s a request', async (_what, by, other) => {
      await request('ada', 'Bo');
      await remove(by, other);
      expect([await of('ada'), await of('Bo')]).toEqual([nobody, nobody]);
      expect(await accept('Bo', 'ada')).toBe('absent');
    });

    test('S16.7: either user can end a friendship, and no other is affected', async () => {
      for (const other of ['Bo', 'cy']) {
        await request('ada', other);
        await accept(other, 'ada');
      }
      await remove('Bo', 'ada');
      await remove('Bo', 'ada');
      expect([await of('ada'), await of('Bo'), await of('cy')]).toEqual([
        { friends: ['cy'], requests: [] },
        nobody,
        { friends: ['ada'], requests: [] },
      ]);
    });

    test('ports: friends are listed by username and requests newest first, both with their avatars', async () => {
      for (const other of ['di', 'cy', 'Bo']) await request(other, 'ada', other === 'cy' ? 9 : 3);
      expect((await of('ada')).requests).toEqual(['cy', 'Bo', 'di']);
      await storage.setAvatar('id-of-Bo', 'bo.webp');
      for (const other of ['di', 'cy', 'Bo']) await accept('ada', other);
      expect((await storage.friendsOf('id-of-ada')).friends).toEqual([
        { userId: 'id-of-Bo', username: 'Bo', avatarName: 'bo.webp' },
        { userId: 'id-of-cy', username: 'cy' },
        { userId: 'id-of-di', username: 'di' },
      ]);
    });

    test('ports: a deleted user is unknown', async () => {
      expect(await request('ada', 'nobody')).toBe('unknown');
      expect(await request('nobody', 'ada')).toBe('unknown');
    });
  });

  describe('blocks', () => {
    test('S16.9: blocking ends a friendship and deletes requests in both directions', async () => {
      await request('ada', 'Bo');
      await accept('Bo', 'ada');
      await request('ada', 'cy');
      await request('di', 'ada');
      for (const other of ['Bo', 'cy', 'di']) await block('ada', other);
      for (const name of ['ada', 'Bo', 'cy', 'di']) expect(await of(name)).toEqual(nobody);
    });

    test('S16.10: requests from a blocked user and to a blocked user are refused until the block is removed', async () => {
      await block('ada', 'Bo');
      expect([await request('Bo', 'ada'), await request('ada', 'Bo')]).toEqual(['blocked', 'blocking']);
      expect([await of('ada'), await of('Bo')]).toEqual([nobody, nobody]);
      await storage.unblock('id-of-ada', 'id-of-Bo');
      expect(await request('Bo', 'ada')).toBe('requested');
    });

    test('ports: blocks are listed newest first, and blocking again changes nothing', async () => {
      await block('ada', 'Bo', 5);
      await block('ada', 'cy', 7);
      await block('ada', 'Bo', 9);
      await block('Bo', 'ada', 9);
      await block('ada', 'nobody', 9);
      expect(await storage.blocksOf('id-of-ada')).toEqual([
        { userId: 'id-of-cy', username: 'cy', blockedAt: 7 },
        { userId: 'id-of-Bo', username: 'Bo', blockedAt: 5 },
      ]);
      await storage.unblock('id-of-ada', 'id-of-cy');
      await storage.unblock('id-of-ada', 'id-of-di');
      expect((await storage.blocksOf('id-of-ada')).map((one) => one.username)).toEqual(['Bo']);
      expect((await storage.blocksOf('id-of-Bo')).map((one) => one.username)).toEqual(['ada']);
    });
  });
}
