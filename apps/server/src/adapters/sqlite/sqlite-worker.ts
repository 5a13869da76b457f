// The storage worker thread. It can wait for the disk without delaying a note.

import { statSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { giveMemoryBack } from '../garbage-collection.ts';
import { commitTogether, type DatabaseFailure } from './group-commit.ts';
import { openDatabase } from './open-database.ts';
import { setBusyTimeout } from './sqlite-database.ts';
import type { OperationCall, StorageAnswer, StorageRequest, WorkerStart } from './worker-messages.ts';

/** A bound, so that the first of very many calls is not answered after the last. */
const maxCallsPerCommit = 256;
const collectAfterMs = 1_000;
/** How often the files are checked while nothing is written, and a write is tried while writes fail. */
const checkIntervalMs = 2_000;

const port = parentPort;
if (port === null) throw new Error('sqlite-worker runs in a worker thread only.');

const { path, newDatabase } = workerData as WorkerStart;
const { db } = await openDatabase(path, { newDatabase, onOpened: () => answer({ kind: 'opened' }) });
const findFileProblem = watchFiles(path);

const waiting: OperationCall[] = [];
let working = false;
let closing = false;
let isLost = false;
let failure: DatabaseFailure | undefined;

port.on('message', (request: StorageRequest) => {
  enqueue(request);
  void work();
});
answer({ kind: 'ready' });
// Later, because the server is still starting.
setTimeout(giveMemoryBack, collectAfterMs).unref();
const checking = setInterval(checkDisk, checkIntervalMs);

function enqueue(request: StorageRequest): void {
  if (request.kind === 'giveMemoryBack') giveMemoryBack();
  else if (request.kind === 'close') closing = true;
  else waiting.push(request);
}

async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (;;) {
    receiveWaitingMessages();
    const calls = waiting.splice(0, maxCallsPerCommit);
    if (calls.length === 0) break;
    const { answers, writing } = await commitTogether(db, calls);
    // Writes into a file that is no longer the database are not acknowledged.
    if (writing !== 'none' && stopIfFilesAreLost()) break;
    for (const result of answers) answer(result);
    if (writing !== 'none') await reportWrites(writing.failure);
  }
  working = false;
  if (closing) await close();
}

/** Otherwise each message would come as an event of its own; together they share a commit. */
function receiveWaitingMessages(): void {
  if (port === null) return;
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    enqueue(next.message);
  }
}

async function reportWrites(now: DatabaseFailure | undefined): Promise<void> {
  const before = failure;
  failure = now;
  if (before?.code === now?.code) return;
  answer({ kind: 'writes', failure: now?.message });
  // Once a lock has made writes fail, do not wait for it each time while everything else waits behind.
  await setBusyTimeout(db, now === undefined ? 'patient' : 'impatient');
}

/** Notices files that go missing, and a disk that works again, while nobody writes. */
async function checkDisk(): Promise<void> {
  if (working || closing || stopIfFilesAreLost() || failure === undefined) return;
  working = true;
  await reportWrites(await tryToWrite());
  working = false;
  await work();
}

/** Writes a value that is already there, so that something goes to the disk. */
async function tryToWrite(): Promise<DatabaseFailure | undefined> {
  try {
    await sql`update kysely_migration_lock set is_locked = is_locked`.execute(db);
    return undefined;
  } catch (error) {
    const { code = 'unknown', message } = error as { readonly code?: string; readonly message: string };
    return { code, message };
  }
}

/** The lost database is not closed, because that would write into the file in its place. */
function stopIfFilesAreLost(): boolean {
  if (isLost) return true;
  const wrong = findFileProblem();
  if (wrong === undefined) return false;
  isLost = true;
  clearInterval(checking);
  answer({
    kind: 'fatal',
    message:
      `${wrong}. Nothing is stored there any more. Put the file back, or restore a backup into another data directory, ` +
      'and start again.',
  });
  return true;
}

async function close(): Promise<void> {
  clearInterval(checking);
  if (!isLost) await db.destroy();
  port?.close();
}

function answer(message: StorageAnswer): void {
  port?.postMessage(message);
}

/**
 * Remembers the files of a database that has just been opened.
 * @returns a function that checks that the same files are still in place and describes the problem if they are not.
 */
function watchFiles(path: string): () => string | undefined {
  // With another log or index beside the database, the next process would not read what this one writes.
  const watched = [path, `${path}-wal`, `${path}-shm`].flatMap((file) => {
    const identity = identityOf(file);
    return typeof identity === 'string' && identity !== 'gone' ? [{ file, identity }] : [];
  });
  return () => {
    for (const { file, identity } of watched) {
      const now = identityOf(file);
      if (now === undefined || now === identity) continue;
      return `${file} was ${now === 'gone' ? 'deleted or moved away' : 'replaced by another file'} while the server was using it`;
    }
    return undefined;
  };
}

/** Undefined if the system cannot tell; reading or writing will fail in that case. */
function identityOf(file: string): string | undefined {
  try {
    const status = statSync(file, { bigint: true, throwIfNoEntry: false });
    return status === undefined ? 'gone' : `${status.dev}:${status.ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'gone' : undefined;
  }
}
