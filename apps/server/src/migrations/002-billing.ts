import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Customers at payment providers, subscriptions and their events. */
export const billing: Migration = {
  async up(db: Kysely<unknown>) {
    await createCustomers(db);
    await createAccounts(db);
    await createSubscriptions(db);
    await createEvents(db);
  },
};

async function createCustomers(db: Kysely<unknown>) {
  await db.schema
    .createTable('billing_customers')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('billing_customers_by_user', ['provider', 'user_id'])
    .addUniqueConstraint('billing_customers_by_id', ['provider', 'customer_id'])
    .execute();
}

async function createAccounts(db: Kysely<unknown>) {
  await db.schema
    .createTable('billing_accounts')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.user_id').onDelete('cascade'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('announced', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .execute();
  await db.schema.createIndex('billing_accounts_by_due').on('billing_accounts').column('due_at').execute();
}

async function createSubscriptions(db: Kysely<unknown>) {
  await db.schema
    .createTable('subscriptions')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('subscription_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('product_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('newest_event_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('subscriptions_by_id', ['provider', 'subscription_id'])
    .execute();
  await db.schema.createIndex('subscriptions_by_user').on('subscriptions').column('user_id').execute();
}

async function createEvents(db: Kysely<unknown>) {
  await db.schema
    .createTable('billing_events')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('subscription_id', 'text', (column) => column.notNull())
    .addColumn('occurred_at', 'bigint', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text')
    .addPrimaryKeyConstraint('billing_events_by_id', ['provider', 'event_id'])
    .addForeignKeyConstraint(
      'billing_events_of_subscription',
      ['provider', 'subscription_id'],
      'subscriptions',
      ['provider', 'subscription_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('billing_events_by_subscription')
    .on('billing_events')
    .columns(['provider', 'subscription_id'])
    .execute();
}
