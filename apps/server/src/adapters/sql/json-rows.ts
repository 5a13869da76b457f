import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Rows that come as one JSON parameter, however many there are: a table to select from by the name `given`, with an array in its
 * only column `value`. `given.value ->> 0` is a row's first field, a text in PostgreSQL.
 */
export function givenRows<T>(db: Kysely<T>, rows: readonly (readonly unknown[])[]) {
  const json = JSON.stringify(rows);
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`jsonb_array_elements(cast(${json} as jsonb)) as given(value)`
    : sql`json_each(${json}) as given`;
}
