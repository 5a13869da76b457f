import { LeaveReason } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import { makeRoom } from './room-app.ts';

test('S18.20: the owner of a room that guests disturb sees their numbers and bans them over REST', async () => {
  const app = await createLiveApp();
  const ada = await app.register('ada');
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  const roomId: string = made.body.data.room_id;
  const guest = await app.connect();
  await guest.join(roomId);
  // Over processes, the others see who is inside a moment later (R20.7).
  const inside = async () => (await app.call('GET', `/api/rooms/${roomId}`)).body.data.users;
  await expect.poll(inside).toMatchObject([{ user_id: '', participant: guest.number }]);
  const path = `/api/rooms/${roomId}/moderation`;
  const body = { action: 'ban', participant: guest.number, seconds: 60, reason: 'noise' };
  expect(await app.call('POST', path, { token: ada.token, body })).toMatchObject({
    status: 200,
    body: { data: { room_id: roomId } },
  });
  expect((await guest.take('roomLeft')).body).toMatchObject({ reason: LeaveReason.BANNED, note: 'noise' });
  expect((await guest.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
  const unban = { action: 'unban', participant: guest.number };
  expect((await app.call('POST', path, { token: ada.token, body: unban })).status).toBe(200);
  await guest.join(roomId);
});

test('S18.20, R13.2, R13.9: a target is needed, and neither oneself nor a guest can be muted', async () => {
  const app = await createLiveApp();
  const ada = await app.register('ada');
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  const path = `/api/rooms/${made.body.data.room_id}/moderation`;
  const guest = await app.connect();
  await guest.join(made.body.data.room_id);
  for (const target of [{}, { user_id: ada.user.user_id }, { participant: guest.number }]) {
    const body = { action: 'mute', chat: true, ...target };
    const answer = await app.call('POST', path, { token: ada.token, body });
    expect([answer.status, answer.body.error.details.field]).toEqual([400, 'target']);
  }
});

test('R2.4, R23.4: of an unknown room, and to those who may not, nothing is said about users', async () => {
  const app = await createLiveApp({ storage: 'memory' });
  const [ada, bob] = [await app.register('ada'), await app.register('bob')];
  const { room_id: roomId } = await makeRoom(app, ada.token);
  const name = async (room: string, user: string, token: string) =>
    (await app.call('PUT', `/api/rooms/${room}/players/${user}`, { token })).body.error?.code;
  expect(await name('unknown', 'nobody', ada.token)).toBe('ROOM_NOT_FOUND');
  expect(await name('unknown', 'bob', ada.token)).toBe('ROOM_NOT_FOUND');
  expect(await name(roomId, 'nobody', ada.token)).toBe('RESOURCE_NOT_FOUND');
  expect(await name(roomId, 'nobody', bob.token)).toBe('AUTHORIZATION_ERROR');
});
