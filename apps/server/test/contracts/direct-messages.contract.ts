import { beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { userRecord } from '../support/records.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

const time = 1_000;

/** Direct messages in every Storage. `setUp` is called for each test. */
export function directMessagesContract(setUp: () => StorageUnderTest): void {
  let storage: Storage;
  let reopen: StorageUnderTest['reopen'];

  beforeEach(async () => {
    const subject = setUp();
    storage = await subject.open();
    reopen = subject.reopen;
    for (const name of ['ada', 'bo']) await storage.createUser(userRecord(name));
    return () => storage.close();
  });

  const restart = async (): Promise<void> => {
    if (reopen === undefined) return;
    await storage.close();
    storage = await reopen();
  };

  describe('direct messages', () => {
    const message = (messageId: string, fromId = 'id-of-ada', toId = 'id-of-bo') => ({
      messageId,
      fromId,
      toId,
      message: `the text of ${messageId}`,
      timestamp: time,
    });
    const waiting = async () => (await storage.directMessagesTo('id-of-bo')).map(({ messageId }) => messageId);
    const befriend = async () => {
      await storage.requestFriend('id-of-ada', 'id-of-bo', time);
      await storage.acceptFriend('id-of-bo', 'id-of-ada', time);
    };

    test('R15.4: messages between friends stay in order, even across a restart, until they are removed', async () => {
      await befriend();
      for (const id of ['b', 'a', 'c']) expect(await storage.addDirectMessage(message(id))).toBe('kept');
      await storage.removeDirectMessages(['a', 'none']);
      await storage.addDirectMessage(message('d'));
      await restart();
      expect(await waiting()).toEqual(['b', 'c', 'd']);
      expect((await storage.directMessagesTo('id-of-bo'))[0]).toEqual({ ...message('b'), username: 'ada' });
      expect(await storage.directMessagesTo('id-of-ada')).toEqual([]);
    });

    test('R15.2, R15.6: only friends can write, and a block deletes undelivered messages', async () => {
      expect(await storage.addDirectMessage(message('a'))).toBe('strangers');
      expect(await storage.addDirectMessage(message('a', 'nobody'))).toBe('unknown');
      await befriend();
      await storage.addDirectMessage(message('a'));
      await storage.block('id-of-bo', 'id-of-ada', time);
      expect(await waiting()).toEqual([]);
      expect(await storage.addDirectMessage(message('b'))).toBe('blocked');
      expect(await storage.addDirectMessage(message('b', 'id-of-bo', 'id-of-ada'))).toBe('blocking');
    });

    test('S16.11: deleting either account deletes them', async () => {
      await befriend();
      await storage.addDirectMessage(message('a'));
      await storage.deleteUser('id-of-ada');
      expect(await waiting()).toEqual([]);
    });
  });
}
