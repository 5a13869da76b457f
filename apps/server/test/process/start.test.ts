import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { end, runServer, startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const posix = process.platform !== 'win32';

test('S1.2, S1.3: one line on stderr gives the address, /health answers, and stdout has JSON lines', async () => {
  const dataDir = join(temporaryDirectory(), 'deep', 'data');
  const server = await startServer(dataDir);
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  const response = await fetch(`${server.url}/health`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok', timestamp: expect.any(String) }]);
  expect(await end(server, 'SIGTERM')).toBe(0);
  // S17.7: until somebody is the admin.
  const link = `${server.url}/host#host=[\\w-]{43}`;
  expect(server.out.stderr).toMatch(
    new RegExp(`^You are the host\\. .*: ${link}\\nRoomtone is ready: ${server.url}\\n$`),
  );
  const lines = server.out.stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ route: '/health' }));
  if (posix) {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const file of ['jwt.key', 'roomtone.sqlite', 'lock.sqlite']) {
      expect(statSync(join(dataDir, file)).mode & 0o777, file).toBe(0o600);
    }
  }
});

test.runIf(process.platform === 'linux')('S10.16: threads for passwords and pictures give way to notes', async () => {
  const { child } = await startServer(temporaryDirectory());
  const threads = `/proc/${child.pid}/task`;
  const named = readdirSync(threads).map((id) => ({
    name: readFileSync(`${threads}/${id}/comm`, 'utf8').trim(),
    priority: () => getPriority(Number(id)),
  }));
  const own = getPriority();
  const pool = named.filter(({ name }) => name === 'libuv-worker');
  expect(pool.length).toBeGreaterThan(0);
  await expect.poll(() => new Set(pool.map(({ priority }) => priority()))).toEqual(new Set([Math.max(own, 10)]));
  expect(getPriority(child.pid ?? 0)).toBe(own);
});

test('S1.6, S1.8: a port in use is reported clearly, with exit status 1', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    other.close();
  });
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const server = runServer(temporaryDirectory(), { env: { ROOMTONE_PORT: port } });
  expect(await server.ended).toBe(1);
  expect(server.out.stderr).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(server.out.stderr).toContain('ROOMTONE_PORT');
});

test('S1.9: a second process on the same data directory exits with status 3 and says so', async () => {
  const dataDir = temporaryDirectory();
  const first = await startServer(dataDir);
  const second = runServer(dataDir);
  expect(await second.ended).toBe(3);
  expect(second.out.stderr).toContain(`Another Roomtone server is using the data directory ${dataDir}.`);
  expect((await fetch(`${first.url}/health`)).status).toBe(200);
  expect(await end(first, 'SIGKILL')).toBe('SIGKILL');
  const third = await startServer(dataDir);
  expect((await fetch(`${third.url}/health`)).status).toBe(200);
});

test('S2.3: an invalid variable ends the start with status 2 and a message that names it', async () => {
  const server = runServer(temporaryDirectory(), { env: { ROOMTONE_LOG_LEVEL: 'loud', ROOMTONE_EMAIL: 'x' } });
  expect(await server.ended).toBe(2);
  expect(server.out.stderr).toMatch(/^ROOMTONE_EMAIL must be .*\nROOMTONE_LOG_LEVEL must be .*\n$/);
});

test('S2.2: settings may be in .env, and the environment overrides them', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, '.env'), 'ROOMTONE_LOG_LEVEL=loud\nROOMTONE_EMAIL=optional\n');
  const refused = runServer(temporaryDirectory(), { cwd });
  expect(await refused.ended).toBe(2);
  expect(refused.out.stderr).toMatch(/^ROOMTONE_LOG_LEVEL must be/);
  const { url } = await startServer(temporaryDirectory(), { cwd, env: { ROOMTONE_LOG_LEVEL: 'info' } });
  const password = 'correct horse';
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password, confirm_password: password }),
  });
  expect(response.status).toBe(201);
});

test('S1.10, S2.3: a data directory that cannot be used is reported as an invalid ROOMTONE_DATA_DIR', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const server = runServer(file);
  expect(await server.ended).toBe(2);
  expect(server.out.stderr).toContain(`ROOMTONE_DATA_DIR cannot be used: ${file}`);
});

test('S2.7: Redis alone is refused, not ignored', async () => {
  const env = { ROOMTONE_REDIS_URL: 'redis://u:geheim@h' };
  const server = runServer(temporaryDirectory(), { env });
  expect(await server.ended).toBe(2);
  expect(server.out.stderr).toMatch(/^ROOMTONE_DATABASE_URL must be set.*\nROOMTONE_JWT_KEY must be set/);
  expect(server.out.stderr).not.toContain('geheim');
});

test('S1.6: a database that cannot be read ends the start with status 1', async () => {
  const dataDir = temporaryDirectory();
  const database = join(dataDir, 'roomtone.sqlite');
  mkdirSync(database);
  const server = runServer(dataDir);
  expect(await server.ended).toBe(1);
  expect(server.out.stderr).toMatch(/^Roomtone could not start: /);
});

test.each(['20.20.2', '22.13.1', '23.5.0'])(
  'S1.1: Node %s is refused as too old, with a clear message',
  async (version) => {
    const server = runOnNode(version);
    expect(await server.ended).toBe(1);
    expect(server.out.stderr).toBe(`Roomtone needs Node 22.14, 23.6 or newer; this is Node v${version}.\n`);
  },
);

test.each(['22.14.0', '23.6.0', '24.0.0', '26.1.0'])('S1.1: Node %s is new enough', async (version) => {
  const server = runOnNode(version, ['--help']);
  expect(await server.ended).toBe(0);
});

/** Runs the server on a Node that claims to be another version. */
function runOnNode(version: string, args: readonly string[] = []) {
  const pretend = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;
  return runServer(temporaryDirectory(), {
    args,
    nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`],
  });
}

test('S4.3: a command that does not exist is refused', async () => {
  const server = runServer(temporaryDirectory(), { args: ['dance'] });
  expect(await server.ended).toBe(2);
  expect(server.out.stderr).toContain('"dance"');
});
