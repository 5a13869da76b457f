import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import type { PasswordHasher } from '../../src/ports/password-hasher.ts';
import { type Answer, fakeHasher } from '../support/test-app.ts';
import { createAccountApp, login, problemOn, problems, works } from './account-app.ts';

const sidOf = (token: string) => String(decodeJwt(token)['sid']);

test('S12.15: validate-token says that a token is valid and when it expires; a bad token is 401', async () => {
  const app = await createAccountApp();
  const { token } = await app.register('ada');
  app.clock.advance(100_000);
  const { status, body } = await app.call('GET', '/api/auth/validate-token', { token });
  expect([status, body.data]).toEqual([200, { valid: true, expires_at: '2026-01-01T00:15:00.000Z' }]);
  for (const bad of [undefined, 'nonsense', `${token}x`]) {
    const answer = await app.call('GET', '/api/auth/validate-token', { token: bad });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'AUTHENTICATION_ERROR']);
  }
  app.clock.advance(800_000);
  expect(await works(app, token)).toBe(false);
});

test('S12.16: GET /api/auth/sessions lists the user’s own sessions, most recently used first', async () => {
  const app = await createAccountApp();
  const first = await app.register('ada');
  await app.register('grace');
  app.clock.advance(1000);
  const headers = { 'user-agent': 'a browser' };
  const body = { username: 'ada', password: 'correct horse' };
  const second = (await app.call('POST', '/api/auth/login', { body, headers })).body.data;
  app.clock.advance(1000);
  await app.call('POST', '/api/auth/refresh', { body: { refresh_token: first.refresh_token } });
  const answer = await app.call('GET', '/api/auth/sessions', { token: second.token });
  expect([answer.status, answer.body.data]).toEqual([
    200,
    {
      sessions: [
        {
          sid: sidOf(first.token),
          created_at: '2026-01-01T00:00:00.000Z',
          last_used: '2026-01-01T00:00:02.000Z',
          address: '127.0.0.1',
          user_agent: 'lightMyRequest',
          current: false,
        },
        {
          sid: sidOf(second.token),
          created_at: '2026-01-01T00:00:01.000Z',
          last_used: '2026-01-01T00:00:01.000Z',
          address: '127.0.0.1',
          user_agent: 'a browser',
          current: true,
        },
      ],
    },
  ]);
});

test('S12.8: a session that is used lasts a year at most, unless its account has no password', async () => {
  const app = await createAccountApp({ env: { ROOMTONE_EMAIL: 'optional', ROOMTONE_PASSWORD: 'optional' } });
  await app.register('ada');
  const signedIn = (await app.call('POST', '/api/auth/login', {
    body: { username: 'ada', password: 'correct horse', remember_me: true },
  })) as Answer;
  const withoutPassword = await app.call('POST', '/api/auth/register', { body: { username: 'bob' } });
  let tokens = [signedIn, withoutPassword].map(({ body }) => body.data.refresh_token as string);
  const days = 20;
  const refreshed = async () => {
    const answers = [];
    for (const token of tokens)
      answers.push(await app.call('POST', '/api/auth/refresh', { body: { refresh_token: token } }));
    tokens = answers.map(({ body }, index) => body.data?.refresh_token ?? tokens[index]);
    return answers.map(({ status }) => status);
  };
  for (let passed = days; passed < 365; passed += days) {
    app.clock.advance(days * 86_400_000);
    expect(await refreshed()).toEqual([200, 200]);
  }
  app.clock.advance(days * 86_400_000);
  expect(await refreshed()).toEqual([401, 200]);
});

test('S12.16: a session that has expired is not listed', async () => {
  const app = await createAccountApp();
  await app.register('ada');
  app.clock.advance(24 * 3600 * 1000);
  const { token } = (await login(app, 'ada')).body.data;
  const { body } = await app.call('GET', '/api/auth/sessions', { token });
  expect(body.data.sessions.map((session: { sid: string }) => session.sid)).toEqual([sidOf(token)]);
});

test('S12.17: DELETE /api/auth/sessions/{sid} ends one session: its tokens stop working immediately and realtime is notified', async () => {
  const app = await createAccountApp();
  const first = await app.register('ada');
  const { token } = (await login(app, 'ada')).body.data;
  const sid = sidOf(first.token);
  const answer = await app.call('DELETE', `/api/auth/sessions/${sid}`, { token });
  expect([answer.status, answer.body.data]).toEqual([200, { sid }]);
  expect(app.realtime.endedSessions).toEqual([sid]);
  expect([await works(app, first.token), await works(app, token)]).toEqual([false, true]);
  const refresh = { body: { refresh_token: first.refresh_token } };
  expect((await app.call('POST', '/api/auth/refresh', refresh)).status).toBe(401);
  expect((await app.call('DELETE', `/api/auth/sessions/${sid}`, { token })).status).toBe(404);
});

