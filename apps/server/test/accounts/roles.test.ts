import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { HostClaim } from '../../src/application/hosting/host-claim.ts';
import { userRecord } from '../support/records.ts';
import { createAccountApp, login, makeAdmin, problemOn, problems, works } from './account-app.ts';

async function withAdmin() {
  const app = await createAccountApp();
  const admin = await app.register('root');
  await makeAdmin(app, admin.user.user_id);
  const ada = await app.register('ada');
  const setRoles = (token: string, roles: unknown, user = 'ada') =>
    app.call('PUT', `/api/users/${user}/roles`, { token, body: { roles } });
  const forceSignOut = (token: string, user = 'ada') => app.call('DELETE', `/api/users/${user}/sessions`, { token });
  return { app, admin, ada, setRoles, forceSignOut };
}

const needsAdmin = ['AUTHORIZATION_ERROR', { required: ['admin'] }];

test('S17.1, S17.2: roles that an admin sets apply immediately, and tokens have them from the next refresh', async () => {
  const { app, admin, ada, setRoles } = await withAdmin();
  const pro = { token: ada.token, body: { room_name: 'Rehearsal', room_type: 'pro' } };
  expect((await app.call('POST', '/api/rooms', pro)).status).toBe(403);
  const answer = await setRoles(admin.token, ['pro', 'moderator']);
  expect([answer.status, answer.body.data]).toEqual([
    200,
    { user_id: ada.user.user_id, username: 'ada', display_name: 'ada', roles: ['member', 'pro', 'moderator'] },
  ]);
  expect((await app.call('POST', '/api/rooms', pro)).status).toBe(201);
  const refreshed = await app.call('POST', '/api/auth/refresh', { body: { refresh_token: ada.refresh_token } });
  expect(decodeJwt(refreshed.body.data.token)['roles']).toEqual(['member', 'pro', 'moderator']);
  expect((await app.call('GET', '/api/users/ada')).body.data).toMatchObject({ is_member: true, is_pro: true });
});

test('S17.2: every account stays a member, and a role that is named twice counts once', async () => {
  const { admin, setRoles } = await withAdmin();
  for (const [roles, set] of [
    [[], ['member']],
    [['member'], ['member']],
    [
      ['admin', 'admin'],
      ['member', 'admin'],
    ],
  ]) {
    expect((await setRoles(admin.token, roles)).body.data.roles).toEqual(set);
  }
});

test('S17.2: roles that do not exist are refused', async () => {
  const { admin, setRoles } = await withAdmin();
  expect(problems(await setRoles(admin.token, ['owner']))).toEqual(
    problemOn('roles.0', 'must be one of member, pro, moderator, admin'),
  );
  expect(problems(await setRoles(admin.token, 'admin'))).toEqual(problemOn('roles', 'must be a list'));
});

test('S17.4: a user who is not an admin in storage is 403 with required admin; a guest is 401', async () => {
  const { app, admin, ada, setRoles, forceSignOut } = await withAdmin();
  await app.storage.setRoles(ada.user.user_id, ['member', 'pro', 'moderator']);
  for (const { status, body } of [await setRoles(ada.token, ['admin']), await forceSignOut(ada.token, 'root')]) {
    expect([status, body.error.code, body.error.details]).toEqual([403, ...needsAdmin]);
  }
  // The refusal does not reveal whether the user exists or the body is valid.
  expect((await setRoles(ada.token, 'x', 'nobody')).status).toBe(403);
  expect((await app.call('PUT', '/api/users/ada/roles', { body: { roles: [] } })).status).toBe(401);
  // The token still says admin, but only storage counts.
  await app.storage.setRoles(admin.user.user_id, ['member']);
  expect((await setRoles(admin.token, ['member', 'admin'], 'root')).status).toBe(403);
});

test('S17.3: DELETE /api/users/{user_id}/sessions closes all connections with 4403, then ends all sessions', async () => {
  const { app, admin, ada, forceSignOut } = await withAdmin();
  const second = (await login(app, 'ada')).body.data;
  const { status, body } = await forceSignOut(admin.token, ada.user.user_id);
  expect([status, body.data]).toEqual([200, { user_id: ada.user.user_id }]);
  for (const token of [ada.token, second.token]) expect(await works(app, token)).toBe(false);
  expect((await app.call('POST', '/api/auth/refresh', { body: { refresh_token: ada.refresh_token } })).status).toBe(
    401,
  );
  expect(await works(app, admin.token)).toBe(true);
  const [first, ...rest] = app.realtime.calls;
  expect(first).toEqual(['forceSignOut', ada.user.user_id]);
  expect(rest.map(([method]) => method)).toEqual(['sessionEnded', 'sessionEnded']);
  expect((await login(app, 'ada')).status).toBe(200);
});

test('S17.2, S17.3: an unknown user is 404', async () => {
  const { admin, setRoles, forceSignOut } = await withAdmin();
  for (const { status, body } of [
    await setRoles(admin.token, [], 'nobody'),
    await forceSignOut(admin.token, 'nobody'),
  ]) {
    expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
});

test('S17.6: admins list users with all their roles; for others it is refused', async () => {
  const { app, admin, ada, setRoles } = await withAdmin();
  await setRoles(admin.token, ['moderator']);
  const list = async (token: string, search = '') => app.call('GET', `/api/users?search=${search}`, { token });
  const { data } = (await list(admin.token, 'AD')).body;
  expect(data).toEqual({
    users: [
      {
        user_id: ada.user.user_id,
        username: 'ada',
        display_name: 'ada',
        avatar_url: expect.stringContaining('/avatars/'),
        roles: ['member', 'moderator'],
        suspended: false,
        last_seen: expect.stringMatching(/Z$/),
      },
    ],
    more: false,
  });
  expect((await list(admin.token)).body.data.users.length).toBe(2);
  expect((await list(ada.token)).body.error).toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { required: ['admin'] },
  });
});

