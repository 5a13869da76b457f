import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations that admit their holders. */
export const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('invitations')
      .addColumn('invitation_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('made_by', 'text', (column) => column.references('users.user_id').onDelete('cascade'))
      .addColumn('room_id', 'text', (column) => column.references('rooms.room_id').onDelete('cascade'))
      .addColumn('uses', 'integer', (column) => column.notNull())
      .addColumn('max_uses', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
