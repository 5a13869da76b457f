import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processesTimeoutMs, Site, unlimited } from '../../commands/host.ts';
import { end, type ServerProcess, startServer } from '../../support/server-process.ts';
import { shortIntervals } from '../../support/short-intervals.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { type Cluster, findPostgres, startCluster } from '../cluster.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });
const poll = { timeout: processesTimeoutMs, interval: 50 };

/** A server on a PostgreSQL that the test may stop, with an account in a room. */
async function startOnCluster(settings: Readonly<Record<string, string>> = {}, nodeOptions: readonly string[] = []) {
  const cluster = await startCluster(findPostgres() ?? '');
  onTestFinished(() => cluster.remove());
  const env = {
    ...unlimited,
    ROOMTONE_DATABASE_URL: `${cluster.url}/postgres`,
    ROOMTONE_DATABASE_STATEMENT_TIMEOUT_MS: '1000',
    ROOMTONE_DATABASE_CONNECT_TIMEOUT_MS: '500',
    ...settings,
  };
  const server = await startServer(temporaryDirectory(), { env, nodeOptions });
  const site = new Site(server.url);
  const { token } = await site.register('ada');
  const { room_id: roomId } = await site.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, token);
  return { cluster, server, site, token, roomId };
}

/** To the process that starts the others, and to all of them. */
function signalAll({ pid }: Cluster, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  for (const each of [pid, ...children]) process.kill(each, signal);
}

async function health({ url }: ServerProcess & { readonly url: string }, path: '/ready' | '/detailed') {
  const response = await fetch(`${url}/health${path}`);
  const body = (await response.json()) as { status: string; services?: { database: string } };
  return [response.status, body.status, ...(body.services === undefined ? [] : [body.services.database])];
}

test('S1.16, S21.3: while PostgreSQL hangs, requests fail, health tells, notes go on, and everything recovers by itself', async () => {
  // Ten ticks in the time of one; so a statement may take ten times as many. A timeout of 500 ms would be shortened, too.
  const settings = { ROOMTONE_DATABASE_STATEMENT_TIMEOUT_MS: '10000', ROOMTONE_DATABASE_CONNECT_TIMEOUT_MS: '1000' };
  const { cluster, server, site, token, roomId } = await startOnCluster(settings, shortIntervals);
  const [player, listener] = [await site.connect(token), await site.connect(token)];
  for (const each of [player, listener]) await each.join(roomId);

  onTestFinished(() => signalAll(cluster, 'SIGCONT'));
  signalAll(cluster, 'SIGSTOP');
  const registering = site.call('POST', '/api/auth/register', registration('bob'));
  const reading = site.call('GET', '/api/users/friends', undefined, token);
  await expect.poll(() => health(server, '/ready'), poll).toEqual([500, 'down']);
  expect(await health(server, '/detailed')).toEqual([500, 'down', 'down']);
  player.play([0x90, 60, 100]);
  expect((await listener.take('midiMessage')).body.data.length).toBeGreaterThan(0);
  const answers = await Promise.all([registering, reading]);
  expect(answers.map(({ status }) => status)).toEqual([500, 500]);

  signalAll(cluster, 'SIGCONT');
  await expect.poll(() => health(server, '/ready'), poll).toEqual([200, 'ok']);
  await expect.poll(() => health(server, '/detailed'), poll).toEqual([200, 'ok', 'ok']);
  await site.register('eve');
  expect(await site.loginStatus('ada')).toBe(200);
  await player.sync();
  expect(await end(server, 'SIGTERM')).toBe(0);
  expect(server.out.stdout + server.out.stderr).not.toContain(new URL(cluster.url).password);
});

test('S1.16: requests wait for a PostgreSQL that restarts, and nothing acknowledged is lost', async () => {
  const { cluster, server, site, token } = await startOnCluster();
  await cluster.end('immediate');
  await expect.poll(() => health(server, '/ready'), poll).toEqual([500, 'down']);
  const waiting = [
    site.call('POST', '/api/auth/register', registration('bob')),
    site.call('GET', '/api/users/friends', undefined, token),
  ];
  await cluster.start();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 200]);
  await expect.poll(() => health(server, '/ready'), poll).toEqual([200, 'ok']);
  for (const name of ['ada', 'bob']) expect(await site.loginStatus(name)).toBe(200);

  expect(await end(server, 'SIGTERM')).toBe(0);
  expect(server.out.stdout + server.out.stderr).not.toContain(new URL(cluster.url).password);
});

function registration(username: string) {
  const password = 'correct horse';
  return { username, email: `${username}@example.org`, password, confirm_password: password };
}
