import { expect, test } from 'vitest';
import { createAccountApp } from './account-app.ts';

test('S13.6: GET /api/users/{user_id} needs no token, and takes an id or a name in any case', async () => {
  const app = await createAccountApp();
  const { user } = await app.register('Ada');
  await app.storage.addActivity([{ userId: user.user_id, notes: 5, playedMs: 3_999, lastSeen: 0 }]);
  const view = {
    user_id: user.user_id,
    username: 'Ada',
    display_name: 'Ada',
    avatar_url: expect.stringMatching(/^\/avatars\/./),
    is_member: true,
    is_pro: false,
    last_seen: '2026-01-01T00:00:00.000Z',
    public_stats: { total_notes: 5, time_played: 3 },
  };
  for (const name of [user.user_id, 'Ada', 'aDA']) {
    const { status, body } = await app.call('GET', `/api/users/${name}`);
    expect([status, body]).toEqual([200, { success: true, data: view }]);
  }
});

test('S13.6: an unknown user is 404 RESOURCE_NOT_FOUND, and an email address finds no user', async () => {
  const app = await createAccountApp();
  await app.register('ada');
  for (const name of ['nobody', 'ada@example.org', '%00', '%F0%9F%8E%B9', 'x'.repeat(2_000), "'%20or%201=1--"]) {
    const { status, body } = await app.call('GET', `/api/users/${name}`);
    expect([name, status, body.error.code]).toEqual([name, 404, 'RESOURCE_NOT_FOUND']);
  }
});

test('S12.6: a bad token is 401 even where none is needed', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  await app.register('ada');
  expect((await app.call('GET', '/api/users/ada', { token: 'nonsense' })).status).toBe(401);
});

test('S15.5: last_seen is the later of the times that storage and the rooms know; a request with a token counts', async () => {
  const app = await createAccountApp();
  const { token, user } = await app.register('ada');
  const lastSeen = async () => (await app.call('GET', '/api/users/ada')).body.data.last_seen;
  expect(app.realtime.seen).toEqual([]);
  await app.call('GET', '/api/users/profile', { token });
  expect(app.realtime.seen).toEqual([user.user_id]);
  const start = app.clock.nowMs();
  await app.storage.addActivity([{ userId: user.user_id, notes: 0, playedMs: 0, lastSeen: start + 2_000 }]);
  expect(await lastSeen()).toBe('2026-01-01T00:00:02.000Z');
  app.realtime.setPending(user.user_id, { lastSeen: start + 3_000 });
  expect(await lastSeen()).toBe('2026-01-01T00:00:03.000Z');
  app.realtime.setPending(user.user_id, { lastSeen: start + 1_000 });
  expect(await lastSeen()).toBe('2026-01-01T00:00:02.000Z');
});

test.each(['profile', 'friends', 'avatar', 'blocks', 'me'])(
  'S11.1: the name %s is reserved because it is, or could become, part of a URL',
  async (name) => {
    const app = await createAccountApp({ storage: 'memory' });
    await expect(app.register(name.toUpperCase())).rejects.toThrow('400');
    expect((await app.call('GET', `/api/users/${name}`)).status).not.toBe(200);
  },
);
