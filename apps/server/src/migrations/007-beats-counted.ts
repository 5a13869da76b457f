import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many beats a room's metronome has counted, so that its open sheet stays where it is over a restart. */
export const beatsCounted: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table rooms add column beats_counted bigint not null default 0').execute(db);
  },
};
