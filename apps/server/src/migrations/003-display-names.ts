import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Null: the username is shown. Chat keeps the name that its author had. */
export const displayNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table users add column display_name text').execute(db);
    await sql.raw('alter table users add column display_name_key text').execute(db);
    await sql.raw('alter table chat add column display_name text').execute(db);
  },
};
