import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { canInjectFaults } from '../../../../testing/faults/faults.ts';
import { allOrFirst, isLong } from '../../../../testing/long-runs.ts';
import { openDatabase } from '../../src/adapters/sqlite/open-database.ts';
import { type Migrations, migrations, schemaVersion } from '../../src/migrations/migrations.ts';
import { command, processesTimeoutMs } from '../commands/host.ts';
import { faultsIn } from '../support/faulty-server.ts';
import { inventedNames, nextMigrations } from '../support/next-migrations.ts';
import { runServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const withFaults = test.skipIf(!canInjectFaults());

const upgrade = fileURLToPath(new URL('../support/upgrade.ts', import.meta.url));

async function schemaOf(path: string, known: Migrations = migrations) {
  const { db, taken } = await openDatabase(path, { newDatabase: false, migrations: known });
  const { rows } = await sql<{ name: string }>`select name, sql from sqlite_schema order by name`.execute(db);
  await db.destroy();
  return { names: rows.map(({ name }) => name), rows, taken };
}

/** A data directory of this version, with one user. */
async function presentDatabase(): Promise<string> {
  const path = join(temporaryDirectory(), 'roomtone.sqlite');
  await schemaOf(path);
  const database = new Database(path);
  database.exec(userRow);
  database.close();
  return path;
}

const userRow =
  "insert into users (user_id, username, username_key, user_tag, password_hash, roles, created_at) values ('a', 'ada', 'ada', 'ada#1', '', '[]', 7)";

test('the migrations on main are what they were: each is followed by another one, and never edited', async () => {
  for (const adapter of [new SqliteAdapter(), new PostgresAdapter()]) {
    const hashes: Record<string, string> = {};
    for (const [name, migration] of Object.entries(migrations)) {
      const hash = createHash('sha256');
      const db = new Kysely<unknown>({
        dialect: {
          createAdapter: () => adapter,
          createDriver: () => new DummyDriver(),
          createIntrospector: (of) => new SqliteIntrospector(of),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        },
        log: ({ query }) => {
          hash.update(`${query.sql}\n`);
        },
      });
      await migration.up(db);
      hashes[name] = hash.digest('hex').slice(0, 16);
    }
    expect(hashes).toEqual({
      '001-schema': '71560a270be7ed2b',
      '002-invited-by': 'df9e62f448097f2d',
      '003-display-names': '982885940aaeedc0',
      '004-suspension': '013fc279d4265bd5',
      '005-theme-chosen': 'b721a62f7f3778c7',
      '006-webhooks': 'ed04d1c08c05ce5b',
      '007-beats-counted': 'c3963a8d2c6b3c56',
      '008-rooms-that-name': 'c9f94dc7955268fc',
      '009-languages': '7442f85c59308988',
    });
  }
});

describe('an upgrade by migrations that follow', () => {
  test('applies those that are missing, once and in order, and keeps the data', async () => {
    const path = await presentDatabase();
    const first = await schemaOf(path, nextMigrations);
    expect(first.taken).toEqual(inventedNames);
    expect(first.names).toContain('inventions_by_user');
    expect((await schemaOf(path, nextMigrations)).taken).toEqual([]);
    const database = new Database(path);
    expect(database.prepare('select username, shoe_size from users').all()).toEqual([
      { username: 'ada', shoe_size: 38 },
    ]);
    expect(database.pragma('user_version', { simple: true })).toBe(schemaVersion(nextMigrations));
    database.close();
    const known = `schema ${schemaVersion(nextMigrations)}, and this version knows ${schemaVersion()}`;
    await expect(schemaOf(path)).rejects.toThrow(new RegExp(`newer version.*${known}`));
  });

  test('gives the same schema as a first start', async () => {
    const fresh = join(temporaryDirectory(), 'roomtone.sqlite');
    const { rows } = await schemaOf(fresh, nextMigrations);
    expect((await schemaOf(await presentDatabase(), nextMigrations)).rows).toEqual(rows);
  });

  test('changes nothing if one of them fails', async () => {
    const path = await presentDatabase();
    const before = await schemaOf(path);
    const failing = {
      ...nextMigrations,
      '999-failing': { up: async (db: Kysely<unknown>) => void (await sql`drop table nothing`.execute(db)) },
    };
    await expect(schemaOf(path, failing)).rejects.toThrow();
    expect(await schemaOf(path)).toEqual(before);
  });

  test('is refused for a database from before the first of them, which stays as it is', async () => {
    const path = await presentDatabase();
    const later = Object.fromEntries(Object.entries(nextMigrations).map(([name, each]) => [`1${name}`, each]));
    const before = readFileSync(path);
    await expect(schemaOf(path, later)).rejects.toThrow(
      /older version of Roomtone.*001-schema.*another data directory/,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

withFaults('a first start that is killed at any write starts again', async () => {
  const dataDir = temporaryDirectory();
  const faults = faultsIn(dataDir);
  const counting = await command(dataDir, ['migrate'], { env: faults.env });
  expect(counting.status).toBe(0);
  const writes = faults.get('writes');
  for (let at = 1; at <= writes; at += Math.ceil(writes / (isLong ? 6 : 2))) {
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
  const original = await presentDatabase();
  for (const freeBytes of allOrFirst([4_000, 0, 20_000])) {
    const dataDir = temporaryDirectory();
    const path = join(dataDir, 'roomtone.sqlite');
    copyFileSync(original, path);
    // The lock file that a server leaves behind, so that only the upgrade itself needs space.
    writeFileSync(join(dataDir, 'lock.sqlite'), '');
    const faults = faultsIn(dataDir);
    faults.set('bytesLeft', freeBytes);
    const full = await upgraded(path, faults.env);
    expect(full, `with ${freeBytes} bytes`).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no space left on the disk|has free space, and try again/),
    });
    expect(full.stderr).toContain(path);
    expect(readFileSync(path).equals(readFileSync(original)), `with ${freeBytes} bytes`).toBe(true);
    faults.clear();
    expect(await upgraded(path, faults.env)).toMatchObject({ status: 0 });
    expect((await schemaOf(path, nextMigrations)).taken).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => /new$|^checking/.test(name))).toEqual([]);
  }
});

/** Upgrades a database to the invented migrations in a process. */
async function upgraded(path: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [upgrade, path], { env: { PATH: process.env['PATH'], ...env } });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, stderr };
}

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
