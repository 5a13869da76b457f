import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseInUse } from '../../src/ports/database-in-use.ts';
import { findProgram, freePort } from '../redis/redis-server.ts';
import { userRecord } from '../support/records.ts';
import { postgresAccount } from './cluster.ts';
import { emptyDatabaseUrl, openTestStorage } from './databases.ts';

const pgbouncer = findProgram('pgbouncer');

/** The address of a database by way of PgBouncer, which ends with the test. */
async function throughPooler(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const own = await freePort();
  // Like the database's own folder, because others may not enter that of the tests.
  const folder = mkdtempSync('/tmp/roomtone-pooler-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${own}`, 'unix_socket_dir =', 'auth_type = any'],
    `pool_mode = ${mode}`,
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  // It does not run as root.
  const account = await postgresAccount();
  chmodSync(folder, 0o755);
  if (account !== undefined) chownSync(settings, account.uid, account.gid);
  const child = spawn(pgbouncer ?? '', ['-q', settings], { stdio: 'ignore', ...(account ?? {}) });
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = `postgres://tests@127.0.0.1:${own}${pathname}`;
  await expect
    .poll(
      async () => {
        const client = new pg.Client(address);
        await client.connect();
        await client.end();
        return true;
      },
      { timeout: 10_000, interval: 50 },
    )
    .toBe(true);
  return address;
}

describe.skipIf(pgbouncer === undefined)('a pooler in front of PostgreSQL', () => {
  test('S1.17: with pool_mode = session, everything works as without it, and one server has the database alone', async () => {
    const url = await throughPooler(await emptyDatabaseUrl(), 'session');
    const first = await openTestStorage(url, { purpose: 'serve' });
    await first.createUser(userRecord('ada'));
    expect(await first.userByLogin('ada')).toMatchObject({ username: 'ada' });
    await expect(openTestStorage(url, { purpose: 'serve' })).rejects.toThrow(DatabaseInUse);
    await first.close();
    const next = await openTestStorage(url, { purpose: 'serve' });
    onTestFinished(() => next.close());
    expect(await next.userByLogin('ada')).toMatchObject({ username: 'ada' });
  });

  test('S1.17: with pool_mode = transaction, the start is refused and says what to set, and nothing stays locked', async () => {
    const direct = await emptyDatabaseUrl();
    const url = await throughPooler(direct, 'transaction');
    for (let tried = 0; tried < 2; tried++) {
      await expect(openTestStorage(url, { purpose: 'serve' })).rejects.toThrow(/PgBouncer.*pool_mode = session/);
    }
    const storage = await openTestStorage(direct, { purpose: 'serve' });
    await storage.close();
  });
});
