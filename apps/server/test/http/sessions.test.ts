import { limits } from '@roomtone/protocol';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTestApp, storageKinds, type TestApp } from '../support/test-app.ts';

const day = 24 * 3600 * 1000;

describe.each(storageKinds)('with %s storage', (storage) => {
  const login = (app: TestApp, over: object = {}) =>
    app.call('POST', '/api/auth/login', { body: { username: 'ada', password: 'correct horse', ...over } });
  const refresh = (app: TestApp, token: string) =>
    app.call('POST', '/api/auth/refresh', { body: { refresh_token: token } });
  /** True if the access token is accepted by a route that needs one. */
  const works = async (app: TestApp, token: string) =>
    (await app.call('POST', '/api/rooms', { token, body: { room_name: 'x' } })).status === 201;

  test('S12.1: login takes a username or an email in any case', async () => {
    const app = await createTestApp({ storage });
    const { user } = await app.register('ada');
    for (const username of ['ada', 'ADA', 'Ada@Example.org']) {
      const { status, body } = await login(app, { username });
      expect([status, body.data.user]).toEqual([200, user]);
    }
  });

  test('S12.2: an unknown user and a wrong password give the same 401', async () => {
    const app = await createTestApp({ storage });
    await app.register('ada');
    const wrong = await login(app, { password: 'correct horsf' });
    const unknown = await login(app, { username: 'grace' });
    expect(wrong.status).toBe(401);
    expect(wrong.body.error.code).toBe('AUTHENTICATION_ERROR');
    expect(unknown.body).toEqual(wrong.body);
  });

  test('S12.9: each refresh replaces the refresh token, and the new tokens work', async () => {
    const app = await createTestApp({ storage });
    const first = await app.register('ada');
    app.clock.advance(60_000);
    const { status, body } = await refresh(app, first.refresh_token);
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual(['expires_in', 'refresh_token', 'token']);
    expect(body.data.refresh_token).not.toBe(first.refresh_token);
    expect(await works(app, body.data.token)).toBe(true);
    expect((await refresh(app, body.data.refresh_token)).status).toBe(200);
  });

  test('S12.10: a replaced token gets the same successor until that has been used', async () => {
    const app = await createTestApp({ storage });
    const first = (await app.register('ada')).refresh_token;
    const second = (await refresh(app, first)).body.data.refresh_token;
    const again = await refresh(app, first);
    expect([again.status, again.body.data.refresh_token]).toEqual([200, second]);
    expect(await works(app, again.body.data.token)).toBe(true);
    expect((await refresh(app, second)).status).toBe(200);
  });

  test('S12.10, S12.11: a stolen token that was replaced a minute ago gets no successor, and ends the session', async () => {
    const app = await createTestApp({ storage });
    const stolen = (await app.register('ada')).refresh_token;
    const { refresh_token: successor, token } = (await refresh(app, stolen)).body.data;
    app.clock.advance(59_999);
    expect((await refresh(app, stolen)).body.data.refresh_token).toBe(successor);
    app.clock.advance(1);
    expect((await refresh(app, stolen)).status).toBe(401);
    expect((await refresh(app, successor)).status).toBe(401);
    expect(await works(app, token)).toBe(false);
  });

  test('S12.10: setting the clock back does not make a stolen token good for longer', async () => {
    const app = await createTestApp({ storage });
    const stolen = (await app.register('ada')).refresh_token;
    await refresh(app, stolen);
    app.clock.stepWall(-60_000);
    expect((await refresh(app, stolen)).status).toBe(401);
  });

  test('S12.11: once the successor has been used, the replaced token ends the whole session', async () => {
    const app = await createTestApp({ storage });
    const first = (await app.register('ada')).refresh_token;
    const second = (await refresh(app, first)).body.data.refresh_token;
    const third = (await refresh(app, second)).body.data;
    expect((await refresh(app, first)).status).toBe(401);
    expect((await refresh(app, third.refresh_token)).status).toBe(401);
    expect(await works(app, third.token)).toBe(false);
    expect(app.realtime.endedSessions).toEqual([decodeJwt(third.token)['sid']]);
  });

  test('S12.11: a replaced token ends the session, however old it is', async () => {
    const app = await createTestApp({ storage });
    const first = (await app.register('ada')).refresh_token;
    let latest = first;
    for (let count = 0; count < 5; count++) latest = (await refresh(app, latest)).body.data.refresh_token;
    expect((await refresh(app, first)).status).toBe(401);
    expect((await refresh(app, latest)).status).toBe(401);
  });

  test('S12.10: concurrent refreshes with one token all get the same successor', async () => {
    const app = await createTestApp({ storage });
    const { refresh_token: token } = await app.register('ada');
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(app, token)));
    expect(new Set(answers.map(({ body }) => body.data.refresh_token)).size).toBe(1);
    expect((await refresh(app, answers[0]?.body.data.refresh_token)).status).toBe(200);
  });

  test('S12.12: a made-up token is 401 and ends no session', async () => {
    const app = await createTestApp({ storage });
    const { refresh_token: genuine } = await app.register('ada');
    const bytes = Buffer.from(genuine, 'base64url');
    // The session's id with another secret.
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    for (const forged of [bytes.toString('base64url'), `${genuine}=`, 'x', 'x'.repeat(86)]) {
      expect((await refresh(app, forged)).status).toBe(401);
    }
    expect((await refresh(app, genuine)).status).toBe(200);
  });

  test('S12.12: any string that is not a refresh token, up to the bound of a body, is 401 on refresh and ignored by logout', async () => {
    const app = await createTestApp({ storage, env: { ROOMTONE_RATE_LIMIT_AUTH: '1000' } });
    const { token } = await app.register('ada');
    const logout = (refresh_token: unknown) => app.call('POST', '/api/auth/logout', { body: { refresh_token } });
    const longest = 'x'.repeat(limits.bodyBytes - JSON.stringify({ refresh_token: '' }).length);
    for (const unknown of [token, '', ' ', 'x'.repeat(257), 'é\u0000🎹', longest]) {
      const { status, body } = await refresh(app, unknown);
      expect([unknown.length, status, body.error.code]).toEqual([unknown.length, 401, 'AUTHENTICATION_ERROR']);
      expect((await logout(unknown)).status).toBe(200);
    }
    expect(await works(app, token)).toBe(true);
    expect((await refresh(app, `${longest}x`)).status).toBe(400);
    for (const wrong of [undefined, null, 5, ['x'], { x: 1 }]) {
      const { status, body } = await app.call('POST', '/api/auth/refresh', { body: { refresh_token: wrong } });
      expect([status, body.error.details.field]).toEqual([400, 'refresh_token']);
    }
    expect((await logout(5)).status).toBe(400);
  });

  test('S12.8: a refresh token lasts 24 hours from its last use, or 30 days with remember_me', async () => {
    const app = await createTestApp({ storage });
    await app.register('ada');
    const forgotten = (await login(app)).body.data.refresh_token;
    const remembered = (await login(app, { remember_me: true })).body.data.refresh_token;
    app.clock.advance(day - 1);
    const slid = (await refresh(app, forgotten)).body.data.refresh_token;
    app.clock.advance(day - 1);
    const slidAgain = await refresh(app, slid);
    expect(slidAgain.status).toBe(200);
    app.clock.advance(day);
    expect((await refresh(app, slidAgain.body.data.refresh_token)).status).toBe(401);
    app.clock.advance(27 * day - 1);
    expect((await refresh(app, remembered)).status).toBe(200);
  });

  test('S12.13, S12.14: logging out ends the session: its tokens stop working immediately and realtime is notified', async () => {
    const app = await createTestApp({ storage });
    const { token, refresh_token: refreshToken } = await app.register('ada');
    const other = (await login(app)).body.data;
    expect(await works(app, token)).toBe(true);
    const answer = await app.call('POST', '/api/auth/logout', { token });
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: {}, message: expect.any(String) }]);
    expect(await works(app, token)).toBe(false);
    expect((await refresh(app, refreshToken)).status).toBe(401);
    expect(app.realtime.endedSessions).toEqual([decodeJwt(token)['sid']]);
    expect(await works(app, other.token)).toBe(true);
  });

  test('S12.13: logout takes either token, is 200 even if the session is gone or unknown, and 401 with neither token', async () => {
    const app = await createTestApp({ storage });
    const { token, refresh_token: refreshToken } = await app.register('ada');
    const logout = async (request: object) => (await app.call('POST', '/api/auth/logout', request)).status;
    expect(await logout({ body: { refresh_token: refreshToken } })).toBe(200);
    expect(await works(app, token)).toBe(false);
    expect(await logout({ body: { refresh_token: refreshToken } })).toBe(200);
    expect(await logout({ body: { refresh_token: 'never seen' } })).toBe(200);
    expect(await logout({ token })).toBe(200);
    expect(await logout({})).toBe(401);
    expect(await logout({ body: {} })).toBe(401);
    expect(await logout({ token: 'bad', body: { refresh_token: refreshToken } })).toBe(401);
  });
});

