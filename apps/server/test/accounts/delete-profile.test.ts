import { RoomCloseReason } from '@roomtone/protocol';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import type { AvatarStore } from '../../src/ports/avatars.ts';
import { createMemoryAvatarStore } from '../support/memory-avatar-store.ts';
import { chatRecord, roomRecord } from '../support/records.ts';
import { fakeHasher, type TestApp } from '../support/test-app.ts';
import { createAccountApp, login, problemOn, problems, works } from './account-app.ts';

const remove = (app: TestApp, token: string, body: object = { password: 'correct horse' }) =>
  app.call('DELETE', '/api/users/profile', { token, body });

test('S13.7: DELETE /api/users/profile {password} deletes the account with everything personal in it', async () => {
  const avatars = createMemoryAvatarStore();
  const app = await createAccountApp({ deps: { avatars } });
  const { token, refresh_token, user } = await app.register('ada');
  const userId = user.user_id;
  const second = (await login(app, 'ada')).body.data;
  const grace = await app.register('grace');
  const avatarName = await avatars.put(userId, new Uint8Array([1]));
  await app.storage.setAvatar(userId, avatarName);
  await app.storage.requestFriend(userId, grace.user.user_id, 0);
  await app.storage.createRoom(roomRecord('mine', userId), 10);
  await app.storage.createRoom(roomRecord('theirs', grace.user.user_id), 10);
  await app.storage.addChat(chatRecord('theirs', 'hello', { userId, username: 'ada' }));

  const answer = await remove(app, token);
  expect([answer.status, answer.body.data]).toEqual([200, { user_id: userId }]);
  expect([await works(app, token), await works(app, second.token)]).toEqual([false, false]);
  expect((await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })).status).toBe(401);
  expect((await login(app, 'ada')).status).toBe(401);
  expect((await app.call('GET', `/api/users/${userId}`)).status).toBe(404);
  expect((await app.call('GET', `/avatars/${avatarName}`)).status).toBe(404);
  expect((await app.call('GET', '/api/rooms/mine')).status).toBe(404);
  expect(await app.storage.recentChat('theirs', 9)).toEqual([
    { ...chatRecord('theirs', 'hello', { userId: '', username: 'deleted' }), position: 1 },
  ]);
  const { body } = await app.call('GET', '/api/users/friends', { token: grace.token });
  expect(body.data).toEqual({ friends: [], pending_requests: [] });

  const ended = app.realtime.calls.filter(([method]) => method === 'sessionEnded').map(([, sid]) => sid);
  expect([...ended].sort()).toEqual([decodeJwt(token)['sid'], decodeJwt(second.token)['sid']].sort());
  expect(app.realtime.calls.slice(2)).toEqual([
    ['closeRooms', ['mine'], RoomCloseReason.DELETED],
    ['accountDeleted', userId],
  ]);
});

test('S13.8: the name, email and tag of a deleted account are free again', async () => {
  const app = await createAccountApp();
  const first = await app.register('ada');
  await remove(app, first.token);
  const second = await app.register('ADA');
  expect(second.user.user_id).not.toBe(first.user.user_id);
  expect(await works(app, first.token)).toBe(false);
});

test('S13.7: a wrong or missing password is 400 on that field, and nothing is deleted', async () => {
  const app = await createAccountApp();
  const { token } = await app.register('ada');
  expect(problems(await remove(app, token, { password: 'correct horsf' }))).toEqual(problemOn('password', 'is wrong'));
  expect(problems(await remove(app, token, {}))).toEqual(
    problemOn('password', 'is required for an account with a password'),
  );
  expect((await app.call('DELETE', '/api/users/profile', { body: { password: 'correct horse' } })).status).toBe(401);
  expect(await works(app, token)).toBe(true);
});

test('S13.7: a room whose owner is deleted while it is being created is 401, and no room is left', async () => {
  let userId = '';
  const hasher = {
    ...fakeHasher,
    // Hashing the room's password lies between authentication and storing the room.
    async hash(password: string) {
      if (password === 'sesame') await app.storage.deleteUser(userId);
      return fakeHasher.hash(password);
    },
  };
  const app = await createAccountApp({ deps: { hasher } });
  const { token, user } = await app.register('ada');
  userId = user.user_id;
  const { status, body } = await app.call('POST', '/api/rooms', {
    token,
    body: { room_name: 'Jam', password: 'sesame' },
  });
  expect([status, body.error.code]).toEqual([401, 'AUTHENTICATION_ERROR']);
  expect((await app.call('GET', '/api/rooms')).body.data.rooms).toEqual([]);
});

test('S13.7, decision 004: connections close before the account is deleted, so that nothing can be said under its name afterwards', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada');
  const order: string[] = [];
  const { deleteUser } = app.storage;
  // The application uses this same object.
  Object.assign(app.storage, {
    deleteUser: (userId: string) => {
      order.push(...app.realtime.calls.map(([method]) => method), 'deleteUser');
      return deleteUser(userId);
    },
  });
  expect((await remove(app, token)).status).toBe(200);
  expect(order).toEqual(['sessionEnded', 'deleteUser']);
});

test('S13.7, decision 004: an account is deleted even if its picture cannot be removed, and the failure is logged', async () => {
  const avatars: AvatarStore = {
    ...createMemoryAvatarStore(),
    remove: async () => {
      throw new Error('the disk is gone');
    },
  };
  const app = await createAccountApp({ storage: 'memory', deps: { avatars } });
  const { token, user } = await app.register('ada');
  await app.storage.setAvatar(user.user_id, 'a.webp');
  expect((await remove(app, token)).status).toBe(200);
  expect(app.logLines.join('')).toContain('the picture of a deleted account could not be removed');
});
