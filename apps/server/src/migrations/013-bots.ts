import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Bots, and moderators of single rooms. A bot's owner is no reference: a copy of the table may have the bot before its owner.
 */
export const bots: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('bot_owner', 'text').execute();
    await db.schema.alterTable('users').addColumn('bot_scopes', 'text').execute();
    await db.schema.createIndex('users_bot_owner').on('users').column('bot_owner').execute();
    await db.schema
      .alterTable('rooms')
      .addColumn('moderators', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