test('S12.3: an access token carries the specified claims and lasts 900 s', async () => {
  const app = await createTestApp();
  const { token, user } = await app.register('ada');
  const issued = app.clock.nowMs() / 1000;
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: expect.any(String) });
  expect(decodeJwt(token)).toEqual({
    sub: user.user_id,
    username: 'ada',
    display_name: 'ada',
    roles: ['member'],
    iat: issued,
    exp: issued + 900,
    iss: 'roomtone',
    aud: 'roomtone',
    jti: expect.any(String),
    sid: expect.any(String),
  });
  app.clock.advance(899_000);
  expect((await app.call('GET', '/api/rooms', { token })).status).toBe(200);
  app.clock.advance(1_000);
  expect((await app.call('GET', '/api/rooms', { token })).status).toBe(401);
});

test('S12.6: a bad token is 401 even where none is needed, except at login, register and refresh, which ignore it', async () => {
  const app = await createTestApp();
  const { refresh_token: refreshToken } = await app.register('ada');
  for (const authorization of ['Bearer nonsense', 'Bearer', 'Basic YTpi', '']) {
    const headers = { authorization };
    for (const url of ['/api/rooms', '/api/rooms/none']) {
      const { status, body, headers: answered } = await app.call('GET', url, { headers });
      expect([status, body.error.code]).toEqual([401, 'AUTHENTICATION_ERROR']);
      expect(answered['www-authenticate']).toBe('Bearer');
    }
    expect((await app.call('POST', '/api/auth/websocket-ticket', { headers })).status).toBe(401);
  }
  const headers = { authorization: 'Bearer nonsense' };
  const login = { username: 'ada', password: 'correct horse' };
  expect((await app.call('POST', '/api/auth/login', { headers, body: login })).status).toBe(200);
  const refresh = { refresh_token: refreshToken };
  expect((await app.call('POST', '/api/auth/refresh', { headers, body: refresh })).status).toBe(200);
  const taken = await app.call('POST', '/api/auth/register', { headers, body: {} });
  expect(taken.status).toBe(400);
});

test('S1.4: tokens and passwords are never logged', async () => {
  const app = await createTestApp({ env: { ROOMTONE_LOG_LEVEL: 'trace' } });
  const { token, refresh_token: refreshToken } = await app.register('ada');
  await app.call('POST', '/api/auth/refresh', { body: { refresh_token: refreshToken } });
  await app.call('POST', '/api/auth/login', { body: { username: 'ada', password: 'wrong horse' } });
  const ticket = (await app.call('POST', '/api/auth/websocket-ticket', { token })).body.data.encrypted_payload;
  await app.call('GET', `/api/websocket/${ticket}`);
  const logged = app.logLines.join('');
  expect(app.logLines.length).toBeGreaterThanOrEqual(5);
  for (const line of app.logLines) expect(() => JSON.parse(line)).not.toThrow();
  for (const secret of [token, refreshToken, ticket, 'correct horse', 'wrong horse']) {
    expect(logged).not.toContain(secret);
  }
});
