import { beforeEach, expect, test } from 'vitest';
import type { InvitationRecord } from '../../src/ports/invitation-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { roomRecord, userRecord } from '../support/records.ts';

const invitation = (name: string, over: Partial<InvitationRecord> = {}): InvitationRecord => ({
  invitationId: `id-of-${name}`,
  tokenHash: `hash-of-${name}`,
  madeBy: undefined,
  roomId: undefined,
  uses: 0,
  maxUses: 2,
  createdAt: 1_000,
  expiresAt: 9_000,
  ...over,
});
const loft = roomRecord('loft', 'id-of-ada');
const wide = { ofOne: 100, inAll: 100, replaceOldest: false };

/** The part of the contract about invitations that admit (S29). */
export function invitationsContract(open: () => Promise<Storage>): void {
  let storage: Storage;
  const ids = async (now: number, madeBy?: string) =>
    (await storage.invitations(now, madeBy)).map(({ invitationId }) => invitationId);

  beforeEach(async () => {
    storage = await open();
    await storage.createUser(userRecord('ada'));
    await storage.createRoom(loft, 10);
    return () => storage.close();
  });

  test('S29.2, S29.3: they are listed until they expire, with maker and room, newest first', async () => {
    const { roomId, roomName } = loft;
    const ofAda = invitation('one', { madeBy: 'id-of-ada', roomId });
    expect(await storage.addInvitation(ofAda, wide)).toBe(true);
    expect(await storage.addInvitation(invitation('two', { createdAt: 2_000 }), wide)).toBe(true);
    expect(await storage.invitations(3_000)).toEqual([
      { ...invitation('two', { createdAt: 2_000 }), madeByName: '', madeByDisplayName: '', roomName: '' },
      { ...ofAda, madeByName: 'ada', madeByDisplayName: 'ada', roomName },
    ]);
    expect(await ids(3_000, 'id-of-ada')).toEqual(['id-of-one']);
    expect(await ids(8_999)).toHaveLength(2);
    expect(await ids(9_000)).toEqual([]);
    expect(await storage.invitationByToken('hash-of-one', 8_999)).toEqual(ofAda);
    expect(await storage.invitationByToken('hash-of-one', 9_000)).toBeUndefined();
  });

  test('S29.2: there are so many at most, of one maker and in all; the host’s oldest ones make place', async () => {
    const bounds = { ofOne: 2, inAll: 3, replaceOldest: false };
    const add = (name: string, over: Partial<InvitationRecord>, replaceOldest = false) =>
      storage.addInvitation(invitation(name, over), { ...bounds, replaceOldest });
    const ada = { madeBy: 'id-of-ada' };
    expect([await add('a', ada), await add('b', ada), await add('c', ada)]).toEqual([true, true, false]);
    expect([await add('d', {}), await add('e', {})]).toEqual([true, false]);
    // Those that have expired do not count.
    expect(await add('f', { ...ada, createdAt: 9_000, expiresAt: 20_000 })).toBe(true);
    await add('g', { createdAt: 9_001, expiresAt: 20_000 }, true);
    await add('h', { createdAt: 9_002, expiresAt: 20_000 }, true);
    expect(await add('i', { createdAt: 9_003, expiresAt: 20_000 }, true)).toBe(true);
    expect(await ids(9_003)).toEqual(['id-of-i', 'id-of-h', 'id-of-f']);
  });

  test('S29.5, S29.6: it is used as often as it may be, and in time', async () => {
    await storage.addInvitation(invitation('one'), wide);
    expect(await storage.useInvitation('hash-of-other', 2_000)).toBeUndefined();
    expect((await storage.useInvitation('hash-of-one', 2_000))?.uses).toBe(1);
    expect(await storage.useInvitation('hash-of-one', 9_000)).toBeUndefined();
    expect((await storage.useInvitation('hash-of-one', 8_999))?.uses).toBe(2);
    expect(await storage.useInvitation('hash-of-one', 8_999)).toBeUndefined();
  });

  test('S29.5: an account and a use come together or not at all', async () => {
    await storage.addInvitation(invitation('one'), wide);
    const create = (name: string, now = 2_000) => storage.createInvitedUser(userRecord(name), 'hash-of-one', now);
    expect(await create('ada')).toEqual({ taken: 'username' });
    expect((await storage.invitationByToken('hash-of-one', 2_000))?.uses).toBe(0);
    expect(await create('grace')).toEqual(userRecord('grace'));
    expect(await create('late', 9_000)).toEqual({ refused: true });
    expect(await create('ben')).toEqual(userRecord('ben'));
    expect(await create('mallory')).toEqual({ refused: true });
    expect(await storage.userByLogin('mallory')).toBeUndefined();
  });

  test('S29.3, S29.7: it ends when it is revoked, and with its maker’s account or its room', async () => {
    const { roomId } = loft;
    await storage.createUser(userRecord('grace'));
    await storage.addInvitation(invitation('one', { madeBy: 'id-of-grace' }), wide);
    expect(await storage.removeInvitation('id-of-one', 'id-of-ada')).toBe(false);
    expect(await storage.removeInvitation('id-of-one', 'id-of-grace')).toBe(true);
    expect(await storage.removeInvitation('id-of-one')).toBe(false);
    await storage.addInvitation(invitation('two', { madeBy: 'id-of-grace' }), wide);
    await storage.addInvitation(invitation('three', { roomId }), wide);
    await storage.deleteUser('id-of-grace');
    await storage.deleteRoom(roomId);
    expect(await ids(2_000)).toEqual([]);
  });
}
