import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, test, vi } from 'vitest';
import { canInjectFaults } from '../../../../testing/faults/faults.ts';
import { openDatabase } from '../../src/adapters/sqlite/open-database.ts';
import { migrations } from '../../src/migrations/migrations.ts';
import { command, processesTimeoutMs } from '../commands/host.ts';
import { faultsIn } from '../support/faulty-server.ts';
import { runServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const withFaults = test.skipIf(!canInjectFaults());

/** Makes a database as older versions did: statements committed one by one, and no header fields. */
async function oldDatabase(path: string, names: readonly string[], statementsOfNext = 0, ...more: string[]) {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = OFF');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  const taken = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => taken } }).migrateToLatest();
  if (error !== undefined) throw error;
  for (const statement of more) database.exec(statement);
  const next = Object.entries(migrations).find(([name]) => !names.includes(name))?.[1];
  const cutOff = database.prepare.bind(database);
  let left = statementsOfNext;
  database.prepare = ((source: string) => {
    if (left-- <= 0) throw new Error('killed');
    return cutOff(source);
  }) as typeof database.prepare;
  if (statementsOfNext > 0) await next?.up(db).catch(() => undefined);
  Object.assign(database, { prepare: cutOff });
  await db.destroy();
}

const names = Object.keys(migrations);
const userRow =
  "insert into users (user_id, username, username_key, user_tag, password_hash, roles, created_at) values ('a', 'ada', 'ada', 'ada#1', '', '[]', 7)";

async function schemaOf(path: string) {
  const { db } = await openDatabase(path, { newDatabase: false });
  const { rows } = await sql`select name, sql from sqlite_schema order by name`.execute(db);
  await db.destroy();
  return rows;
}

describe('a migration that an older version left unfinished', () => {
  test('is rolled back and repeated, wherever it was interrupted, and earlier data is kept', async () => {
    const whole = await schemaOf(join(temporaryDirectory(), 'roomtone.sqlite'));
    for (let taken = 0; taken < names.length; taken++) {
      for (const statements of [1, 2, 4, 7, 12]) {
        const path = join(temporaryDirectory(), 'roomtone.sqlite');
        await oldDatabase(path, names.slice(0, taken), statements, ...(taken > 0 ? [userRow] : []));
        const schema = await schemaOf(path);
        const tidy = (rows: unknown) => JSON.stringify(rows).replace(/\s+/g, ' ');
        const where = `after ${taken} migrations and ${statements} statements`;
        expect(
          schema.map((row) => (row as { name: string }).name),
          where,
        ).toEqual(whole.map((row) => (row as { name: string }).name));
        if (taken === 0) expect(tidy(schema), where).toBe(tidy(whole));
        const database = new Database(path);
        const users = database.prepare('select username, last_seen from users').all();
        database.close();
        expect(users, where).toEqual(taken > 0 ? [{ username: 'ada', last_seen: taken >= 3 ? 0 : 7 }] : []);
      }
    }
  });

  test('is refused if its table has rows, and nothing is changed', async () => {
    const path = join(temporaryDirectory(), 'roomtone.sqlite');
    await oldDatabase(path, names.slice(0, 1), 1, userRow);
    const database = new Database(path);
    database.exec("insert into billing_customers values ('sandbox', 'a', 'c')");
    database.close();
    const before = readFileSync(path);
    await expect(openDatabase(path, { newDatabase: false })).rejects.toThrow(/"billing_customers" is not empty/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

withFaults('a first start that is killed at any write starts again', async () => {
  const dataDir = temporaryDirectory();
  const faults = faultsIn(dataDir);
  const counting = await command(dataDir, ['migrate'], { env: faults.env });
  expect(counting.status).toBe(0);
  const writes = faults.get('writes');
  for (let at = 1; at <= writes; at += Math.ceil(writes / 6)) {
    const each = temporaryDirectory();
    const own = faultsIn(each);
    const killed = runServer(each, { args: ['migrate'], env: own.env });
    // Blocks further writes, so that there is time to kill the process before the next one.
    await vi.waitFor(() => expect(own.get('writes') >= at || killed.child.exitCode !== null).toBe(true), {
      interval: 1,
      timeout: processesTimeoutMs,
    });
    own.set('writeHangs', 1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    own.clear();
    expect(await command(each, ['migrate']), `killed at write ${at}`).toMatchObject({ status: 0, stderr: '' });
  }
});

withFaults('an upgrade on a full disk reports it, changes nothing, and succeeds once there is space', async () => {
  const original = join(temporaryDirectory(), 'old.sqlite');
  await oldDatabase(original, names.slice(0, 2), 0, userRow);
  for (const freeBytes of [0, 20_000, 90_000]) {
    const dataDir = temporaryDirectory();
    const path = join(dataDir, 'roomtone.sqlite');
    copyFileSync(original, path);
    // The lock file that a server leaves behind, so that only the upgrade itself needs space.
    writeFileSync(join(dataDir, 'lock.sqlite'), '');
    const faults = faultsIn(dataDir);
    faults.set('bytesLeft', freeBytes);
    const full = await command(dataDir, ['migrate'], { env: faults.env });
    expect(full, `with ${freeBytes} bytes`).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no space left on the disk/),
    });
    expect(full.stderr).toContain(path);
    expect(readFileSync(path).equals(readFileSync(original)), `with ${freeBytes} bytes`).toBe(true);
    faults.clear();
    expect(await command(dataDir, ['migrate'], { env: faults.env })).toMatchObject({ status: 0 });
    expect(await schemaOf(path)).not.toEqual([]);
    expect(readdirSync(dataDir).filter((name) => /new$|^checking/.test(name))).toEqual([]);
  }
});

test('files that a killed start left unfinished are removed by the next one, and no others', async () => {
  const dataDir = temporaryDirectory();
  const uuid = '0b6f3c1e-8a53-4d0e-a1b4-9d6b1c5f2e90';
  mkdirSync(join(dataDir, 'checking-abc'));
  for (const name of [`jwt.key.${uuid}.new`, 'tls-key.pem.new', 'songs.new', `notes.${uuid}.new`]) {
    copyFileSync(import.meta.filename, join(dataDir, name));
  }
  expect(await command(dataDir, ['migrate'])).toMatchObject({ status: 0 });
  expect(
    readdirSync(dataDir)
      .filter((name) => /checking|new$/.test(name))
      .sort(),
  ).toEqual([`notes.${uuid}.new`, 'songs.new']);
  expect(existsSync(join(dataDir, 'roomtone.sqlite'))).toBe(true);
});
