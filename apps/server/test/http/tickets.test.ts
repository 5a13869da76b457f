import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';

const path = '/api/auth/websocket-ticket';

test('S22.1, S22.2: a ticket is a JWE and comes with the complete URL to open', async () => {
  const { call, register } = await createTestApp();
  const { token } = await register('ada');
  const { status, body } = await call('POST', path, { token, headers: { host: 'localhost:7420' } });
  expect(status).toBe(200);
  const { encrypted_payload: payload, ws_url: url, expires_in: seconds } = body.data;
  expect(decodeProtectedHeader(payload)).toEqual({ alg: 'dir', enc: 'A256GCM' });
  expect(url).toBe(`ws://localhost:7420/api/websocket/${payload}`);
  expect(seconds).toBe(60);
});

test('S22.2: a ticket works once, within 60 s, and identifies the user it was made for', async () => {
  const { call, register, realtime, clock } = await createTestApp();
  const { token, user } = await register('ada');
  const { tickets } = realtime.deps();
  const ticket = async () => (await call('POST', path, { token })).body.data.encrypted_payload;
  const first = await ticket();
  clock.advance(59_000);
  const redeemed = await Promise.all([tickets.redeem(first), tickets.redeem(first)]);
  expect(redeemed.filter((claim) => claim !== undefined)).toEqual([
    {
      identity: {
        kind: 'user',
        userId: user.user_id,
        username: 'ada',
        roles: ['member'],
        sessionId: decodeJwt(token)['sid'],
        address: '127.0.0.1',
      },
    },
  ]);
  const late = await ticket();
  clock.advance(60_000);
  expect(await tickets.redeem(late)).toBeUndefined();
  expect(await tickets.redeem('nonsense')).toBeUndefined();
  expect(await tickets.redeem(token)).toBeUndefined();
  const altered = `${(await ticket()).slice(0, -2)}AA`;
  expect(await tickets.redeem(altered)).toBeUndefined();
});

test.each([3_600_000, -3_600_000])(
  'a ticket is valid for 60 s even if the wall clock is stepped by %d ms',
  async (by) => {
    const { call, realtime, clock } = await createTestApp();
    const { tickets } = realtime.deps();
    const ticket = async () => (await call('POST', path)).body.data.encrypted_payload;
    const [used, late] = [await ticket(), await ticket()];
    clock.stepWall(by);
    clock.advance(59_000);
    expect(await tickets.redeem(used)).toBeDefined();
    expect(await tickets.redeem(used)).toBeUndefined();
    clock.advance(1_000);
    expect(await tickets.redeem(late)).toBeUndefined();
  },
);

test('S22.3, R3.6: without a token the ticket is for a guest with a generated name', async () => {
  const { call, realtime } = await createTestApp();
  for (const request of [{}, { body: {} }, { body: { resume_token: 'whatever' } }]) {
    const { status, body } = await call('POST', path, request);
    expect(status).toBe(200);
    expect(await realtime.deps().tickets.redeem(body.data.encrypted_payload)).toEqual({
      identity: { kind: 'guest', username: expect.stringMatching(/^Guest-[a-z0-9]{4}$/), address: '127.0.0.1' },
    });
  }
  expect((await call('POST', path, { body: { token: 'x' } })).body.error.details.field).toBe('token');
});

test('S22.4, R10.3: a resume token works only for the auth session of its connection', async () => {
  const { call, register, realtime } = await createTestApp();
  const { tickets } = realtime.deps();
  const ada = await register('ada');
  const bob = await register('bob');
  const login = await call('POST', '/api/auth/login', { body: { username: 'ada', password: 'correct horse' } });
  const ticketFor = async (token: string | undefined, body: object = {}) => {
    const answer = await call('POST', path, token === undefined ? { body } : { token, body });
    const ticket = await tickets.redeem(answer.body.data.encrypted_payload);
    if (ticket === undefined) throw new Error('the ticket does not work');
    return ticket;
  };
  const resumes = async (token: string | undefined, resumeToken: string) =>
    (await ticketFor(token, { resume_token: resumeToken })).resumes;

  const hers = tickets.resumeToken('connection-1', (await ticketFor(ada.token)).identity);
  const guests = tickets.resumeToken('connection-2', (await ticketFor(undefined)).identity);
  expect(await resumes(ada.token, hers)).toBe('connection-1');
  expect(await resumes(undefined, guests)).toBe('connection-2');
  const foreign = [bob.token, login.body.data.token, undefined];
  expect(await Promise.all(foreign.map((token) => resumes(token, hers)))).toEqual([undefined, undefined, undefined]);
  expect(await resumes(ada.token, guests)).toBeUndefined();
  for (const forged of [`${hers}x`, hers.replace('connection-1', 'connection-2'), 'connection-1', '.', 'ünknown.']) {
    expect(await resumes(ada.token, forged), forged).toBeUndefined();
  }
});

test('S9.8: ws_url is derived from ROOMTONE_PUBLIC_URL, or from the request of a trusted proxy', async () => {
  const fixed = await createTestApp({ env: { ROOMTONE_PUBLIC_URL: 'https://music.example/' } });
  expect((await fixed.call('POST', path)).body.data.ws_url).toMatch(/^wss:\/\/music\.example\/api\/websocket\//);
  const urlFor = async (headers: Record<string, string>) =>
    (await fixed.call('POST', path, { headers })).body.data.ws_url.replace(/\/api\/.*/, '');
  // From inside the house, where the public name may lead nowhere.
  const house = { host: '192.168.1.5:7420' };
  expect(await urlFor(house)).toBe('ws://192.168.1.5:7420');
  expect(await urlFor({ ...house, origin: 'https://192.168.1.5:7420' })).toBe('wss://192.168.1.5:7420');
  expect(await urlFor({ host: 'music.example', origin: 'https://music.example' })).toBe('wss://music.example');
  // Of a proxy that passes on neither host nor scheme.
  expect(await urlFor({ host: '127.0.0.1:7420', origin: 'https://music.example' })).toBe('wss://music.example');
  expect(await urlFor({ ...house, 'x-forwarded-for': '192.0.2.1' })).toBe('wss://music.example');
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': '127.0.0.2' };
  const proxied = await createTestApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.0/8' } });
  const trusted = await proxied.call('POST', path, { headers });
  expect(trusted.body.data.ws_url).toMatch(/^wss:\/\/127\.0\.0\.2\/api\//);
  const direct = await createTestApp();
  const untrusted = await direct.call('POST', path, { headers });
  expect(untrusted.body.data.ws_url).toMatch(/^ws:\/\/localhost:80\/api\//);
});

test('S22.6: pages of this server, of the app and of allowed origins may connect, and so may programs', async () => {
  const { realtime } = await createTestApp({
    env: { ROOMTONE_ALLOWED_ORIGINS: 'https://friends.example', ROOMTONE_PUBLIC_URL: 'https://music.example' },
  });
  const { allowedOrigin } = realtime.deps();
  const host = 'localhost:7420';
  for (const origin of [
    undefined,
    'http://localhost:7420',
    'https://localhost:7420',
    'app://roomtone',
    'https://friends.example',
    'https://music.example',
  ]) {
    expect(allowedOrigin(origin, host), String(origin)).toBe(true);
  }
  for (const origin of [
    '',
    'null',
    'http://localhost',
    'http://localhost:7421',
    'https://evil.example',
    'http://friends.example',
    'app://other',
    'ftp://localhost:7420',
    'http://localhost:7420.evil.example',
  ]) {
    expect(allowedOrigin(origin, host), origin).toBe(false);
  }
  expect(allowedOrigin('http://localhost:7420', undefined)).toBe(false);
});
