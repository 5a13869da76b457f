import { closeCodes, RoomCloseReason } from '@roomtone/protocol';
import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { createLiveApp, type LiveApp } from '../support/live-app.ts';
import type { SignedIn } from '../support/test-app.ts';

let app: LiveApp;
let ada: SignedIn;
beforeEach(async () => {
  app = await createLiveApp();
  ada = await app.register('ada');
});

async function login(username: string): Promise<SignedIn> {
  const body = { username, password: 'correct horse' };
  return (await app.call('POST', '/api/auth/login', { body })).body.data;
}

async function makeRoom(token: string, over: object = {}): Promise<string> {
  const { body } = await app.call('POST', '/api/rooms', { token, body: { room_name: 'Jam', ...over } });
  return body.data.room_id;
}

/** True if the session's access token is still accepted. */
async function works({ token }: SignedIn): Promise<boolean> {
  return (await app.call('GET', '/api/auth/validate-token', { token })).status === 200;
}

test.each<[string, (session: SignedIn, other: SignedIn) => Promise<{ status: number }>]>([
  ['logging out with its access token', ({ token }) => app.call('POST', '/api/auth/logout', { token })],
  [
    'logging out with its refresh token',
    ({ refresh_token }) => app.call('POST', '/api/auth/logout', { body: { refresh_token } }),
  ],
  [
    'ending it from another session',
    ({ token }, other) =>
      app.call('DELETE', `/api/auth/sessions/${String(decodeJwt(token)['sid'])}`, { token: other.token }),
  ],
  [
    'changing the password in another session',
    (_, other) =>
      app.call('PUT', '/api/auth/password', {
        token: other.token,
        body: { current_password: 'correct horse', new_password: 'battery staple' },
      }),
  ],
])(
  'S12.14: %s makes a session’s access tokens invalid immediately and closes its connections with 4401; others stay',
  async (_, end) => {
    const other = await login('ada');
    const [first, second, stays] = await Promise.all([ada, ada, other].map(({ token }) => app.connect(token)));
    expect((await end(ada, other)).status).toBe(200);
    expect([await works(ada), await works(other)]).toEqual([false, true]);
    expect(await Promise.all([first?.closed, second?.closed])).toEqual([
      closeCodes.sessionEnded,
      closeCodes.sessionEnded,
    ]);
    await stays?.sync();
  },
);

test('S12.11, S12.14: reusing a refresh token after its successor was used ends the session and its connections', async () => {
  const connection = await app.connect(ada.token);
  const refresh = (refresh_token: string) => app.call('POST', '/api/auth/refresh', { body: { refresh_token } });
  const { refresh_token: successor } = (await refresh(ada.refresh_token)).body.data;
  await connection.sync();
  await refresh(successor);
  expect((await refresh(ada.refresh_token)).status).toBe(401);
  expect(await connection.closed).toBe(closeCodes.sessionEnded);
});

test('S17.3: when an admin signs a user out everywhere, connections close with 4403 and no token works', async () => {
  const admin = await app.register('grace');
  await app.storage.setRoles(admin.user.user_id, ['member', 'admin']);
  const connection = await app.connect(ada.token);
  expect((await app.call('DELETE', '/api/users/ada/sessions', { token: admin.token })).status).toBe(200);
  expect(await connection.closed).toBe(closeCodes.forcedSignOut);
  expect(await works(ada)).toBe(false);
  const { refresh_token } = ada;
  expect((await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })).status).toBe(401);
});

test('S13.7, S13.8: when an account is deleted, its connections close with 4401, its rooms close, and its chat stays under the name deleted', async () => {
  const bob = await app.register('bob');
  const [hers, his] = [await makeRoom(ada.token), await makeRoom(bob.token)];
  const [speaking, listening] = [await app.connect(ada.token), await app.connect(bob.token)];
  await speaking.join(his);
  speaking.say('goodbye');
  await speaking.take('chatMessage');
  await listening.join(hers);
  const { status } = await app.call('DELETE', '/api/users/profile', {
    token: ada.token,
    body: { password: 'correct horse' },
  });
  expect(status).toBe(200);
  expect(await speaking.closed).toBe(closeCodes.sessionEnded);
  expect((await listening.take('roomClosed')).body).toEqual({ roomId: hers, reason: RoomCloseReason.DELETED });
  const { body } = await listening.join(his);
  expect(body.chat.map(({ userId, username, message }) => [userId, username, message])).toEqual([
    ['', 'deleted', 'goodbye'],
  ]);
  expect((await app.call('GET', '/api/users/ada')).status).toBe(404);
});

test('S17.1: roles apply immediately to open connections: a user who becomes Pro can join pro rooms', async () => {
  const owner = await app.register('grace');
  await app.storage.setRoles(owner.user.user_id, ['member', 'pro', 'admin']);
  const roomId = await makeRoom(owner.token, { room_type: 'pro' });
  const connection = await app.connect(ada.token);
  expect((await connection.refusedJoin(roomId)).body).toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { reason: 'pro' },
  });
  const roles = { token: owner.token, body: { roles: ['pro'] } };
  expect((await app.call('PUT', '/api/users/ada/roles', roles)).status).toBe(200);
  expect((await connection.join(roomId)).body.room).toMatchObject({ roomId });
});

test('S18.13, S18.15, R2.14, R2.15: participants see an update immediately; a deleted room closes, and they stay connected', async () => {
  const roomId = await makeRoom(ada.token);
  const connection = await app.connect(ada.token);
  await connection.join(roomId);
  await app.call('PUT', `/api/rooms/${roomId}`, {
    token: ada.token,
    body: { room_name: 'Late jam', max_users: 1, settings: { allow_chat: false } },
  });
  const { room } = (await connection.take('roomUpdated')).body;
  expect(room).toMatchObject({ roomId, roomName: 'Late jam', maxUsers: 1, settings: { allowChat: false } });
  connection.say('hello');
  expect((await connection.take('error')).body).toMatchObject({ details: { reason: 'chat' } });
  await app.call('DELETE', `/api/rooms/${roomId}`, { token: ada.token });
  expect((await connection.take('roomClosed')).body).toEqual({ roomId, reason: RoomCloseReason.DELETED });
  await connection.sync();
});

test('S18.14: lowering max_users below current_users removes nobody and lets nobody in', async () => {
  const roomId = await makeRoom(ada.token);
  const bob = await app.register('bob');
  const [one, two, guest] = [await app.connect(ada.token), await app.connect(bob.token), await app.connect()];
  await one.join(roomId);
  await two.join(roomId);
  const body = { max_users: 1 };
  const update = async () => (await app.call('PUT', `/api/rooms/${roomId}`, { token: ada.token, body })).body.data;
  // Over processes, the others see who is inside a moment later (R20.7).
  await expect.poll(update).toMatchObject({ max_users: 1, current_users: 2 });
  expect((await guest.refusedJoin(roomId)).body).toMatchObject({ details: { reason: 'full' } });
  await two.sync();
  expect(two.count('roomLeft') + two.count('roomClosed')).toBe(0);
});
