import type pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { chatRecord, roomRecord, sessionRecord, userRecord } from '../support/records.ts';
import { connectTo, emptyDatabaseUrl, migratedDatabaseUrl, openTestStorage } from './databases.ts';

const { attempts } = serverLimits.postgres;

async function open(url: string) {
  const storage = await openTestStorage(url);
  onTestFinished(() => storage.close());
  return storage;
}

/** Storage with the account ada, and a connection of the test's own. */
async function withAda() {
  const url = await migratedDatabaseUrl();
  const storage = await open(url);
  await storage.createUser(userRecord('ada'));
  return { url, storage, other: await connectTo(url) };
}

/** Waits until a connection of the server waits for another's row. */
async function someoneWaits(other: pg.Client): Promise<void> {
  const waiting = async () => {
    const { rows } = await other.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'roomtone' and wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0);
}

describe('two processes that write at the same time', () => {
  test('S11.4: of registrations with the same username one succeeds, and the others learn what is taken', async () => {
    const url = await migratedDatabaseUrl();
    const storages = await Promise.all([open(url), open(url), open(url)]);
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all(
        storages.map((storage, index) =>
          storage.createUser(
            userRecord(`Ada${round}`, { userId: `${round}-${index}`, email: undefined, userTag: `${round}#${index}` }),
          ),
        ),
      );
      const taken = results.filter((result) => 'taken' in result);
      expect(taken).toEqual([{ taken: 'username' }, { taken: 'username' }]);
    }
  });

  test('S11.4: of two users who take the same name, one learns that it is taken', async () => {
    const url = await migratedDatabaseUrl();
    const [one, two] = await Promise.all([open(url), open(url)]);
    for (const name of ['ada', 'grace']) await one.createUser(userRecord(name));
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all([
        one.updateProfile('id-of-ada', { username: `name-${round}` }),
        two.updateProfile('id-of-grace', { username: `name-${round}` }),
      ]);
      expect(results.filter((result) => result !== undefined && 'taken' in result)).toEqual([{ taken: 'username' }]);
    }
  });

  test('S18.7: an owner has no more rooms than the quota', async () => {
    const url = await migratedDatabaseUrl();
    const [one, two] = await Promise.all([open(url), open(url)]);
    await one.createUser(userRecord('ada'));
    const created = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : two).createRoom(roomRecord(`r${index}`, 'id-of-ada'), 5),
      ),
    );
    expect(created.filter((room) => room !== undefined && 'roomId' in room)).toHaveLength(5);
  });

  test('R4.10: chat from both is stored, each message once, in the order of each', async () => {
    const url = await migratedDatabaseUrl();
    const [one, two] = await Promise.all([open(url), open(url)]);
    await one.createUser(userRecord('ada'));
    await one.createRoom(roomRecord('r', 'id-of-ada'), 5);
    const said = Array.from({ length: 40 }, (_, index) => `${index % 2}-${index}`);
    await Promise.all(said.map((text, index) => (index % 2 === 0 ? one : two).addChat(chatRecord('r', text))));
    const stored = (await one.recentChat('r', 100)).map(({ message }) => message);
    expect([...stored].sort()).toEqual([...said].sort());
    for (const sender of ['0', '1']) {
      const ofSender = (text: string) => text.startsWith(sender);
      expect(stored.filter(ofSender)).toEqual(said.filter(ofSender));
    }
  });
});

describe('another transaction in the way', () => {
  test('decision 020: a write that comes too late for its snapshot is tried again', async () => {
    const { storage, other } = await withAda();
    await other.query("begin; update users set total_notes = 5 where username = 'ada'");
    const activity = { userId: 'id-of-ada', notes: 2, playedMs: 0, lastSeen: 0 };
    const added = storage.addActivity([activity]);
    await someoneWaits(other);
    await other.query('commit');
    await added;
    expect(await storage.profile('id-of-ada')).toMatchObject({ totalNotes: 7 });
  });

  /** Makes every update of users fail the first times. Sequences count also what is rolled back. */
  async function failingUpdates(other: pg.Client, times: number, state: string): Promise<void> {
    await other.query(`
      create sequence tries;
      create function fail() returns trigger language plpgsql as $$ begin
        if nextval('tries') <= ${times} then raise exception 'as the test wants' using errcode = '${state}'; end if;
        return new;
      end $$;
      create trigger failing before update on users for each row execute function fail();
    `);
    onTestFinished(async () => void (await other.query('drop function fail cascade; drop sequence tries')));
  }
  const tries = async (other: pg.Client) =>
    Number((await other.query('select last_value from tries')).rows[0].last_value);

  for (const [what, state] of [
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ] as const) {
    test(`decision 020: ${what} is tried again, ${attempts} times in all`, async () => {
      const { storage, other } = await withAda();
      await failingUpdates(other, attempts - 1, state);
      await storage.setRoles('id-of-ada', ['member', 'pro']);
      expect(await tries(other)).toBe(attempts);
      expect(await storage.userById('id-of-ada')).toMatchObject({ roles: ['member', 'pro'] });
    });

    test(`decision 020: ${what} that never ends fails after ${attempts} attempts, and nothing is stored`, async () => {
      const { storage, other } = await withAda();
      await failingUpdates(other, 1_000, state);
      await expect(storage.setRoles('id-of-ada', ['member', 'pro'])).rejects.toThrow(state);
      expect(await tries(other)).toBe(attempts);
      expect(await storage.userById('id-of-ada')).toMatchObject({ roles: ['member'] });
      expect(storage.condition()).toEqual({ answers: true, writes: true });
    });
  }
});

