import { LeaveReason } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';

test('S18.20: the owner of a room that guests disturb sees their numbers and bans them over REST', async () => {
  const app = await createLiveApp();
  const ada = await app.register('ada');
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  const roomId: string = made.body.data.room_id;
  const guest = await app.connect();
  await guest.join(roomId);
  const { users } = (await app.call('GET', `/api/rooms/${roomId}`)).body.data;
  expect(users).toMatchObject([{ user_id: '', participant: 1 }]);
  const path = `/api/rooms/${roomId}/moderation`;
  const body = { action: 'ban', participant: users[0].participant, seconds: 60, reason: 'noise' };
  expect(await app.call('POST', path, { token: ada.token, body })).toMatchObject({
    status: 200,
    body: { data: { room_id: roomId } },
  });
  expect((await guest.take('roomLeft')).body).toMatchObject({ reason: LeaveReason.BANNED, note: 'noise' });
  expect((await guest.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
  const unban = { action: 'unban', participant: 1 };
  expect((await app.call('POST', path, { token: ada.token, body: unban })).status).toBe(200);
  await guest.join(roomId);
});

test('S18.20, R13.2, R13.9: a target is needed, and neither oneself nor a guest can be muted', async () => {
  const app = await createLiveApp();
  const ada = await app.register('ada');
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  const path = `/api/rooms/${made.body.data.room_id}/moderation`;
  await (await app.connect()).join(made.body.data.room_id);
  for (const target of [{}, { user_id: ada.user.user_id }, { participant: 1 }]) {
    const body = { action: 'mute', chat: true, ...target };
    const answer = await app.call('POST', path, { token: ada.token, body });
    expect([answer.status, answer.body.error.details.field]).toEqual([400, 'target']);
  }
});
