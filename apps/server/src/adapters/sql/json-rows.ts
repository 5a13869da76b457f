import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Rows that come as one JSON parameter, however many there are: a table to select from by the name `given`, with an array in its
 * only column `value`. `given.value ->> 0` is a row's first field, a text in PostgreSQL.
 */
export function givenRows<T>(db: Kysely<T>, rows: readonly (readonly unknown[])[]) {
  const json = JSON.stringify(rows);
  return isPostgres(db)
    ? sql`jsonb_array_elements(cast(${json} as jsonb)) as given(value)`
    : sql`json_each(${json}) as given`;
}

/** The JSON object in a column with other values for some of its fields, so that two processes can change two fields at once. */
export function withFields<T>(db: Kysely<T>, column: string, fields: object) {
  const json = JSON.stringify(fields);
  return isPostgres(db)
    ? sql<string>`cast(cast(${sql.ref(column)} as jsonb) || cast(${json} as jsonb) as text)`
    : sql<string>`json_patch(${sql.ref(column)}, ${json})`;
}

function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
