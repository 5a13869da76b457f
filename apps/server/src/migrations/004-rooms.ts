import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for the lists of rooms, participant numbers that are never reused, and bans. */
export const rooms: Migration = {
  async up(db: Kysely<unknown>) {
    await indexLists(db);
    await db.schema
      .alterTable('rooms')
      .addColumn('next_number', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
    await createBans(db);
  },
};

/** A page of a list is read in the order of its index, so that nothing has to be sorted and only listed rows are read. */
async function indexLists(db: Kysely<unknown>) {
  await db.schema.dropIndex('rooms_by_activity').execute();
  await db.schema.dropIndex('rooms_by_owner').execute();
  const inOrder = ['last_activity desc', 'room_id'];
  await db.schema
    .createIndex('rooms_by_type')
    .on('rooms')
    .columns(['room_type', ...inOrder])
    .execute();
  await db.schema
    .createIndex('rooms_by_owner')
    .on('rooms')
    .columns(['owner_id', 'room_type', ...inOrder])
    .execute();
}

async function createBans(db: Kysely<unknown>) {
  await db.schema
    .createTable('bans')
    .addColumn('room_id', 'text', (column) => column.notNull().references('rooms.room_id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('banned_by', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint')
    .addColumn('banned_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bans_once', ['room_id', 'user_id'])
    .execute();
  await db.schema.createIndex('bans_by_user').on('bans').column('user_id').execute();
}
