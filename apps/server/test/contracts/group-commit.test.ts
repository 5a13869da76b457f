import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type OperationName, operationKinds, operationNames } from '../../src/adapters/sql/operation-kinds.ts';
import { operations } from '../../src/adapters/sql/operations.ts';
import { commitTogether } from '../../src/adapters/sqlite/group-commit.ts';
import { openDatabase } from '../../src/adapters/sqlite/open-database.ts';
import { setBusyTimeout } from '../../src/adapters/sqlite/sqlite-database.ts';
import type { OperationCall } from '../../src/adapters/sqlite/worker-messages.ts';
import { userRecord } from '../support/records.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

async function open() {
  const path = join(temporaryDirectory(), 'roomtone.sqlite');
  const { db } = await openDatabase(path, { newDatabase: false });
  onTestFinished(() => db.destroy());
  return { path, db };
}

let lastId = 0;
const call = (name: OperationName, ...args: readonly unknown[]): OperationCall => ({ id: ++lastId, name, args });

test('operations: every operation declared as a read works on a read-only database', async () => {
  const { db } = await open();
  await operations.createUser(db, userRecord('ada'));
  await sql`pragma query_only = on`.execute(db);
  const list = { page: 1, limit: 20, roomTypes: ['public'], roomIds: ['r'], sessionIds: ['s'], userIds: ['u'] };
  for (const name of operationNames.filter((each) => operationKinds[each] === 'read')) {
    const takesList = name === 'listRooms' || name === 'missing' || name === 'auditEntries';
    const first = takesList ? list : 'id-of-ada';
    const operation = operations[name] as (...args: readonly unknown[]) => Promise<unknown>;
    await expect(operation(db, first, name === 'recentChat' ? 5 : 1_000, 1_000), name).resolves.not.toThrow();
  }
});

test('group commit: operations are applied in order, and reads see the writes before them', async () => {
  const { db } = await open();
  const before = call('userById', 'id-of-ada');
  const write = call('createUser', userRecord('ada'));
  const after = call('userById', 'id-of-ada');
  const { answers, writing } = await commitTogether(db, [before, write, after]);
  expect(answers.map((answer) => answer.kind)).toEqual(['done', 'done', 'done']);
  expect(answers[0]).toMatchObject({ id: before.id, value: undefined });
  expect(answers[2]).toMatchObject({ id: after.id, value: { username: 'ada' } });
  expect(writing).toEqual({ failure: undefined });
});

test('group commit: reads do not wait for another process’s lock, and are answered even if writes in the same group fail', async () => {
  const { path, db } = await open();
  await setBusyTimeout(db, 'impatient');
  await operations.createUser(db, userRecord('ada'));
  const other = new Database(path);
  onTestFinished(() => {
    other.close();
  });
  other.exec('begin immediate');
  const read = call('userById', 'id-of-ada');
  expect(await commitTogether(db, [read])).toMatchObject({ answers: [{ kind: 'done' }], writing: 'none' });
  const [write, mixed, missing] = [
    call('createUser', userRecord('bob')),
    call('userById', 'id-of-ada'),
    call('userById', 'id-of-bob'),
  ];
  const { answers, writing } = await commitTogether(db, [write, mixed, missing]);
  expect(answers).toEqual([
    { kind: 'done', id: mixed.id, value: expect.objectContaining({ username: 'ada' }) },
    { kind: 'done', id: missing.id, value: undefined },
    { kind: 'failed', id: write.id, message: expect.stringContaining('locked') },
  ]);
  expect(writing).toMatchObject({ failure: { code: 'SQLITE_BUSY' } });
});

test('group commit: an invalid operation fails alone and is not reported as a failure of the disk', async () => {
  const { db } = await open();
  const wrong = call('addChat', {
    roomId: 'no room',
    messageId: 'm',
    userId: '',
    username: '',
    message: '',
    messageType: 'user',
    timestamp: 0,
  });
  const right = call('createUser', userRecord('ada'));
  const { answers, writing } = await commitTogether(db, [wrong, right]);
  expect(answers.map(({ kind }) => kind)).toEqual(['failed', 'done']);
  expect(writing).toEqual({ failure: undefined });
});
