import { beforeEach, describe, expect, test } from 'vitest';
import type { GuestBanRecord, MuteRecord } from '../../src/ports/room-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { chatRecord, roomRecord, userRecord } from '../support/records.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

const time = 1_000;

/** Mutes, bans of guests, transferred rooms and deleted chat in every Storage. `setUp` is called for each test. */
export function moderationContract(setUp: () => StorageUnderTest): void {
  let storage: Storage;
  let reopen: StorageUnderTest['reopen'];

  beforeEach(async () => {
    const subject = setUp();
    storage = await subject.open();
    reopen = subject.reopen;
    for (const name of ['ada', 'bo']) await storage.createUser(userRecord(name));
    for (const id of ['r', 's']) await storage.createRoom(roomRecord(id, 'id-of-ada'), 10);
    return () => storage.close();
  });

  const restart = async (): Promise<Storage> => {
    if (reopen === undefined) return storage;
    await storage.close();
    storage = await reopen();
    return storage;
  };

  describe('mutes', () => {
    const mute = (over: Partial<MuteRecord> = {}): MuteRecord => ({
      roomId: 'r',
      userId: 'id-of-bo',
      chat: true,
      notes: false,
      until: time + 10,
      ...over,
    });

    test('R13.7: a mute applies to its room until it expires or is removed, and a new one replaces it', async () => {
      await storage.setMute(mute());
      expect(await storage.muteOf('r', 'id-of-bo', time + 9)).toEqual(mute());
      expect(await storage.muteOf('r', 'id-of-bo', time + 10)).toBeUndefined();
      expect(await storage.muteOf('s', 'id-of-bo', time)).toBeUndefined();
      await storage.setMute(mute({ chat: false, notes: true, until: undefined }));
      expect(await (await restart()).muteOf('r', 'id-of-bo', time * 1000)).toEqual(
        mute({ chat: false, notes: true, until: undefined }),
      );
      const removed = [
        await storage.removeMute('r', 'id-of-bo', time),
        await storage.removeMute('r', 'id-of-bo', time),
      ];
      expect(removed).toEqual([true, false]);
    });

    test('ports: deleting the room or the user deletes a mute', async () => {
      await storage.setMute(mute({ userId: 'nobody' }));
      await storage.setMute(mute());
      await storage.setMute(mute({ roomId: 's' }));
      await storage.deleteRoom('r');
      await storage.createRoom(roomRecord('r', 'id-of-ada'), 10);
      expect(await storage.muteOf('r', 'id-of-bo', time)).toBeUndefined();
      await storage.deleteUser('id-of-bo');
      await storage.createUser(userRecord('bo'));
      expect(await storage.removeMute('s', 'id-of-bo', time * 1000)).toBe(false);
    });
  });

  describe('bans of guests', () => {
    const ban = (over: Partial<GuestBanRecord> = {}): GuestBanRecord => ({
      roomId: 'r',
      participant: 3,
      address: '192.0.2.1',
      username: 'Guest-0001',
      bannedBy: 'id-of-ada',
      reason: 'noise',
      until: undefined,
      bannedAt: time,
      ...over,
    });

    test('R13.5: an address is banned from a room until the ban expires or is removed by its participant number', async () => {
      await storage.addGuestBan(ban());
      await storage.addGuestBan(ban({ participant: 4, address: '192.0.2.2', until: time + 10, bannedAt: time + 1 }));
      await storage.addGuestBan(ban({ roomId: 'none' }));
      await restart();
      const isBanned = (address: string, now: number) => storage.isAddressBanned('r', address, now);
      expect(await Promise.all([isBanned('192.0.2.1', time), isBanned('192.0.2.2', time + 9)])).toEqual([true, true]);
      expect(await Promise.all([isBanned('192.0.2.2', time + 10), isBanned('192.0.2.3', time)])).toEqual([
        false,
        false,
      ]);
      expect(await storage.isAddressBanned('s', '192.0.2.1', time)).toBe(false);
      expect((await storage.guestBansOf('r', time)).map(({ participant }) => participant)).toEqual([4, 3]);
      expect(await storage.guestBansOf('r', time + 10)).toEqual([ban()]);
      expect(await storage.removeGuestBan('r', 3, time)).toBe(true);
      expect(await storage.removeGuestBan('r', 3, time)).toBe(false);
      expect(await isBanned('192.0.2.1', time)).toBe(false);
    });

    test('ports: deleting the room deletes them', async () => {
      await storage.addGuestBan(ban());
      await storage.deleteRoom('r');
      await storage.createRoom(roomRecord('r', 'id-of-ada'), 10);
      expect(await storage.guestBansOf('r', time)).toEqual([]);
    });
  });

  describe('transferred rooms', () => {
    test('R13.10: a room gets a new owner if their quota allows it', async () => {
      const moved = await storage.transferRoom('r', 'id-of-bo', 1, Date.UTC(2027, 0, 1));
      expect(moved).toMatchObject({
        ownerId: 'id-of-bo',
        ownerName: 'bo',
        ownerDisplayName: 'bo',
        lastActivity: Date.UTC(2027, 0, 1),
      });
      expect(await storage.transferRoom('s', 'id-of-bo', 1, time)).toEqual({ taken: 'roomQuota' });
      expect(await storage.transferRoom('r', 'id-of-bo', 1, time)).toMatchObject({ ownerId: 'id-of-bo' });
      expect(await storage.transferRoom('none', 'id-of-bo', 9, time)).toBeUndefined();
      expect(await storage.transferRoom('s', 'nobody', 9, time)).toBeUndefined();
      expect((await storage.roomById('s'))?.ownerId).toBe('id-of-ada');
    });
  });

  describe('deleted chat', () => {
    test('R13.11: a message is found and deleted in its own room only', async () => {
      for (const text of ['one', 'two']) await storage.addChat(chatRecord('r', text));
      expect(await storage.chatById('r', 'r-one')).toEqual(chatRecord('r', 'one'));
      expect([await storage.chatById('s', 'r-one'), await storage.deleteChat('s', 'r-one')]).toEqual([
        undefined,
        false,
      ]);
      expect([await storage.deleteChat('r', 'r-one'), await storage.deleteChat('r', 'r-one')]).toEqual([true, false]);
      expect(await storage.recentChat('r', 5)).toEqual([{ ...chatRecord('r', 'two'), position: 2 }]);
    });
  });
}
