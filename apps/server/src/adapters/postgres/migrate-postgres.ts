import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type Migrations, migrations } from '../../migrations/migrations.ts';
import { pendingAfter } from '../../migrations/pending-migrations.ts';
import { lockForMigrating } from './advisory-locks.ts';
import type { Session } from './session.ts';
import { UnusablePostgres } from './unusable-postgres.ts';

/**
 * Migrates the database to this version's schema, in one transaction that other processes wait for.
 * @returns the names of the migrations applied.
 * @throws {UnknownSchema} if another version wrote the database.
 * @throws {UnusablePostgres} if it has another application's tables.
 */
export async function migratePostgres(
  session: Session,
  shown: string,
  known: Migrations = migrations,
): Promise<readonly string[]> {
  await session.query('begin');
  try {
    const pending = await migrateInTransaction(session, shown, known);
    await session.query('commit');
    return pending;
  } catch (error) {
    await session.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The same in the transaction that is under way. */
export async function migrateInTransaction(
  session: Session,
  shown: string,
  known: Migrations = migrations,
): Promise<readonly string[]> {
  await session.query('set local statement_timeout = 0');
  await lockForMigrating(session);
  const pending = await pendingInPostgres(session, known);
  if (pending.length === 0) return pending;
  if (pending.length === Object.keys(known).length) await refuseForeign(session.db, shown);
  const migrator = new Migrator({
    db: session.db,
    provider: { getMigrations: async () => ({ ...known }) },
    disableTransactions: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return pending;
}

/**
 * The names of the migrations that the database still needs; all of them if it is empty.
 * @throws {UnknownSchema} if another version wrote the database.
 */
export async function pendingInPostgres(
  { query }: Pick<Session, 'query'>,
  known: Migrations = migrations,
): Promise<readonly string[]> {
  const { rows: tables } = await query<{ exists: boolean }>(
    "select to_regclass('kysely_migration') is not null as exists",
  );
  if (tables[0]?.exists !== true) return pendingAfter([], known);
  const { rows } = await query<{ name: string }>('select name from kysely_migration');
  return pendingAfter(
    rows.map(({ name }) => name),
    known,
  );
}

async function refuseForeign(db: Kysely<unknown> | Session['db'], shown: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name
  `.execute(db as Kysely<unknown>);
  const foreign = rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
  if (foreign.length === 0) return;
  throw new UnusablePostgres(
    `${shown} has tables of another application (${foreign.slice(0, 3).join(', ')}). It was left as it is. ` +
      'Create a database for Roomtone alone.',
  );
}
