import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** 1 once the user has chosen a theme. Until now dark was everybody's, chosen or not. */
export const themeChosen: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table users add column theme_chosen integer not null default 0').execute(db);
    await sql.raw("update users set theme_chosen = 1 where theme = 'light'").execute(db);
  },
};
