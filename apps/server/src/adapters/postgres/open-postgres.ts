import { serverLimits } from '../../domain/server-limits.ts';
import { migrations } from '../../migrations/migrations.ts';
import { UnknownSchema } from '../../migrations/pending-migrations.ts';
import { DatabaseInUse } from '../../ports/database-in-use.ts';
import type { ServingStorage } from '../../ports/storage.ts';
import { lockForServing } from './advisory-locks.ts';
import { migratePostgres, pendingInPostgres } from './migrate-postgres.ts';
import { type PostgresOptions, shownDatabase } from './postgres-options.ts';
import { PostgresStorage } from './postgres-storage.ts';
import { Session } from './session.ts';
import { explainPostgresFailure, UnusablePostgres } from './unusable-postgres.ts';
import { Writer } from './writer.ts';

/** The oldest version that the PostgreSQL project still supports. */
const oldestVersion = 14;
/** How often a process that starts beside others looks if one of them has migrated the database. */
const migrationWaitMs = 250;

export interface PostgresStorageOptions extends PostgresOptions {
  /**
   * `serve` keeps every other server from the database; `share` keeps away those that do not share it, and host commands that need
   * it stopped; `command` may run beside a server.
   */
  readonly purpose: 'serve' | 'share' | 'command';
  /** Called before an empty database gets its first tables; may throw to prevent it. */
  readonly onEmpty?: () => void;
  /** Called once when the storage can no longer work because another server uses the database. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Opens the database and migrates it to this version's schema.
 * @throws {DatabaseInUse} when another process serves it, or would have to stop so that it can be migrated.
 * @throws {UnknownSchema} if another version wrote it.
 * @throws {UnusablePostgres} if it cannot be used; the message is for the host.
 */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<ServingStorage> {
  const shown = shownDatabase(options.url);
  let isOpen = false;
  const writer = new Writer({
    open: (onEnd, prepare) => openWriting(options, onEnd, prepare, isOpen),
    isFinal: (error) =>
      error instanceof DatabaseInUse || error instanceof UnknownSchema || error instanceof UnusablePostgres,
    onFailure: options.onFailure,
  });
  try {
    await writer.open();
    isOpen = true;
  } catch (error) {
    throw explainPostgresFailure(error, shown);
  }
  return new PostgresStorage(options, writer).storage();
}

/**
 * Runs something on the only connection of a stopped service.
 * @throws as openPostgresStorage() does.
 */
export async function withStoppedPostgres<T>(
  options: PostgresOptions,
  act: (session: Session) => Promise<T>,
  waitMs?: number,
): Promise<T> {
  const shown = shownDatabase(options.url);
  let session: Session | undefined;
  try {
    session = await openChecked(options, shown);
    await lockForServing(session, shown, 'alone', waitMs);
    return await act(session);
  } catch (error) {
    throw explainPostgresFailure(error, shown);
  } finally {
    await session?.end();
  }
}

/**
 * Migrates the database of a stopped service.
 * @param onEmpty as in openPostgresStorage().
 * @returns the names of the migrations applied.
 */
export async function migrateStopped(options: PostgresOptions, onEmpty: () => void): Promise<readonly string[]> {
  return withStoppedPostgres(options, async (session) => {
    if ((await pendingInPostgres(session)).length === Object.keys(migrations).length) onEmpty();
    return migratePostgres(session, shownDatabase(options.url));
  });
}

async function openWriting(
  options: PostgresStorageOptions,
  onEnd: () => void,
  prepare: (session: Session) => Promise<void>,
  wasOpen: boolean,
): Promise<Session> {
  const shown = shownDatabase(options.url);
  const session = await openChecked(options, shown, onEnd);
  try {
    await prepare(session);
    if (options.purpose === 'share') {
      if (!wasOpen) await migrateShared(session, options, shown);
      await lockForServing(session, shown, 'shared');
    }
    if (options.purpose === 'serve') await lockForServing(session, shown);
    const pending = await pendingInPostgres(session);
    if (pending.length > 0 && wasOpen) {
      throw new UnusablePostgres(`${shown} was replaced by another while the server was using it. Start again.`);
    }
    if (pending.length === Object.keys(migrations).length) options.onEmpty?.();
    if (pending.length > 0) {
      // A server of another version would go on with tables that it does not know.
      if (options.purpose === 'command') await withStoppedPostgres(options, (alone) => migratePostgres(alone, shown));
      else await migratePostgres(session, shown);
    }
    return session;
  } catch (error) {
    await session.end();
    throw error;
  }
}

/**
 * Migrates the database of a service of several processes. One of those that start at once does it, alone: another process of
 * another version would go on with tables that it does not know. The others see that it is done.
 * @throws {DatabaseInUse} if a process of another version is serving it.
 */
async function migrateShared(session: Session, options: PostgresStorageOptions, shown: string): Promise<void> {
  const migrate = async (alone: Session) => {
    if ((await pendingInPostgres(alone)).length === Object.keys(migrations).length) options.onEmpty?.();
    await migratePostgres(alone, shown);
  };
  const tries = Math.ceil(serverLimits.postgres.inUseMs / migrationWaitMs);
  for (let tried = 1; (await pendingInPostgres(session)).length > 0; tried++) {
    try {
      await withStoppedPostgres(options, migrate, migrationWaitMs);
    } catch (error) {
      if (!(error instanceof DatabaseInUse) || tried >= tries) throw error;
    }
  }
}

async function openChecked(options: PostgresOptions, shown: string, onEnd?: () => void): Promise<Session> {
  const session = await Session.open(options, onEnd);
  try {
    const { rows } = await session.query<{ version: number; encoding: string }>(
      "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding",
    );
    const { version = 0, encoding } = rows[0] ?? {};
    if (version < oldestVersion) {
      throw new UnusablePostgres(`${shown} runs on PostgreSQL ${version}. Roomtone needs ${oldestVersion} or newer.`);
    }
    if (encoding !== 'UTF8') {
      throw new UnusablePostgres(`${shown} has the encoding ${encoding}. Create one with the encoding UTF8.`);
    }
    await refuseSharedBackend(session, options, shown);
    // Whatever the host has set for others: what is acknowledged is on disk.
    await session.query(
      "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
    );
    return session;
  } catch (error) {
    await session.end();
    throw error;
  }
}

/**
 * Locks, settings and the right to serve belong to a connection. A pooler that gives each transaction another one, or the same to several
 * clients, breaks all of that without an error.
 */
async function refuseSharedBackend(session: Session, options: PostgresOptions, shown: string): Promise<void> {
  const other = await Session.open(options);
  try {
    const ids = async () => [(await session.backend()).pid, (await other.backend()).pid] as const;
    const [[own, ofOther], [ownAgain, ofOtherAgain]] = [await ids(), await ids()];
    if (own !== ofOther && own === ownAgain && ofOther === ofOtherAgain) return;
  } finally {
    await other.end();
  }
  throw new UnusablePostgres(
    `${shown} is behind a pooler that shares connections between transactions, such as PgBouncer with pool_mode = transaction. ` +
      'Set pool_mode = session there, or let ROOMTONE_DATABASE_URL lead to PostgreSQL itself.',
  );
}
