// The storage thread: all that waits here can stop for a disk without stopping a note.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { giveMemoryBack } from '../garbage-collection.ts';
import { watchFiles } from './file-watch.ts';
import { commitTogether, type DatabaseFailure } from './group-commit.ts';
import { openDatabase } from './open-database.ts';
import { setBusyTimeout } from './sqlite-database.ts';
import type { OperationCall, StorageAnswer, StorageRequest, WorkerStart } from './worker-messages.ts';

/** A bound, so that the first of very many calls is not answered after the last. */
const maxCallsPerCommit = 256;
const collectAfterMs = 1_000;
/** How often the files are looked at while nothing is written, and a write is tried while writes fail. */
const lookIntervalMs = 2_000;

const port = parentPort;
if (port === null) throw new Error('sqlite-worker runs in a worker thread only.');

const { path, newDatabase } = workerData as WorkerStart;
const { db } = await openDatabase(path, { newDatabase, onOpened: () => answer({ kind: 'opened' }) });
const whatIsWrong = watchFiles(path);

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
// Not while the server is still starting.
setTimeout(giveMemoryBack, collectAfterMs).unref();
const looking = setInterval(look, lookIntervalMs);

function enqueue(request: StorageRequest): void {
  if (request.kind === 'giveMemoryBack') giveMemoryBack();
  else if (request.kind === 'close') closing = true;
  else waiting.push(request);
}

async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (;;) {
    takeWhatHasArrived();
    const calls = waiting.splice(0, maxCallsPerCommit);
    if (calls.length === 0) break;
    const { answers, writing } = await commitTogether(db, calls);
    // What went into a file that is not the database any more is not acknowledged.
    if (writing !== 'none' && stopIfLost()) break;
    for (const result of answers) answer(result);
    if (writing !== 'none') await written(writing.failure);
  }
  working = false;
  if (closing) await close();
}

/** Messages otherwise come one an event; together they can share a commit. */
function takeWhatHasArrived(): void {
  if (port === null) return;
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    enqueue(next.message);
  }
}

async function written(now: DatabaseFailure | undefined): Promise<void> {
  const before = failure;
  failure = now;
  if (before?.code === now?.code) return;
  answer({ kind: 'writes', failure: now?.message });
  // A lock that has been waited for once is not waited for again and again, with everything else behind it.
  await setBusyTimeout(db, now === undefined ? 'patient' : 'impatient');
}

/** Sees to it that files that go missing are noticed, and a disk that works again, while nobody writes. */
async function look(): Promise<void> {
  if (working || closing || stopIfLost() || failure === undefined) return;
  working = true;
  await written(await tryToWrite());
  working = false;
  await work();
}

/** Writes what is there already, so that something goes to the disk. */
async function tryToWrite(): Promise<DatabaseFailure | undefined> {
  try {
    await sql`update kysely_migration_lock set is_locked = is_locked`.execute(db);
    return undefined;
  } catch (error) {
    const { code = 'unknown', message } = error as { readonly code?: string; readonly message: string };
    return { code, message };
  }
}

/** The database cannot be closed then: that would write into what took its place. */
function stopIfLost(): boolean {
  if (isLost) return true;
  const wrong = whatIsWrong();
  if (wrong === undefined) return false;
  isLost = true;
  clearInterval(looking);
  answer({
    kind: 'fatal',
    message:
      `${wrong}. Nothing is stored there any more. Put the file back, or restore a backup into another data directory, ` +
      'and start again.',
  });
  return true;
}

async function close(): Promise<void> {
  clearInterval(looking);
  if (!isLost) await db.destroy();
  port?.close();
}

function answer(message: StorageAnswer): void {
  port?.postMessage(message);
}
