import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The people who may play, chat and set the metronome in a room. Rooms that exist stay as they were. */
export const roomRights: Migration = {
  async up(db: Kysely<unknown>) {
    const texts = { players: '', may_play: 'everybody', may_chat: 'everybody', may_set_metronome: 'moderators' };
    for (const [name, value] of Object.entries(texts)) {
      await db.schema
        .alterTable('rooms')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
        .execute();
    }
    for (const [name, value] of Object.entries({ turn_players: 1, turn_seconds: 0 })) {
      await db.schema
        .alterTable('rooms')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(value))
        .execute();
    }
  },
};
