import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The loops of rooms, and who may use them. */
export const loops: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('rooms')
      .addColumn('may_loop', 'text', (column) => column.notNull().defaultTo('everybody'))
      .execute();
    await db.schema
      .createTable('room_loops')
      .addColumn('room_id', 'text', (column) => column.notNull().references('rooms.room_id').onDelete('cascade'))
      .addColumn('slot', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.references('users.user_id').onDelete('set null'))
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('loop', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('room_loops_key', ['room_id', 'slot'])
      .execute();
    await db.schema.createIndex('room_loops_by_user').on('room_loops').column('user_id').execute();
  },
};
