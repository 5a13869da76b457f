import { type Kysely, sql } from 'kysely';
import { type Migrations, migrations } from '../../src/migrations/migrations.ts';

/** This version's migrations, and two that a later version might have. */
export const nextMigrations: Migrations = {
  ...migrations,
  '003-invented': {
    async up(db: Kysely<unknown>) {
      await sql`alter table users add column shoe_size integer not null default 38`.execute(db);
    },
  },
  '004-invented': {
    async up(db: Kysely<unknown>) {
      await sql`create table inventions (user_id text references users (user_id), what text)`.execute(db);
      await sql`create index inventions_by_user on inventions (user_id)`.execute(db);
      await sql`update users set shoe_size = 38`.execute(db);
    },
  },
};
