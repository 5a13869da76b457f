import { type Kysely, sql } from 'kysely';
import { operationKinds } from '../sql/operation-kinds.ts';
import { operations } from '../sql/operations.ts';
import type { Schema } from '../sql/schema.ts';
import type { FailedCall, OperationCall, StorageAnswer } from './worker-messages.ts';

export interface CommittedCalls {
  readonly answers: readonly StorageAnswer[];
  /** `none` if nothing had to be written; otherwise with the failure of the disk or the lock, if there was one. */
  readonly writing: 'none' | { readonly failure: DatabaseFailure | undefined };
}

export interface DatabaseFailure {
  /** SQLite's, such as `SQLITE_FULL`. */
  readonly code: string;
  readonly message: string;
}

/**
 * Runs the calls in order within one transaction and resolves with their answers once it is committed. If one fails,
 * only that one is rolled back. If the commit fails, every write has failed, and the reads are answered without them.
 */
export async function commitTogether(db: Kysely<Schema>, calls: readonly OperationCall[]): Promise<CommittedCalls> {
  const isReading = (call: OperationCall) => operationKinds[call.name] === 'read';
  if (calls.every(isReading)) return { answers: await read(db, calls), writing: 'none' };
  try {
    return { answers: await write(db, calls), writing: { failure: undefined } };
  } catch (error) {
    const reads = calls.filter(isReading);
    const answers = reads.length === 0 ? [] : await read(db, reads);
    const failures = calls.filter((call) => !isReading(call)).map((call) => failed(call, error));
    return { answers: [...answers, ...failures], writing: { failure: databaseFailure(error) } };
  }
}

async function write(db: Kysely<Schema>, calls: readonly OperationCall[]): Promise<StorageAnswer[]> {
  // Immediate: a host command in another process may write too, and SQLite does not wait for a lock requested halfway through.
  return inTransaction(db, sql`begin immediate`, calls);
}

/** Needs no lock that another process could hold, and no space on the disk. */
async function read(db: Kysely<Schema>, calls: readonly OperationCall[]): Promise<readonly StorageAnswer[]> {
  try {
    return await inTransaction(db, sql`begin deferred`, calls);
  } catch (error) {
    return calls.map((call) => failed(call, error));
  }
}

function inTransaction(db: Kysely<Schema>, begin: ReturnType<typeof sql>, calls: readonly OperationCall[]) {
  return db.connection().execute(async (connection) => {
    await begin.execute(connection);
    try {
      const answers: StorageAnswer[] = [];
      for (const call of calls) answers.push(await runAlone(connection, call));
      await sql`commit`.execute(connection).catch(throwCommitFailure);
      return answers;
    } catch (error) {
      // SQLite may have ended the transaction itself, as it does when the disk is full.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

async function runAlone(db: Kysely<Schema>, call: OperationCall): Promise<StorageAnswer> {
  await sql`savepoint operation`.execute(db);
  let answer: StorageAnswer;
  try {
    // The compiler matched name and arguments where they were posted; their types do not cross threads.
    const operation = operations[call.name] as (db: Kysely<Schema>, ...args: readonly unknown[]) => Promise<unknown>;
    answer = { kind: 'done', id: call.id, value: await operation(db, ...call.args) };
  } catch (error) {
    // A disk that refuses one write refuses them all.
    if (operationKinds[call.name] === 'write' && databaseFailure(error) !== undefined) throw error;
    await sql`rollback to operation`.execute(db);
    answer = failed(call, error);
  }
  await sql`release operation`.execute(db);
  return answer;
}

/** A commit failed. After an I/O error the data may be on disk all the same. */
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

function failed(call: OperationCall, error: unknown): FailedCall {
  const answer = {
    kind: 'failed',
    id: call.id,
    message: error instanceof Error ? error.message : String(error),
  } as const;
  return error instanceof CommitFailure && error.mayBeStored ? { ...answer, mayBeStored: true } : answer;
}

/** SQLite's codes for a problem with the database or its disk rather than with one operation. */
const failureCodes = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|CORRUPT|NOTADB|NOMEM|PERM)/;

function databaseFailure(error: unknown): DatabaseFailure | undefined {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' && failureCodes.test(code) ? { code, message: String(message) } : undefined;
}
