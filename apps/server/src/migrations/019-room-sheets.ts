import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sheets and set lists of rooms, and what lies on a room's music stand. */
export const roomSheets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('rooms').addColumn('stand', 'text').execute();
    await db.schema
      .createTable('room_sheets')
      .addColumn('sheet_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('room_id', 'text', (column) => column.notNull().references('rooms.room_id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addColumn('added_by', 'text', (column) => column.references('users.user_id').onDelete('set null'))
      .execute();
    await db.schema.createIndex('room_sheets_by_room').on('room_sheets').columns(['room_id', 'added_at']).execute();
    await db.schema.createIndex('room_sheets_by_user').on('room_sheets').column('added_by').execute();
    await db.schema
      .createTable('set_lists')
      .addColumn('room_id', 'text', (column) =>
        column.primaryKey().notNull().references('rooms.room_id').onDelete('cascade'),
      )
      .addColumn('entries', 'text', (column) => column.notNull())
      .execute();
  },
};
