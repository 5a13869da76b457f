// Reads the whole database in a thread of its own, and its indexes: a large one takes a while.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** One is enough to know that the database is damaged; a few help to see how much. */
const mostProblems = 10;

const database = new Database(workerData as string, { readonly: true, fileMustExist: true });
const rows = database.pragma(`integrity_check(${mostProblems})`) as { readonly integrity_check: string }[];
database.close();
parentPort?.postMessage(rows.map(({ integrity_check: found }) => found).filter((found) => found !== 'ok'));
