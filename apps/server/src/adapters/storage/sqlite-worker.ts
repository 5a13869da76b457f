// The storage thread: all that waits here can stop for a disk without stopping a note.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { migrateToLatest } from '../../migrations/migrate.ts';
import { giveMemoryBack } from '../garbage-collection.ts';
import { type Act, commitTogether } from './group-commit.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import type { StorageAnswer, StorageRequest, WorkerStart } from './worker-messages.ts';

/** So that the first of a flood of acts does not wait for the last. */
const maxActsPerCommit = 256;
const collectAfterMs = 1_000;

const port = parentPort;
if (port === null) throw new Error('sqlite-worker runs in a worker thread only.');

const { path } = workerData as WorkerStart;
const db = openSqliteDatabase(path);
await migrateToLatest(db);

const waiting: Act[] = [];
let working = false;
let closing = false;

port.on('message', (request: StorageRequest) => {
  enqueue(request);
  void work();
});
answer({ kind: 'ready' });
// Not while the server is still starting.
setTimeout(giveMemoryBack, collectAfterMs).unref();

function enqueue(request: StorageRequest): void {
  if (request.kind === 'close') closing = true;
  else waiting.push(request);
}

async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (;;) {
    takeWhatHasArrived();
    const acts = waiting.splice(0, maxActsPerCommit);
    if (acts.length === 0) break;
    for (const result of await commitTogether(db, acts)) answer(result);
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

async function close(): Promise<void> {
  await db.destroy();
  port?.close();
}

function answer(message: StorageAnswer): void {
  port?.postMessage(message);
}
