import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Users, auth sessions, rooms and chat. */
export const accountsRoomsChat: Migration = {
  async up(db: Kysely<unknown>) {
    await createUsers(db);
    await createSessions(db);
    await createRooms(db);
    await createChat(db);
  },
};

async function createUsers(db: Kysely<unknown>) {
  await db.schema
    .createTable('users')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull().unique())
    .addColumn('user_tag', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', (column) => column.unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createSessions(db: Kysely<unknown>) {
  await db.schema
    .createTable('sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('refresh_hash', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text')
    .addColumn('remembered', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
}

async function createRooms(db: Kysely<unknown>) {
  await db.schema
    .createTable('rooms')
    .addColumn('room_id', 'text', (column) => column.primaryKey())
    .addColumn('room_name', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.user_id'))
    .addColumn('room_type', 'text', (column) => column.notNull().check(sql`room_type in ('public', 'private', 'pro')`))
    .addColumn('max_users', 'integer', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('allow_chat', 'integer', (column) => column.notNull())
    .addColumn('allow_guests', 'integer', (column) => column.notNull())
    .addColumn('auto_moderation', 'integer', (column) => column.notNull())
    .addColumn('welcome_message', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_activity', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('rooms_by_owner').on('rooms').column('owner_id').execute();
  await db.schema
    .createIndex('rooms_by_activity')
    .on('rooms')
    .columns(['last_activity desc', 'room_id', 'room_type'])
    .execute();
}

async function createChat(db: Kysely<unknown>) {
  await db.schema
    .createTable('chat')
    .addColumn('room_id', 'text', (column) => column.notNull().references('rooms.room_id').onDelete('cascade'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('message_type', 'text', (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_in_order', ['room_id', 'position'])
    .execute();
}
