import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the private rooms that name somebody as a moderator or player among those that name anybody, which are few. */
export const roomsThatName: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create index rooms_that_name on rooms (room_type, last_activity desc, room_id) where (moderators <> '' or players <> '')`,
      )
      .execute(db);
  },
};
