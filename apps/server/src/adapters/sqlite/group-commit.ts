import { type Kysely, sql } from 'kysely';
import { operationKinds } from './operation-kinds.ts';
import { type OperationName, operations } from './operations.ts';
import type { Schema } from './schema.ts';
import type { FailedAct, StorageAnswer } from './worker-messages.ts';

export interface Act {
  readonly id: number;
  readonly name: OperationName;
  readonly args: readonly unknown[];
}

export interface CommittedActs {
  readonly answers: readonly StorageAnswer[];
  /** `none` where nothing was to be written; else what the disk or another process did not allow, undefined if nothing. */
  readonly writing: 'none' | { readonly failure: DatabaseFailure | undefined };
}

export interface DatabaseFailure {
  /** SQLite's, such as `SQLITE_FULL`. */
  readonly code: string;
  readonly message: string;
}

/**
 * Runs the acts in order within one transaction and resolves with their answers once it is committed. An act that fails
 * is undone alone. When the commit fails, all writes have failed, and the reads are answered without them.
 */
export async function commitTogether(db: Kysely<Schema>, acts: readonly Act[]): Promise<CommittedActs> {
  const isReading = (act: Act) => operationKinds[act.name] === 'read';
  if (acts.every(isReading)) return { answers: await read(db, acts), writing: 'none' };
  try {
    return { answers: await write(db, acts), writing: { failure: undefined } };
  } catch (error) {
    const reads = acts.filter(isReading);
    const answers = reads.length === 0 ? [] : await read(db, reads);
    const failures = acts.filter((act) => !isReading(act)).map((act) => failed(act, error));
    return { answers: [...answers, ...failures], writing: { failure: databaseFailure(error) } };
  }
}

async function write(db: Kysely<Schema>, acts: readonly Act[]): Promise<StorageAnswer[]> {
  // Immediate: a host command in another process may write, too, and a lock taken late could not be waited for.
  return inTransaction(db, sql`begin immediate`, acts);
}

/** Takes no lock that another process could hold, and needs no room on the disk. */
async function read(db: Kysely<Schema>, acts: readonly Act[]): Promise<readonly StorageAnswer[]> {
  try {
    return await inTransaction(db, sql`begin deferred`, acts);
  } catch (error) {
    return acts.map((act) => failed(act, error));
  }
}

function inTransaction(db: Kysely<Schema>, begin: ReturnType<typeof sql>, acts: readonly Act[]) {
  return db.connection().execute(async (connection) => {
    await begin.execute(connection);
    try {
      const answers: StorageAnswer[] = [];
      for (const act of acts) answers.push(await runAlone(connection, act));
      await sql`commit`.execute(connection).catch(throwCommitFailure);
      return answers;
    } catch (error) {
      // The database may have ended the transaction by itself already, as it does when the disk is full.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

async function runAlone(db: Kysely<Schema>, act: Act): Promise<StorageAnswer> {
  await sql`savepoint act`.execute(db);
  let answer: StorageAnswer;
  try {
    // The name and its arguments were matched where they were posted; the type cannot be carried across threads.
    const operation = operations[act.name] as (db: Kysely<Schema>, ...args: readonly unknown[]) => Promise<unknown>;
    answer = { kind: 'done', id: act.id, value: await operation(db, ...act.args) };
  } catch (error) {
    // What the disk refuses to one act it refuses to all.
    if (operationKinds[act.name] === 'write' && databaseFailure(error) !== undefined) throw error;
    await sql`rollback to act`.execute(db);
    answer = failed(act, error);
  }
  await sql`release act`.execute(db);
  return answer;
}

/** A commit failed. Where the disk did not say whether it has the bytes, they may be there after a crash. */
class CommitFailure extends Error {
  override readonly name = 'CommitFailure';
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { code, message } = cause as { readonly code?: string; readonly message: string };
    super(message, { cause });
    this.code = code;
  }

  get mayBeStored(): boolean {
    return this.code?.startsWith('SQLITE_IOERR') === true;
  }
}

function throwCommitFailure(error: unknown): never {
  throw new CommitFailure(error);
}

function failed(act: Act, error: unknown): FailedAct {
  const answer = {
    kind: 'failed',
    id: act.id,
    message: error instanceof Error ? error.message : String(error),
  } as const;
  return error instanceof CommitFailure && error.mayBeStored ? { ...answer, mayBeStored: true } : answer;
}

/** Codes of SQLite's for what is wrong with the database or its disk, and not with an act. */
const failureCodes = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|CORRUPT|NOTADB|NOMEM|PERM)/;

function databaseFailure(error: unknown): DatabaseFailure | undefined {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' && failureCodes.test(code) ? { code, message: String(message) } : undefined;
}
