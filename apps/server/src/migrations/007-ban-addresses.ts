import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The addresses of a banned user, from which no guest may come either. */
export const banAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('bans')
      .addColumn('addresses', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
