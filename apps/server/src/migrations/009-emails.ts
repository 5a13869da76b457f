import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Verified email addresses, and the links in mails. */
export const emails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('email_verified', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('email_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('email_tokens_once', ['user_id', 'purpose'])
      .execute();
  },
};
