import type { Kysely } from 'kysely';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Schema } from '../sql/schema.ts';
import { failureKind, sqlState, withoutRows } from './postgres-failure.ts';
import type { Session } from './session.ts';

export type Operation = (db: Kysely<Schema>) => Promise<unknown>;
export type Outcome = { readonly value: unknown } | { readonly error: Error };

/** The writes of a batch have failed together. */
export class BatchFailure extends Error {
  override readonly name = 'BatchFailure';
  /**
   * `lost`: the connection ended, and nothing is stored. `uncertain`: it ended between the commit and its answer. `interference`:
   * others were in the way at every attempt. `database`: the database cannot write at present.
   */
  readonly kind: 'lost' | 'uncertain' | 'interference' | 'database';

  constructor(kind: BatchFailure['kind'], cause: unknown) {
    super(withoutRows(cause).message);
    this.kind = kind;
  }
}

/** Doubles with every attempt, with a random part so that two processes do not meet again. */
const firstPauseMs = 2;
const maxPauseMs = 100;

/**
 * Runs the operations in order within one transaction and resolves with their outcomes once it is committed. If one fails, only
 * that one is rolled back. Where another process is in the way, all are tried again, up to a limit.
 * @throws {BatchFailure} if nothing is stored, or may be.
 */
export async function writeTogether(session: Session, operations: readonly Operation[]): Promise<readonly Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false;
    try {
      await session.query('begin isolation level serializable');
      const outcomes: Outcome[] = [];
      for (const operation of operations) outcomes.push(await runAlone(session, operation, operations.length, attempt));
      isCommitting = true;
      await session.query('commit');
      return outcomes;
    } catch (error) {
      const kind = failureKind(error, session.isUsable);
      if (kind === 'connection') {
        session.destroy();
        throw new BatchFailure(isCommitting ? 'uncertain' : 'lost', error);
      }
      await session.query('rollback').catch(() => session.destroy());
      // It may have become a standby; another connection may lead to the database that can write.
      if (sqlState(error) === '25006') session.destroy();
      const mayRetry = kind === 'interference' || (kind === 'duplicate' && attempt === 1);
      if (!mayRetry || attempt >= serverLimits.postgres.attempts) {
        throw new BatchFailure(kind === 'interference' ? kind : 'database', error);
      }
      await pause(attempt);
    }
  }
}

async function runAlone(session: Session, operation: Operation, count: number, attempt: number): Promise<Outcome> {
  await session.query('savepoint operation');
  try {
    const value = await operation(session.db);
    if (count > 1) await session.query('release savepoint operation');
    return { value };
  } catch (error) {
    const kind = failureKind(error, session.isUsable);
    if (kind !== 'operation' && (kind !== 'duplicate' || attempt === 1)) throw error;
    await session.query('rollback to savepoint operation');
    return { error: withoutRows(error) };
  }
}

function pause(attempt: number): Promise<void> {
  const longest = Math.min(firstPauseMs * 2 ** attempt, maxPauseMs);
  return new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
}
