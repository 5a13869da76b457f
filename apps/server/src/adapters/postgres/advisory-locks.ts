import { serverLimits } from '../../domain/server-limits.ts';
import { applicationId } from '../../migrations/migrations.ts';
import { DatabaseInUse } from '../../ports/database-in-use.ts';
import { sqlState } from './postgres-failure.ts';
import type { Backend, Session } from './session.ts';

/** PostgreSQL's locks are pairs of numbers. The second tells schemas of one database apart. */
const [serving, migrating] = [applicationId, applicationId + 1];

/**
 * Marks the database as served by this process. The lock ends with the connection, even after a crash.
 * @param shown the database, for people.
 * @param kind `shared` lets other processes in that share it, too.
 * @param waitMs how long to wait for another process that is just ending.
 * @throws {DatabaseInUse} when another process serves it.
 */
export async function lockForServing(
  session: Session,
  shown: string,
  kind: 'alone' | 'shared' = 'alone',
  waitMs: number = serverLimits.postgres.inUseMs,
): Promise<void> {
  const lock = kind === 'shared' ? 'pg_advisory_lock_shared' : 'pg_advisory_lock';
  await session.query('begin');
  try {
    await session.query(`set local lock_timeout = ${waitMs}`);
    await session.query('set local statement_timeout = 0');
    await session.query(`select ${lock}($1, hashtext(current_schema()))`, [serving]);
    await session.query('commit');
  } catch (error) {
    await session.query('rollback').catch(() => undefined);
    if (sqlState(error) !== '55P03') throw error;
    throw new DatabaseInUse(`Another Roomtone server is using ${shown}.`);
  }
}

/** Waits until no other process migrates the database; the lock ends with the transaction that must be under way. */
export async function lockForMigrating(session: Session): Promise<void> {
  await session.query('select pg_advisory_xact_lock($1, hashtext(current_schema()))', [migrating]);
}

/**
 * Ends an earlier connection of this process, which the database may not know to be lost: what it was told last would otherwise
 * be carried out after what the next one is told.
 * @throws if it has not ended yet.
 */
export async function endBackend(session: Session, { pid, startedAt }: Backend): Promise<void> {
  const { rows } = await session.query<{ ended: boolean }>(
    'select pg_terminate_backend(pid, $3) as ended from pg_stat_activity where pid = $1 and backend_start::text = $2',
    [pid, startedAt, serverLimits.postgres.inUseMs],
  );
  if (rows[0]?.ended === false) throw new Error('The earlier connection to the database has not ended yet.');
}
