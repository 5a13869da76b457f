import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Users' second factors: secrets of authenticator apps, passkeys and recovery codes. */
export const secondFactors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('second_factor', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('totp_secrets')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.user_id').onDelete('cascade'))
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_once', ['user_id', 'code_hash'])
      .execute();
  },
};
