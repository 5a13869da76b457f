import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mutes, bans of guests, and undelivered direct messages. */
export const people: Migration = {
  async up(db: Kysely<unknown>) {
    await createGuestBans(db);
    await createMutes(db);
    await createDirectMessages(db);
  },
};

async function createGuestBans(db: Kysely<unknown>) {
  await db.schema
    .createTable('guest_bans')
    .addColumn('room_id', 'text', (column) => column.notNull().references('rooms.room_id').onDelete('cascade'))
    .addColumn('participant', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('banned_by', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint')
    .addColumn('banned_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('guest_bans_once', ['room_id', 'participant'])
    .execute();
}

async function createMutes(db: Kysely<unknown>) {
  await db.schema
    .createTable('mutes')
    .addColumn('room_id', 'text', (column) => column.notNull().references('rooms.room_id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('chat', 'integer', (column) => column.notNull())
    .addColumn('notes', 'integer', (column) => column.notNull())
    .addColumn('until', 'bigint')
    .addPrimaryKeyConstraint('mutes_once', ['room_id', 'user_id'])
    .execute();
  await db.schema.createIndex('mutes_by_user').on('mutes').column('user_id').execute();
}

async function createDirectMessages(db: Kysely<unknown>) {
  await db.schema
    .createTable('direct_messages')
    .addColumn('message_id', 'text', (column) => column.primaryKey())
    .addColumn('from_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('to_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('direct_messages_in_order', ['to_id', 'position'])
    .execute();
  await db.schema.createIndex('direct_messages_by_writer').on('direct_messages').column('from_id').execute();
}
