import { type Kysely, sql } from 'kysely';
import { type OperationName, operations } from './operations.ts';
import type { Schema } from './schema.ts';
import type { StorageAnswer } from './worker-messages.ts';

export interface Act {
  readonly id: number;
  readonly name: OperationName;
  readonly args: readonly unknown[];
}

/**
 * Runs the acts in order within one transaction and resolves with their answers once it is committed. An act that fails
 * is undone alone; when the commit fails, all have failed.
 */
export async function commitTogether(db: Kysely<Schema>, acts: readonly Act[]): Promise<StorageAnswer[]> {
  try {
    return await db.connection().execute(async (connection) => {
      // Immediate: a host command in another process may write, too, and a lock taken late could not be waited for.
      await sql`begin immediate`.execute(connection);
      try {
        const answers: StorageAnswer[] = [];
        for (const act of acts) answers.push(await runAlone(connection, act));
        await sql`commit`.execute(connection);
        return answers;
      } catch (error) {
        // The database may have ended the transaction by itself already, as it does when the disk is full.
        await sql`rollback`.execute(connection).catch(() => undefined);
        throw error;
      }
    });
  } catch (error) {
    return acts.map((act) => failed(act, error));
  }
}

async function runAlone(db: Kysely<Schema>, act: Act): Promise<StorageAnswer> {
  await sql`savepoint act`.execute(db);
  let answer: StorageAnswer;
  try {
    // The name and its arguments were matched where they were posted; the type cannot be carried across threads.
    const operation = operations[act.name] as (db: Kysely<Schema>, ...args: readonly unknown[]) => Promise<unknown>;
    answer = { kind: 'done', id: act.id, value: await operation(db, ...act.args) };
  } catch (error) {
    await sql`rollback to act`.execute(db);
    answer = failed(act, error);
  }
  await sql`release act`.execute(db);
  return answer;
}

function failed(act: Act, error: unknown): StorageAnswer {
  return { kind: 'failed', id: act.id, message: error instanceof Error ? error.message : String(error) };
}
