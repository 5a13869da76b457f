import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** 1: signing in is refused. */
export const suspension: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table users add column suspended integer not null default 0').execute(db);
  },
};
