import { beforeEach, expect, test } from 'vitest';
import type { NewAuditEntry } from '../../src/ports/audit-log.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { userRecord } from '../support/records.ts';

const entry = (number: number, over: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  entryId: `entry-${String(number).padStart(4, '0')}`,
  at: 1_000 + number,
  kind: 'sign_in',
  ...over,
});

/** The part of the contract about the audit log (S23). */
export function auditContract(open: () => Promise<Storage>): void {
  let storage: Storage;
  const ids = async (request: Partial<Parameters<Storage['auditEntries']>[0]> = {}) =>
    (await storage.auditEntries({ limit: 100, ...request })).map(({ entryId }) => entryId);

  beforeEach(async () => {
    storage = await open();
    return () => storage.close();
  });

  test('S25.1, S25.2: entries have the names of that time, and nothing that was typed to sign in', async () => {
    const ada = userRecord('ada');
    const root = userRecord('root');
    await storage.createUser(ada);
    await storage.createUser(root);
    await storage.addAuditEntries([
      entry(1, { kind: 'roles_changed', userId: ada.userId, byUserId: root.userId, details: { roles: ['member'] } }),
      entry(2, { kind: 'sign_in_failed', login: (ada.email ?? '').toUpperCase(), address: '192.0.2.1' }),
      entry(3, { kind: 'sign_in_failed', login: 'a password', address: '192.0.2.1' }),
      entry(4, { kind: 'account_deleted', userId: 'gone', username: 'bo' }),
    ]);
    await storage.updateProfile(ada.userId, { username: 'lovelace' });
    const none = { byUserId: '', byUsername: '', address: '', details: {} };
    const failed = { ...none, kind: 'sign_in_failed', address: '192.0.2.1' };
    expect(await storage.auditEntries({ limit: 10 })).toEqual([
      { ...none, entryId: 'entry-0004', at: 1_004, kind: 'account_deleted', userId: 'gone', username: 'bo' },
      { ...failed, entryId: 'entry-0003', at: 1_003, userId: '', username: '' },
      { ...failed, entryId: 'entry-0002', at: 1_002, userId: ada.userId, username: 'ada' },
      {
        ...{ ...none, entryId: 'entry-0001', at: 1_001, kind: 'roles_changed', userId: ada.userId, username: 'ada' },
        ...{ byUserId: root.userId, byUsername: 'root', details: { roles: ['member'] } },
      },
    ]);
  });

  test('S25.3: entries are found by kind, by either user, by id or name, and by range', async () => {
    const ada = userRecord('ada');
    await storage.createUser(ada);
    await storage.addAuditEntries([
      entry(1, { userId: ada.userId }),
      entry(2, { kind: 'moderation', byUserId: ada.userId }),
      entry(3, { kind: 'account_deleted', userId: 'gone', username: 'bo' }),
    ]);
    expect(await ids({ kind: 'moderation' })).toEqual(['entry-0002']);
    for (const user of [ada.userId, 'ADA']) expect(await ids({ user })).toEqual(['entry-0002', 'entry-0001']);
    for (const user of ['gone', 'bo']) expect(await ids({ user })).toEqual(['entry-0003']);
    expect(await ids({ fromId: 'entry-0002' })).toEqual(['entry-0003', 'entry-0002']);
    expect(await ids({ beforeId: 'entry-0002' })).toEqual(['entry-0001']);
    expect(await ids({ limit: 1 })).toEqual(['entry-0003']);
    expect(await ids({ user: 'nobody' })).toEqual([]);
  });

  test('S25.4: the oldest entries go when there are too many, or when they are too old', async () => {
    await storage.addAuditEntries([1, 2, 3, 4, 5].map((number) => entry(number)));
    await storage.pruneAuditEntries(5);
    expect(await ids()).toHaveLength(5);
    await storage.pruneAuditEntries(4);
    expect(await ids()).toEqual(['entry-0005', 'entry-0004', 'entry-0003', 'entry-0002']);
    await storage.pruneAuditEntries(4, 'entry-0004');
    expect(await ids()).toEqual(['entry-0005', 'entry-0004']);
  });

  test('S25.5: an entry that is written a second time is there once', async () => {
    await storage.addAuditEntries([entry(1)]);
    await storage.addAuditEntries([entry(1), entry(2)]);
    expect(await ids()).toEqual(['entry-0002', 'entry-0001']);
  });
}
