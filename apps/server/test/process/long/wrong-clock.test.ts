// A wrong wall clock makes tokens expire, but does no other harm to a server and its data.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { canInjectFaults, createFaults } from '../../../../../testing/faults/faults.ts';
import { end, startServer } from '../../support/server-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const ada = { username: 'ada', password: 'correct horse' };

/** A data directory, and servers on it whose wall clock can be set. */
function serversWithClock() {
  const dataDir = temporaryDirectory();
  const faults = createFaults({ below: dataDir, scratch: temporaryDirectory() });
  onTestFinished(() => faults.close());
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startServer(dataDir, { env: { ...faults.env, ...env } });
  return { dataDir, faults, start, setClock: (offsetMs: number) => faults.set('clockOffsetMs', offsetMs) };
}

test.skipIf(!canInjectFaults())('a start with the clock a year ahead changes neither rooms nor sign-ins', async () => {
  const { dataDir, start, setClock } = serversWithClock();
  const first = await start();
  const { token, refresh_token: refreshToken } = await register(first.url);
  const { data: room } = await post(first.url, '/api/rooms', { room_name: 'Rehearsal' }, token);
  await end(first, 'SIGTERM');
  const database = new Database(join(dataDir, 'roomtone.sqlite'));
  database.prepare('update rooms set last_activity = last_activity - ?').run(80 * 24 * hourMs);
  database.close();

  setClock(yearMs);
  const wrong = await start();
  expect((await post(wrong.url, '/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
  const other = await post(wrong.url, '/api/auth/login', ada);
  expect(other.status).toBe(200);
  expect(await get(wrong.url, `/api/rooms/${room.room_id}`)).toBe(200);
  await end(wrong, 'SIGTERM');

  setClock(0);
  const right = await start();
  expect(await get(right.url, `/api/rooms/${room.room_id}`)).toBe(200);
  expect((await post(right.url, '/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(200);
});

test.skipIf(!canInjectFaults())(
  'a clock that jumps while the server runs makes tokens expire, but no damage is permanent',
  async () => {
    const { start, setClock } = serversWithClock();
    const server = await start({ ROOMTONE_TLS: 'auto' });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    });
    const { token } = await register(server.url);
    let refreshToken = (await post(server.url, '/api/auth/login', ada)).data.refresh_token;
    for (const [offsetMs, isSignedIn] of [
      [0, true],
      [hourMs, false],
      [-hourMs, false],
      [yearMs, false],
      [0, true],
    ] as const) {
      setClock(offsetMs);
      expect(await get(server.url, '/health')).toBe(200);
      expect(await get(server.url, '/api/users/profile', token), `at ${offsetMs} ms`).toBe(isSignedIn ? 200 : 401);
      expect((await post(server.url, '/api/auth/login', ada)).status).toBe(200);
      // A refresh token for 24 hours is refused a year later, and works again once the clock is right.
      const refreshed = await post(server.url, '/api/auth/refresh', { refresh_token: refreshToken });
      expect(refreshed.status).toBe(offsetMs === yearMs ? 401 : 200);
      refreshToken = refreshed.data?.refresh_token ?? refreshToken;
    }
    expect(await end(server, 'SIGTERM')).toBe(0);
  },
);

test('refresh tokens stay valid when ROOMTONE_JWT_KEY is set or replaced, access tokens do not', async () => {
  const dataDir = temporaryDirectory();
  const newKey = () => ({ ROOMTONE_JWT_KEY: randomBytes(32).toString('base64') });
  const first = await startServer(dataDir);
  let { token, refresh_token: refreshToken } = await register(first.url);
  await end(first, 'SIGTERM');
  for (const env of [newKey(), newKey(), {}]) {
    const server = await startServer(dataDir, { env });
    expect(await get(server.url, '/api/users/profile', token)).toBe(401);
    const { status, data } = await post(server.url, '/api/auth/refresh', { refresh_token: refreshToken });
    expect(status).toBe(200);
    ({ token, refresh_token: refreshToken } = data);
    expect(await get(server.url, '/api/users/profile', token)).toBe(200);
    await end(server, 'SIGTERM');
  }
});

async function register(url: string): Promise<{ token: string; refresh_token: string }> {
  const body = { ...ada, email: 'ada@example.org', confirm_password: ada.password };
  return (await post(url, '/api/auth/register', body)).data;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
async function post(url: string, path: string, body: object, token?: string): Promise<{ status: number; data: any }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: unknown };
  return { status: response.status, data };
}

async function get(url: string, path: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
}
