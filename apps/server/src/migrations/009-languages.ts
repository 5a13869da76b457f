import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The language that a user chose, for mails; '' for those who follow their browser. */
export const accountLanguages: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table users add column language text not null default ''").execute(db);
  },
};
