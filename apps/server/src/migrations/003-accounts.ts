import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pictures, settings and figures of accounts; friends, requests and blocks. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    await extendUsers(db);
    await createPairs(db, 'friends', 'friend_id', 'since');
    await createPairs(db, 'friend_requests', 'to_id', 'sent_at', 'from_id');
    await createPairs(db, 'blocks', 'blocked_id', 'blocked_at');
    // Finds the chat of a deleted account, which is renamed.
    await db.schema.createIndex('chat_by_user').on('chat').column('user_id').execute();
  },
};

async function extendUsers(db: Kysely<unknown>) {
  // SQLite adds one column per statement.
  const users = () => db.schema.alterTable('users');
  await users().addColumn('avatar_name', 'text').execute();
  await users()
    .addColumn('theme', 'text', (column) => column.notNull().defaultTo('dark'))
    .execute();
  await users()
    .addColumn('notifications', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  for (const name of ['last_seen', 'total_notes', 'played_ms', 'rooms_created']) {
    await users()
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await sql`
    update users set
      last_seen = created_at,
      rooms_created = (select count(*) from rooms where rooms.owner_id = users.user_id)
  `.execute(db);
}

/** A table of relations between two users; deleting either user deletes the row. */
async function createPairs(db: Kysely<unknown>, table: string, other: string, time: string, one = 'user_id') {
  await db.schema
    .createTable(table)
    .addColumn(one, 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn(other, 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn(time, 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_once`, [one, other])
    .execute();
  await db.schema.createIndex(`${table}_by_${other}`).on(table).column(other).execute();
}