test('S1.4: an error of the database does not repeat the row, which may hold a password’s hash', async () => {
  const { storage } = await withAda();
  const failed = await storage
    .createSession(sessionRecord('one', 'nobody', { refreshHash: 'geheim' }))
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(JSON.stringify(Object.entries(failed as Error))).not.toContain('geheim');
  expect(String((failed as Error).stack)).not.toContain('geheim');
});

test('ports: a lookup with a NUL finds nothing', async () => {
  const { storage } = await withAda();
  expect(await storage.userByLogin('ada\0')).toBeUndefined();
});

test('S1.6: a database that is read-only answers reads, says that writes fail, and recovers by itself', async () => {
  const url = await emptyDatabaseUrl();
  const storage = await open(url);
  await storage.createUser(userRecord('ada'));
  const other = await connectTo(url);
  const { rows } = await other.query('select current_database() as name');
  const setReadOnly = async (value: 'on' | 'off') => {
    await other.query('set default_transaction_read_only = off');
    await other.query(`alter database ${rows[0].name} set default_transaction_read_only = ${value}`);
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'roomtone'",
    );
  };
  await setReadOnly('on');
  await expect.poll(() => storage.setRoles('id-of-ada', ['pro']).catch(() => 'refused')).toBe('refused');
  expect(await storage.userById('id-of-ada')).toMatchObject({ roles: ['member'] });
  expect(storage.condition().writes).toBe(false);
  await setReadOnly('off');
  await expect.poll(() => storage.condition()).toEqual({ answers: true, writes: true });
  expect(await storage.setRoles('id-of-ada', ['pro'])).toMatchObject({ roles: ['pro'] });
});

test('decision 020: a connection that is cut before its commit loses nothing and fails nothing', async () => {
  const { storage, other } = await withAda();
  await other.query("begin; select 1 from users where username = 'ada' for update");
  const renamed = storage.updateProfile('id-of-ada', { username: 'ada-2' });
  const next = storage.updateProfile('id-of-ada', { theme: 'light' });
  await someoneWaits(other);
  await other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'roomtone'",
  );
  await other.query('commit');
  expect(await renamed).toMatchObject({ user: { username: 'ada-2' } });
  expect(await next).toMatchObject({ theme: 'light', user: { username: 'ada-2' } });
});

describe('the settings of the connections', () => {
  test('reads share as many connections as the pool may have', async () => {
    const url = await migratedDatabaseUrl();
    const storage = await openTestStorage(url, { poolSize: 2 });
    onTestFinished(() => storage.close());
    await Promise.all(Array.from({ length: 20 }, () => storage.userById('nobody')));
    const other = await connectTo(url);
    const { rows } = await other.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'roomtone'",
    );
    // And one that writes.
    expect(rows).toHaveLength(3);
  });

  test('a statement that takes longer than the limit fails, and writes work again once nothing is in the way', async () => {
    const url = await migratedDatabaseUrl();
    const storage = await openTestStorage(url, { statementTimeoutMs: 1_000 });
    onTestFinished(() => storage.close());
    await storage.createUser(userRecord('ada'));
    const other = await connectTo(url);
    await other.query('begin; select 1 from users for update');
    await expect(storage.setRoles('id-of-ada', ['pro'])).rejects.toThrow('57014');
    expect(storage.condition()).toEqual({ answers: true, writes: false });
    expect(await storage.userById('id-of-ada')).toMatchObject({ roles: ['member'] });
    await other.query('commit');
    expect(await storage.setRoles('id-of-ada', ['pro'])).toMatchObject({ roles: ['pro'] });
    expect(storage.condition()).toEqual({ answers: true, writes: true });
  });
});
