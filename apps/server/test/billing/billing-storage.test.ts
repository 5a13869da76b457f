import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqliteStorage } from '../../src/adapters/sqlite/sqlite-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { userRecord } from '../support/records.ts';
import { storageWorker } from '../support/storage-worker.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { billingStorageContract } from './billing-storage.contract.ts';

/** With the users ada and grace; it closes with the test. */
async function withUsers<S extends Storage>(storage: S): Promise<S> {
  onTestFinished(() => storage.close());
  for (const name of ['ada', 'grace']) await storage.createUser(userRecord(name, { userId: name }));
  return storage;
}

async function openWorkerStorage() {
  const path = join(temporaryDirectory(), 'roomtone.sqlite');
  writeFileSync(path, emptyDatabase);
  const onFailure = (error: Error) => {
    throw error;
  };
  return { path, storage: await withUsers(await openSqliteStorage({ path, worker: storageWorker, onFailure })) };
}

describe('in memory', () => {
  billingStorageContract(() => withUsers(openMemoryStorage()));
});

describe('in the storage worker', () => {
  billingStorageContract(async () => (await openWorkerStorage()).storage);

  test('S13.7: deleting a user deletes everything billing has stored about them', async () => {
    const { path, storage } = await openWorkerStorage();
    await storage.setBillingCustomer('stripe', 'ada', 'cus_1');
    const paid = {
      eventId: 'evt_1',
      occurredAt: 1,
      changes: [{ kind: 'paid', until: 2 }],
      productId: 'monthly',
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
      userId: undefined,
    } as const;
    await storage.applyPaymentEvent('stripe', paid);
    const database = new Database(path, { readonly: true });
    onTestFinished(() => {
      database.close();
    });
    const rows = () =>
      ['billing_customers', 'billing_accounts', 'subscriptions', 'billing_events'].map((table) =>
        database.prepare(`select count(*) from ${table}`).pluck().get(),
      );
    expect(rows()).toEqual([1, 1, 1, 1]);
    await storage.deleteUser('ada');
    expect(rows()).toEqual([0, 0, 0, 0]);
    expect(await storage.applyPaymentEvent('stripe', { ...paid, userId: 'ada' })).toBeUndefined();
  });
});
