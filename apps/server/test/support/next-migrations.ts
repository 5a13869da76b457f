import { type Kysely, sql } from 'kysely';
import { type Migrations, migrations } from '../../src/migrations/migrations.ts';

/** The number of the migration so many after the last one of this version. */
const after = (count: number) => String(Object.keys(migrations).length + count).padStart(3, '0');

/** The names of those that a later version might have. */
export const inventedNames = [`${after(1)}-invented`, `${after(2)}-invented`] as const;

/** This version's migrations, and two that a later version might have. */
export const nextMigrations: Migrations = {
  ...migrations,
  [inventedNames[0]]: {
    async up(db: Kysely<unknown>) {
      await sql`alter table users add column shoe_size integer not null default 38`.execute(db);
    },
  },
  [inventedNames[1]]: {
    async up(db: Kysely<unknown>) {
      await sql`create table inventions (user_id text references users (user_id), what text)`.execute(db);
      await sql`create index inventions_by_user on inventions (user_id)`.execute(db);
      await sql`update users set shoe_size = 38`.execute(db);
    },
  },
};
