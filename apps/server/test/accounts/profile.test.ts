import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import type { TestApp } from '../support/test-app.ts';
import { registration } from '../support/test-app.ts';
import { createAccountApp, problemOn, problems } from './account-app.ts';

const read = async (app: TestApp, token: string) => (await app.call('GET', '/api/users/profile', { token })).body.data;
const put = (app: TestApp, token: string, body: object) => app.call('PUT', '/api/users/profile', { token, body });

test('S8.11, S11.7, S13.1: GET /api/users/profile answers all fields, with user_tag, created_at and default settings', async () => {
  const app = await createAccountApp();
  const { token, user } = await app.register('Ada');
  const { status, body } = await app.call('GET', '/api/users/profile', { token });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      data: {
        user_id: user.user_id,
        username: 'Ada',
        display_name: 'Ada',
        user_tag: expect.stringMatching(/^ada#\d{4}$/),
        email: 'Ada@example.org',
        has_password: true,
        email_verified: false,
        avatar_url: expect.stringMatching(/^\/avatars\/initial-a[0-7]\.svg$/),
        is_member: true,
        is_pro: false,
        roles: ['member'],
        created_at: '2026-01-01T00:00:00.000Z',
        settings: { theme: 'dark', theme_chosen: false, notifications: true, language: '' },
        stats: { total_notes: 0, time_played: 0, rooms_created: 0 },
      },
    },
  ]);
  expect((await app.call('GET', '/api/users/profile')).status).toBe(401);
});

test('S13.2: is_pro follows the pro role', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token, user } = await app.register('ada');
  await app.storage.setRoles(user.user_id, ['member', 'pro']);
  expect(await read(app, token)).toMatchObject({ is_member: true, is_pro: true, roles: ['member', 'pro'] });
});

test('S13.3: PUT /api/users/profile is partial and answers 200 with the profile', async () => {
  const app = await createAccountApp();
  const { token } = await app.register('ada');
  const before = await read(app, token);
  const light = { ...before, settings: { theme: 'light', theme_chosen: true, notifications: true, language: '' } };
  const theme = await put(app, token, { settings: { theme: 'light' } });
  expect([theme.status, theme.body.data]).toEqual([200, light]);
  const quiet = { ...light, settings: { theme: 'light', theme_chosen: true, notifications: false, language: '' } };
  expect((await put(app, token, { settings: { notifications: false } })).body.data).toEqual(quiet);
  expect((await put(app, token, {})).body.data).toEqual(quiet);
  expect((await put(app, token, { settings: {} })).body.data).toEqual(quiet);
  const moved = { ...quiet, email: 'lovelace@example.org' };
  expect(
    (await put(app, token, { email: 'lovelace@example.org', current_password: 'correct horse' })).body.data,
  ).toEqual(moved);
  expect(await read(app, token)).toEqual(moved);
});

test('S11.7, S13.3, S12.5: a renamed account keeps its tag, signs in with the new name, and has it in tokens from the next refresh', async () => {
  const app = await createAccountApp();
  const { token, refresh_token, user } = await app.register('ada');
  const before = await read(app, token);
  const { body } = await put(app, token, { username: 'Lovelace' });
  expect(body.data).toMatchObject({ username: 'Lovelace', user_tag: before.user_tag });
  expect(body.data.avatar_url).toBe(before.avatar_url.replace('initial-a', 'initial-l'));
  expect(app.realtime.calls).toContainEqual([
    'accountChanged',
    { userId: user.user_id, username: 'Lovelace', avatarUrl: body.data.avatar_url },
  ]);
  const refreshed = await app.call('POST', '/api/auth/refresh', { body: { refresh_token } });
  expect(decodeJwt(refreshed.body.data.token)['username']).toBe('Lovelace');
  const login = (username: string) =>
    app.call('POST', '/api/auth/login', { body: { username, password: 'correct horse' } });
  expect([(await login('lovelace')).status, (await login('ada')).status]).toEqual([200, 401]);
});