test('S12.17: users can end only their own sessions, including the current one', async () => {
  const app = await createAccountApp();
  const ada = await app.register('ada');
  const grace = await app.register('grace');
  for (const sid of [sidOf(grace.token), 'unknown', 'x'.repeat(500), '%00', '%F0%9F%8E%B9']) {
    const { status, body } = await app.call('DELETE', `/api/auth/sessions/${sid}`, { token: ada.token });
    expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
  expect(app.realtime.endedSessions).toEqual([]);
  expect(await works(app, grace.token)).toBe(true);
  const own = await app.call('DELETE', `/api/auth/sessions/${sidOf(ada.token)}`, { token: ada.token });
  expect(own.status).toBe(200);
  expect(await works(app, ada.token)).toBe(false);
});

const change = (current_password: string, new_password: string) => ({ current_password, new_password });

test('S12.18: PUT /api/auth/password changes it and revokes all other sessions', async () => {
  const app = await createAccountApp();
  const first = await app.register('ada');
  const grace = await app.register('grace');
  const current = (await login(app, 'ada')).body.data;
  const body = change('correct horse', 'battery staple');
  const answer = await app.call('PUT', '/api/auth/password', { token: current.token, body });
  expect([answer.status, answer.body]).toEqual([200, { success: true, data: {}, message: expect.any(String) }]);
  expect(app.realtime.endedSessions).toEqual([sidOf(first.token)]);
  expect([await works(app, first.token), await works(app, current.token), await works(app, grace.token)]).toEqual([
    false,
    true,
    true,
  ]);
  const refresh = (token: string) => app.call('POST', '/api/auth/refresh', { body: { refresh_token: token } });
  expect((await refresh(first.refresh_token)).status).toBe(401);
  expect((await refresh(current.refresh_token)).status).toBe(200);
  expect((await login(app, 'ada')).status).toBe(401);
  expect((await login(app, 'ada', 'battery staple')).status).toBe(200);
});

test('S12.19: a wrong current_password is 400 on that field, and nothing changes', async () => {
  const app = await createAccountApp();
  const { token } = await app.register('ada');
  const other = (await login(app, 'ada')).body.data;
  const body = change('correct horsf', 'battery staple');
  const answer = await app.call('PUT', '/api/auth/password', { token, body });
  expect(problems(answer)).toEqual(problemOn('current_password', 'is wrong'));
  expect(await works(app, other.token)).toBe(true);
  expect((await login(app, 'ada')).status).toBe(200);
});

test.each([
  ['seven77', 'must have at least 8 characters'],
  ['x'.repeat(129), 'must have at most 128 characters'],
  ['PassWord1', 'is too common'],
  ['ADA-lovelace', 'must not be the username'],
  ['ADA-LOVELACE@example.org', 'must not be the email'],
])('S12.19: a new password follows the rules of registration: %j %s', async (password, issue) => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada-lovelace');
  const body = change('correct horse', password);
  expect(problems(await app.call('PUT', '/api/auth/password', { token, body }))).toEqual(
    problemOn('new_password', issue),
  );
});

test.each([
  ['changed', 'PUT', '/api/auth/password', change('correct horse', 'battery staple')],
  ['deleted with its account', 'DELETE', '/api/users/profile', { password: 'correct horse' }],
] as const)(
  'S12.20: a login fails if the password is %s while it is being checked',
  async (_what, method, url, body) => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const hasher: PasswordHasher = {
      ...fakeHasher,
      async verify(hash, password) {
        const matches = await fakeHasher.verify(hash, password);
        const act = meanwhile;
        meanwhile = undefined;
        await act?.();
        return matches;
      },
    };
    const app = await createAccountApp({ deps: { hasher } });
    const { token, user } = await app.register('ada');
    meanwhile = () => app.call(method, url, { token, body });
    expect((await login(app, 'ada')).status).toBe(401);
    const left = await app.storage.sessionsOf(user.user_id, 0);
    expect(left.map((session) => session.sessionId)).toEqual(method === 'PUT' ? [sidOf(token)] : []);
  },
);

test('S9.2, S12.18: a body with more or fewer fields than the two passwords is refused', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada');
  const put = async (body: object) => problems(await app.call('PUT', '/api/auth/password', { token, body }));
  expect(await put({ new_password: 'battery staple' })).toEqual(
    problemOn('current_password', 'is required for an account with a password'),
  );
  expect(await put({ ...change('correct horse', 'battery staple'), password: 'x' })).toEqual(
    problemOn('password', 'is not a known field'),
  );
  expect((await app.call('PUT', '/api/auth/password', { body: change('a', 'b') })).status).toBe(401);
});
