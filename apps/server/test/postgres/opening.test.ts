import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migratePostgres } from '../../src/adapters/postgres/migrate-postgres.ts';
import { clientOptions, type PostgresOptions } from '../../src/adapters/postgres/postgres-options.ts';
import { Session } from '../../src/adapters/postgres/session.ts';
import { migrations } from '../../src/migrations/migrations.ts';
import { DatabaseInUse } from '../../src/ports/database-in-use.ts';
import { userRecord } from '../support/records.ts';
import { connectTo, emptyDatabaseUrl, migratedDatabaseUrl, openTestStorage, optionsFor } from './databases.ts';

const serve = { purpose: 'serve' } as const;

describe('migrations', () => {
  test('decision 020: of several connections that migrate an empty database at once, one does and the others wait', async () => {
    const url = await emptyDatabaseUrl();
    const sessions = await Promise.all(Array.from({ length: 4 }, () => Session.open(optionsFor(url))));
    const taken = await Promise.all(sessions.map((session) => migratePostgres(session, 'it')));
    await Promise.all(sessions.map((session) => session.end()));
    expect(taken.map((names) => names.length).sort()).toEqual([0, 0, 0, Object.keys(migrations).length]);
  });

  test('S4.16: two programs that start at once on an empty database both work', async () => {
    const url = await emptyDatabaseUrl();
    const storages = await Promise.all([openTestStorage(url), openTestStorage(url)]);
    for (const [index, storage] of storages.entries()) {
      await storage.createUser(userRecord(`user-${index}`));
      onTestFinished(() => storage.close());
    }
    expect(await storages[0]?.userById('id-of-user-1')).toMatchObject({ username: 'user-1' });
  });

  test('S1.14: a database that a newer version has written is refused', async () => {
    const url = await emptyDatabaseUrl();
    await (await openTestStorage(url)).close();
    const other = await connectTo(url);
    await other.query("insert into kysely_migration (name, timestamp) values ('999-from-the-future', '')");
    await expect(openTestStorage(url)).rejects.toThrow(/newer version.*999-from-the-future/);
  });

  test('S1.6: a database with tables of another application is refused and left as it is', async () => {
    const url = await emptyDatabaseUrl();
    const other = await connectTo(url);
    await other.query('create table songs (name text)');
    await expect(openTestStorage(url)).rejects.toThrow(/has tables of another application \(songs\)/);
    const { rows } = await other.query(
      "select table_name from information_schema.tables where table_schema = 'public'",
    );
    expect(rows).toEqual([{ table_name: 'songs' }]);
  });
});

describe('one server for one database', () => {
  test('S1.9: a second server is refused as long as the first one runs', async () => {
    const url = await migratedDatabaseUrl();
    const first = await openTestStorage(url, serve);
    await expect(openTestStorage(url, serve)).rejects.toThrow(DatabaseInUse);
    // Commands work beside it.
    const command = await openTestStorage(url);
    await command.createUser(userRecord('ada'));
    await command.close();
    await first.close();
    const second = await openTestStorage(url, serve);
    expect(await second.userById('id-of-ada')).toBeDefined();
    await second.close();
  });

  test('S1.9: a server that has lost its connection gets its lock back', async () => {
    const url = await migratedDatabaseUrl();
    const storage = await openTestStorage(url, serve);
    onTestFinished(() => storage.close());
    const other = await connectTo(url);
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'roomtone'",
    );
    await storage.createUser(userRecord('ada'));
    await expect(openTestStorage(url, serve)).rejects.toThrow(DatabaseInUse);
  });
});

describe('S1.6: what the host reads if the database cannot be used', () => {
  const cases: readonly (readonly [string, RegExp, 'password' | 'pathname' | 'port', string])[] = [
    ['a wrong password', /Check user and password in ROOMTONE_DATABASE_URL/, 'password', 'geheim'],
    ['a database that does not exist', /does not exist.*Create it/, 'pathname', '/nothing'],
    ['a port where nothing answers', /ECONNREFUSED.*Check that PostgreSQL runs/, 'port', '1'],
  ];
  for (const [what, message, part, value] of cases) {
    test(`${what} is explained, without the password`, async () => {
      const url = new URL(await migratedDatabaseUrl());
      url[part] = value;
      const refused = openTestStorage(String(url)).catch((error: Error) => error.message);
      expect(await refused).toMatch(message);
      expect(await refused).not.toContain(url.password);
    });
  }
});

describe('S2.14: TLS to the database', () => {
  const isEncrypted = async (tls: PostgresOptions['tls'], host = '127.0.0.1') => {
    const url = new URL(await migratedDatabaseUrl());
    url.hostname = host;
    const session = await Session.open(optionsFor(String(url), { tls }));
    onTestFinished(() => session.end());
    const { rows } = await session.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    return rows[0]?.ssl;
  };

  test('is off on this machine unless asked for, and verified against the authority that the host names', async () => {
    expect(await isEncrypted('auto')).toBe(false);
    expect(await isEncrypted('off')).toBe(false);
    const authority = inject('postgresCertificate');
    expect(await isEncrypted({ authority })).toBe(true);
    expect(await isEncrypted({ authority }, 'localhost')).toBe(true);
  });

  test('a certificate from an authority that nobody trusts is refused', async () => {
    await expect(isEncrypted('verify')).rejects.toThrow(/self-signed certificate/);
  });

  test('auto verifies every host but this machine', () => {
    const ssl = (url: string) => clientOptions(optionsFor(url)).ssl;
    for (const url of [
      'postgres://localhost/d',
      'postgres://127.0.0.2/d',
      'postgres://[::1]/d',
      'postgres:///d?host=/run',
    ]) {
      expect(ssl(url), url).toBe(false);
    }
    expect(ssl('postgres://db.example/d')).toEqual({ rejectUnauthorized: true, host: 'db.example' });
  });
});