test('S13.4: another user’s name or email, in any case, is 400 on that field; a user’s own is accepted', async () => {
  const app = await createAccountApp();
  const { token } = await app.register('ada');
  await app.register('Grace');
  expect(problems(await put(app, token, { username: 'gRACE' }))).toEqual(problemOn('username', 'is already taken'));
  const email = await put(app, token, {
    email: 'grace@EXAMPLE.org',
    current_password: 'correct horse',
    settings: { theme: 'light' },
  });
  expect(problems(email)).toEqual(problemOn('email', 'is already taken'));
  expect(await read(app, token)).toMatchObject({ settings: { theme: 'dark' } });
  const own = await put(app, token, { username: 'ADA', email: 'ADA@example.org' });
  expect([own.status, own.body.data.username]).toEqual([200, 'ADA']);
});

test.each([
  [{ username: 'ab' }, 'username', 'must have at least 3 characters'],
  [{ username: 'a'.repeat(25) }, 'username', 'must have at most 24 characters'],
  [{ username: 'ad a' }, 'username', 'must be 3 to 24 of the characters A-Z a-z 0-9 _ -'],
  [{ username: 'Friends' }, 'username', 'is reserved'],
  [{ username: null }, 'username', 'must be text'],
  [{ email: 'ada@' }, 'email', 'must be a valid email address'],
  [{ email: `${'a'.repeat(249)}@x.org` }, 'email', expect.any(String)],
  [{ email: 7 }, 'email', 'must be text'],
  [{ email: '' }, 'email', 'is required'],
  [{ settings: { theme: 'blue' } }, 'settings.theme', 'must be one of dark, light'],
  [{ settings: { notifications: 'yes' } }, 'settings.notifications', 'must be true or false'],
  [{ settings: { volume: 3 } }, 'settings.volume', 'is not a known field'],
  [{ settings: 'dark' }, 'settings', 'must be a JSON object'],
  [{ roles: ['admin'] }, 'roles', 'is not a known field'],
  [{ user_tag: 'ada#0001' }, 'user_tag', 'is not a known field'],
])('S13.4: changes follow the rules of registration: %j', async (body, field, issue) => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada');
  expect(problems(await put(app, token, body))).toEqual(problemOn(field, issue));
});

test('S13.9: somebody at a device that was left signed in cannot change the email without the password', async () => {
  const app = await createAccountApp();
  const { token } = await app.register('ada');
  const email = 'thief@example.org';
  expect(problems(await put(app, token, { email }))).toEqual(
    problemOn('current_password', 'is required for another email'),
  );
  const guess = await put(app, token, { email, current_password: 'wrong' });
  expect(problems(guess)).toEqual(problemOn('current_password', 'is wrong'));
  expect(await read(app, token)).toMatchObject({ email: 'ada@example.org' });
  expect((await put(app, token, { email: 'ADA@example.org' })).status).toBe(200);
});

test('S13.4, S11.2: where emails are optional, an account may have none or remove its own', async () => {
  const app = await createAccountApp({ env: { ROOMTONE_EMAIL: 'optional' } });
  const { email: _none, ...body } = registration('ada');
  const { token } = (await app.call('POST', '/api/auth/register', { body })).body.data;
  expect(await read(app, token)).toMatchObject({ email: '' });
  expect((await put(app, token, { email: 'ada@example.org', current_password: 'correct horse' })).body.data.email).toBe(
    'ada@example.org',
  );
  expect((await put(app, token, { email: '', current_password: 'correct horse' })).body.data.email).toBe('');
  await expect(app.register('grace', { email: 'ada@example.org' })).resolves.toBeDefined();
});

test('S15.4: stats add what rooms have not stored yet to what is in storage', async () => {
  const app = await createAccountApp();
  const { token, user } = await app.register('ada');
  const userId = user.user_id;
  await app.storage.addActivity([{ userId, notes: 10, playedMs: 61_600, lastSeen: 0 }]);
  app.realtime.setPending(userId, { notes: 3, playedMs: 500 });
  await app.call('POST', '/api/rooms', { token, body: { room_name: 'Rehearsal' } });
  expect((await read(app, token)).stats).toEqual({ total_notes: 13, time_played: 62, rooms_created: 1 });
});
