import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { command, commandHere, processesTimeoutMs, Site, unlimited } from '../../commands/host.ts';
import { end, runServer, startServer } from '../../support/server-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { findPostgres } from '../cluster.ts';
import { emptyDatabaseUrl } from '../databases.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const inUse = /^Another Roomtone server is using the PostgreSQL database "t_\w+" on 127\.0\.0\.1:\d+\.\n$/;

test('S1.7, S1.9, S4.16: a server on PostgreSQL keeps what it acknowledged through SIGKILL, alone with its database', async () => {
  const url = await emptyDatabaseUrl();
  const env = { ...unlimited, ROOMTONE_DATABASE_URL: url };
  const dataDir = temporaryDirectory();
  const first = await startServer(dataDir, { env });
  const site = new Site(first.url);
  const { token } = await site.register('ada');
  const { room_id: roomId } = await site.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, token);

  // Each waits for a while, because the first might be about to end.
  const second = runServer(temporaryDirectory(), { env });
  const [ended, migrating] = await Promise.all([second.ended, commandHere(temporaryDirectory(), ['migrate'], { env })]);
  expect(ended).toBe(3);
  expect(second.out.stderr).toMatch(inUse);
  expect(migrating).toMatchObject({ status: 3, stderr: expect.stringMatching(inUse) });
  // Commands for accounts work while it runs.
  const added = await command(dataDir, ['user', 'add', 'eve'], { env, input: 'a good password\n' });
  expect(added).toMatchObject({ status: 0 });
  expect(await site.loginStatus('eve', 'a good password')).toBe(200);

  await end(first, 'SIGKILL');
  const again = await startServer(dataDir, { env });
  const after = new Site(again.url);
  expect(await after.loginStatus('ada')).toBe(200);
  expect((await after.call('GET', `/api/rooms/${roomId}`, undefined, token)).status).toBe(200);
  expect(await end(again, 'SIGTERM')).toBe(0);
  for (const { out } of [first, second, again]) expect(out.stdout + out.stderr).not.toContain(new URL(url).password);
});

test('S4.18: backup and restore refuse PostgreSQL, and name pg_dump and pg_restore', async () => {
  const env = { ROOMTONE_DATABASE_URL: 'postgres://u:geheim@127.0.0.1:1/d' };
  for (const name of ['backup', 'restore']) {
    const refused = await commandHere(temporaryDirectory(), [name, join(temporaryDirectory(), 'b.tar.gz')], { env });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/pg_dump.*pg_restore/);
    expect(refused.stderr).not.toContain('geheim');
  }
});

test('S4.18: pg_dump and pg_restore bring a service to another database', async () => {
  const [from, to] = [await emptyDatabaseUrl(), await emptyDatabaseUrl()];
  const dataDir = temporaryDirectory();
  const server = await startServer(dataDir, { env: { ...unlimited, ROOMTONE_DATABASE_URL: from } });
  const { refresh_token } = await new Site(server.url).register('ada');
  const dump = join(temporaryDirectory(), 'roomtone.dump');
  const bin = findPostgres() ?? '';
  execFileSync(join(bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, from]);
  await end(server, 'SIGTERM');
  execFileSync(join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${to}`, dump]);
  const restored = await startServer(dataDir, { env: { ...unlimited, ROOMTONE_DATABASE_URL: to } });
  const site = new Site(restored.url);
  expect(await site.loginStatus('ada')).toBe(200);
  expect((await site.call('POST', '/api/auth/refresh', { refresh_token })).status).toBe(200);
});

test('S4.10, S4.16, S4.17: commands on PostgreSQL create, migrate, and replace keys', async () => {
  const env = { ...unlimited, ROOMTONE_DATABASE_URL: await emptyDatabaseUrl() };
  const dataDir = temporaryDirectory();
  const nothing = await commandHere(dataDir, ['user', 'delete', 'ada'], { env });
  expect(nothing).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing in the database') });
  expect(await commandHere(dataDir, ['keys', 'rotate'], { env })).toMatchObject({ status: 1 });
  expect((await commandHere(dataDir, ['migrate'], { env })).stdout).toMatch(/^Applied: 001/);
  expect((await commandHere(dataDir, ['migrate'], { env })).stdout).toContain('already up to date');
  const server = await startServer(dataDir, { env });
  const { refresh_token } = await new Site(server.url).register('ada');
  await end(server, 'SIGTERM');
  expect(await commandHere(dataDir, ['keys', 'rotate', '--compromised'], { env })).toMatchObject({ status: 0 });
  const again = new Site((await startServer(dataDir, { env })).url);
  expect((await again.call('POST', '/api/auth/refresh', { refresh_token })).status).toBe(401);
  expect(await again.loginStatus('ada')).toBe(200);
});

test('S1.15: an empty PostgreSQL database does not take the place of an embedded one by mistake', async () => {
  const dataDir = temporaryDirectory();
  const embedded = await startServer(dataDir, { env: unlimited });
  await new Site(embedded.url).register('ada');
  await end(embedded, 'SIGTERM');
  const env = { ...unlimited, ROOMTONE_DATABASE_URL: await emptyDatabaseUrl() };
  const refused = await command(dataDir, [], { env });
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(/is empty.*migrate-to-postgres/) });
  const started = await startServer(dataDir, { env, args: ['--new-database'] });
  expect(await new Site(started.url).loginStatus('ada')).toBe(401);
});
