import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** On a closed server, those whom a member let in let nobody else in. No reference, because the fact stays. */
export const invitedBy: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table users add column invited_by text').execute(db);
  },
};