test('S17.8, S17.9: an admin adds a user where registration is closed, and sets another password, which ends the sessions', async () => {
  const app = await createAccountApp({ env: { ROOMTONE_REGISTRATION: 'closed' } });
  await app.storage.createUser(
    userRecord('root', { roles: ['member', 'admin'], passwordHash: 'hash of correct horse' }),
  );
  const { token } = (await login(app, 'root')).body.data;
  const add = (body: object) => app.call('POST', '/api/users', { token, body });
  const body = { username: 'ada', display_name: 'Ада', password: 'correct horse' };
  const added = await add(body);
  const names = { username: 'ada', display_name: 'Ада' };
  expect([added.status, added.body.data]).toEqual([201, { user_id: expect.any(String), ...names }]);
  expect(problems(await add(body))).toEqual(problemOn('username', 'is already taken'));
  expect(problems(await add({ username: 'bob', password: 'password1' }))).toEqual(
    problemOn('password', 'is too common'),
  );
  const ada = (await login(app, 'ada')).body.data;
  const set = (password: string) => app.call('PUT', '/api/users/ada/password', { token, body: { password } });
  expect(problems(await set('ada'))).toMatchObject({ status: 400 });
  expect((await set('staple of the battery')).status).toBe(200);
  expect(await works(app, ada.token)).toBe(false);
  expect((await login(app, 'ada')).status).toBe(401);
  expect((await login(app, 'ada', 'staple of the battery')).status).toBe(200);
  expect((await app.call('POST', '/api/users', { token: ada.token, body })).status).toBe(401);
});

test('S17.10: a suspended user and their bots are signed out, and no sign-in succeeds until the suspension is lifted', async () => {
  const { app, admin, ada } = await withAdmin();
  const bot = { username: 'clicky', scopes: ['listen'], password: 'correct horse' };
  const botToken = (await app.call('POST', '/api/users/profile/bots', { token: ada.token, body: bot })).body.data
    .bot_token;
  const suspend = (method: 'PUT' | 'DELETE', user = 'ada', token = admin.token) =>
    app.call(method, `/api/users/${user}/suspension`, { token });
  expect((await suspend('PUT', 'root', ada.token)).body.error).toMatchObject({ details: { required: ['admin'] } });
  expect((await suspend('PUT')).body.data).toEqual({ user_id: ada.user.user_id });
  expect(app.realtime.calls[0]).toEqual(['forceSignOut', ada.user.user_id]);
  for (const token of [ada.token, botToken]) expect(await works(app, token)).toBe(false);
  const refused = await login(app, 'ada');
  expect([refused.status, refused.body.error.details]).toEqual([403, { required: [], reason: 'suspended' }]);
  expect((await login(app, 'ada', 'wrong horse')).status).toBe(401);
  expect((await app.storage.sessionsOf(ada.user.user_id, 0)).length).toBe(0);
  const listed = async () => (await app.call('GET', '/api/users?search=ada', { token: admin.token })).body.data.users;
  expect(await listed()).toMatchObject([{ suspended: true }]);
  expect((await suspend('DELETE')).status).toBe(200);
  expect(await listed()).toMatchObject([{ suspended: false }]);
  expect((await login(app, 'ada')).status).toBe(200);
  expect((await suspend('PUT', 'clicky')).status).toBe(404);
});

test('S17.11: an admin deletes a user, and neither suspends nor deletes themselves', async () => {
  const { app, admin, ada } = await withAdmin();
  const self = (path: string, method: 'PUT' | 'DELETE') =>
    app.call(method, `/api/users/root${path}`, { token: admin.token });
  for (const refused of [await self('', 'DELETE'), await self('/suspension', 'PUT')]) {
    expect(problems(refused)).toEqual(problemOn('user_id', 'must not be yourself'));
  }
  expect((await app.call('DELETE', '/api/users/ada', { token: ada.token })).status).toBe(403);
  expect((await app.call('DELETE', '/api/users/ada', { token: admin.token })).status).toBe(200);
  expect((await app.call('GET', '/api/users/ada')).status).toBe(404);
  expect(await works(app, ada.token)).toBe(false);
});

test('S17.2: roles that this version does not know stay', async () => {
  const { app, ada, setRoles, admin } = await withAdmin();
  await app.storage.setRoles(ada.user.user_id, ['member', 'librarian']);
  expect((await setRoles(admin.token, ['pro'])).body.data.roles).toEqual(['member', 'pro', 'librarian']);
});

test('S17.7: the link of a start without an admin makes one user the admin, once', async () => {
  const app = await createAccountApp();
  const [ada, bo] = [await app.register('ada'), await app.register('bob')];
  const { storage } = app;
  const claims = new HostClaim({ storage, audit: { record: () => {} } });
  const claim = (token: string, userId: string) => claims.claim(token, { userId, address: '192.0.2.1' });
  const refused = { code: 'AUTHORIZATION_ERROR', details: { reason: 'host_link' } };
  await expect(claim('made up', ada.user.user_id)).rejects.toMatchObject(refused);
  const first = (await claims.make()) ?? '';
  const last = (await claims.make()) ?? '';
  await expect(claim(first, ada.user.user_id)).rejects.toMatchObject(refused);
  const both = await Promise.allSettled([claim(last, ada.user.user_id), claim(last, bo.user.user_id)]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect((await storage.userById(ada.user.user_id))?.roles).toEqual(['member', 'admin']);
  expect(await claims.make()).toBeUndefined();
  // Over REST, without a link.
  const answer = await app.call('POST', '/api/host', { token: bo.token, body: { token: last } });
  expect(answer.body.error).toMatchObject(refused);
});
