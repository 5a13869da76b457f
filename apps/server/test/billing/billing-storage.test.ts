import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryBilling } from '../../src/adapters/memory/memory-billing.ts';
import * as operations from '../../src/adapters/sqlite/billing-operations.ts';
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts';
import { migrateToLatest } from '../../src/migrations/migrate.ts';
import type { BillingStorage } from '../../src/ports/billing-storage.ts';
import { billingStorageContract } from './billing-storage.contract.ts';

const users = ['ada', 'grace'];

/** Opens a database and runs each operation in a transaction, like the storage worker. */
async function openSqliteBilling() {
  const db = openSqliteDatabase(':memory:');
  onTestFinished(() => db.destroy());
  await migrateToLatest(db);
  for (const user of users) {
    await sql`insert into users (user_id, username, username_key, user_tag, password_hash, roles, created_at)
      values (${user}, ${user}, ${user}, ${user}, '', '[]', 0)`.execute(db);
  }
  // A connection carries one transaction at a time.
  let last: Promise<unknown> = Promise.resolve();
  const act = <Args extends unknown[], T>(operation: (transaction: typeof db, ...args: Args) => Promise<T>) => {
    return (...args: Args): Promise<T> => {
      const done = last.then(() => db.transaction().execute((transaction) => operation(transaction, ...args)));
      last = done.catch(() => undefined);
      return done;
    };
  };
  const storage: BillingStorage = {
    billingCustomer: act(operations.billingCustomer),
    setBillingCustomer: act(operations.setBillingCustomer),
    applyPaymentEvent: act(operations.applyPaymentEvent),
    billingAccount: act(operations.billingAccount),
    setBillingAnnounced: act(operations.setBillingAnnounced),
    usersWithBillingDue: act(operations.usersWithBillingDue),
  };
  return { db, storage };
}

describe('memory', () => {
  billingStorageContract(async () => createMemoryBilling((userId) => users.includes(userId)));
});

describe('SQLite', () => {
  billingStorageContract(async () => (await openSqliteBilling()).storage);

  test('S13.7: deleting a user deletes their billing data', async () => {
    const { db, storage } = await openSqliteBilling();
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
    await sql`delete from users where user_id = 'ada'`.execute(db);
    for (const table of ['billing_customers', 'billing_accounts', 'subscriptions', 'billing_events']) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      expect(rows).toEqual([]);
    }
    expect(await storage.applyPaymentEvent('stripe', { ...paid, userId: 'ada' })).toBeUndefined();
  });
});
