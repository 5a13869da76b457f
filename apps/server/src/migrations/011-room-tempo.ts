import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The metronome's tempo and beats per bar, which outlive the server; null if they were never set. */
export const roomTempo: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('rooms').addColumn('tempo', 'integer').execute();
    await db.schema.alterTable('rooms').addColumn('beats_per_bar', 'integer').execute();
  },
};
