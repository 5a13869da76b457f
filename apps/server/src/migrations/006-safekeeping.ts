import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Marks of inactive rooms, keys that stay when the signing key they were derived from is replaced, and the times at which
 * subscriptions were announced.
 */
export const safekeeping: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('rooms').addColumn('removal_marked_at', 'bigint').execute();
    await db.schema
      .createIndex('rooms_marked')
      .on('rooms')
      .column('removal_marked_at')
      .where('removal_marked_at', 'is not', null)
      .execute();
    await db.schema
      .createTable('service_keys')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('billing_accounts').addColumn('announced_at', 'bigint').execute();
    await db.schema
      .createIndex('billing_accounts_by_announced')
      .on('billing_accounts')
      .column('announced_at')
      .execute();
  },
};
