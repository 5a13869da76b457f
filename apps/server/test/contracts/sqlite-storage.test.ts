import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts';
import { openSqliteStorage } from '../../src/adapters/sqlite/sqlite-storage.ts';
import { userRecord } from '../support/records.ts';
import { storageWorker } from '../support/storage-worker.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const neverFails = (error: Error) => {
  throw error;
};

test('S1.14: a database written by a newer version is refused, and the message names its migration', async () => {
  const path = join(temporaryDirectory(), 'roomtone.sqlite');
  await (await openSqliteStorage({ path, onFailure: neverFails, worker: storageWorker })).close();
  const database = new Database(path);
  database.exec("insert into kysely_migration (name, timestamp) values ('999-from-the-future', '')");
  database.close();
  await expect(openSqliteStorage({ path, onFailure: neverFails, worker: storageWorker })).rejects.toThrow(
    /newer version.*999-from-the-future/,
  );
});

test('S1.7, decision 002: a committed operation survives a crash of the machine, because every commit to the WAL is synced', async () => {
  const path = join(temporaryDirectory(), 'roomtone.sqlite');
  const database = openSqliteDatabase(path);
  onTestFinished(() => database.destroy());
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(database)).rows[0];
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 });
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 });
});

test('ports: another process can read acknowledged data while the storage is open', async () => {
  const path = join(temporaryDirectory(), 'roomtone.sqlite');
  const storage = await openSqliteStorage({ path, onFailure: neverFails, worker: storageWorker });
  onTestFinished(() => storage.close());
  await storage.createUser(userRecord('ada'));
  const reader = new Database(path, { readonly: true });
  expect(reader.prepare('select count(*) as users from users').get()).toEqual({ users: 1 });
  reader.close();
});

test('ports: opening a file that is not a database is refused', async () => {
  const path = join(temporaryDirectory(), 'roomtone.sqlite');
  writeFileSync(path, 'These are not the pages you are looking for. '.repeat(100));
  await expect(openSqliteStorage({ path, onFailure: neverFails, worker: storageWorker })).rejects.toThrow(
    /is not an SQLite database/,
  );
});

test('decision 002: when the worker dies, pending operations are rejected and the failure is reported once', async () => {
  const directory = temporaryDirectory();
  const worker = join(directory, 'dying-worker.mjs');
  writeFileSync(
    worker,
    `import { parentPort } from 'node:worker_threads';
     parentPort.postMessage({ kind: 'ready' });
     parentPort.on('message', () => { throw new Error('the disk is on fire'); });`,
  );
  const onFailure = vi.fn();
  const storage = await openSqliteStorage({ path: '', onFailure, worker: pathToFileURL(worker) });
  const calls = await Promise.allSettled([storage.userById('a'), storage.userById('b')]);
  expect(calls.map((call) => call.status)).toEqual(['rejected', 'rejected']);
  await expect(storage.userById('c')).rejects.toThrow('the disk is on fire');
  await storage.close();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'the disk is on fire' }));
});
