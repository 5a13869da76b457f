import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { migrationNames, migrations } from './migrations.ts';

interface Column {
  readonly table: string;
  readonly column: string;
}

interface Named {
  readonly name: string;
  readonly sql: string;
}

/** Tables, their columns, and the indexes that migrations created. */
interface SchemaShape {
  readonly tables: readonly Named[];
  readonly columns: readonly Column[];
  readonly indexes: readonly Named[];
}

/**
 * Undoes what an interrupted migration left behind, in versions that did not run migrations in one transaction. No server has
 * run on such a schema, so the tables of that migration are empty.
 * @throws if a table of that migration has rows all the same, or if an older table is missing.
 */
export async function undoInterruptedMigration<T>(db: Kysely<T>, pending: readonly string[]): Promise<void> {
  const [next] = pending;
  if (next === undefined) return;
  const found = await shapeOf(db);
  if (found.tables.length === 0 && pending.length === migrationNames.length) return;
  const applied = migrationNames.slice(0, migrationNames.indexOf(next));
  const before = await shapeAfter(applied);
  const after = await shapeAfter([...applied, next]);
  const gone = before.tables.find((table) => !has(found.tables, table));
  if (gone !== undefined) throw new Error(`The database has no table "${gone.name}": it is damaged. Restore a backup.`);

  for (const index of found.indexes) {
    const was = before.indexes.find(({ name }) => name === index.name);
    const isLeftOver = was === undefined ? has(after.indexes, index) : was.sql !== index.sql;
    if (isLeftOver) await sql`drop index ${sql.id(index.name)}`.execute(db);
  }
  // Newest first, so that a table is dropped before the tables it refers to.
  for (const table of found.tables.toReversed()) {
    if (has(before.tables, table) || !has(after.tables, table)) continue;
    await refuseRows(db, table.name, next);
    await sql`drop table ${sql.id(table.name)}`.execute(db);
  }
  for (const column of found.columns) {
    const isLeftOver =
      hasColumn(after, column) && !hasColumn(before, column) && has(before.tables, { name: column.table });
    if (isLeftOver) await sql`alter table ${sql.id(column.table)} drop column ${sql.id(column.column)}`.execute(db);
  }
  const { indexes } = await shapeOf(db);
  for (const index of before.indexes) if (!has(indexes, index)) await sql.raw(index.sql).execute(db);
}

async function refuseRows<T>(db: Kysely<T>, table: string, migration: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.id(table)} limit 1`.execute(db);
  if (rows.length === 0) return;
  throw new Error(
    `The migration ${migration} was cut off half-way, and its table "${table}" is not empty. Nothing was changed. ` +
      'Restore a backup into another data directory.',
  );
}

/** The schema after these migrations. */
async function shapeAfter(names: readonly string[]): Promise<SchemaShape> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  try {
    for (const name of names) await migrations[name]?.up(db);
    return await shapeOf(db);
  } finally {
    await db.destroy();
  }
}

/** In the order of creation. */
async function shapeOf<T>(db: Kysely<T>): Promise<SchemaShape> {
  const named = (type: 'table' | 'index') =>
    sql<Named>`
      select name, sql from sqlite_schema
      where type = ${type} and sql is not null and name not glob 'sqlite_*' and name not glob 'kysely_*'
      order by rowid
    `.execute(db);
  const columns = await sql<Column>`
    select tables.name as "table", columns.name as "column"
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'
  `.execute(db);
  return { tables: (await named('table')).rows, indexes: (await named('index')).rows, columns: columns.rows };
}

function has(all: readonly { readonly name: string }[], { name }: { readonly name: string }): boolean {
  return all.some((one) => one.name === name);
}

function hasColumn({ columns }: SchemaShape, { table, column }: Column): boolean {
  return columns.some((one) => one.table === table && one.column === column);
}
