import { expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import { chatRecord } from '../support/records.ts';
import { makeRoom, refusal } from './room-app.ts';

test('S39.1, R4.14: those who moderate a room read its chat by position over REST, without users whom they block', async () => {
  const app = await createLiveApp({ storage: 'memory' });
  const { token, user } = await app.register('ada');
  const bo = await app.register('bob');
  const { room_id: roomId } = await makeRoom(app, token);
  const path = `/api/rooms/${roomId}/chat`;
  for (let said = 1; said <= 60; said++) {
    await app.storage.addChat(chatRecord(roomId, `message ${said}`, { userId: said === 1 ? bo.user.user_id : '' }));
  }
  const { body } = await app.call('GET', path, { token });
  const positions = body.data.messages.map(({ position }: { position: number }) => position);
  expect(positions).toEqual(Array.from({ length: 50 }, (_, index) => index + 11));
  expect(body.data.more).toBe(true);
  const rest = (await app.call('GET', `${path}?before=11&limit=100`, { token })).body.data;
  expect([rest.messages.length, rest.more]).toEqual([10, false]);
  expect(rest.messages[0]).toEqual({
    message_id: expect.any(String),
    display_name: 'ada',
    position: 1,
    user_id: bo.user.user_id,
    username: expect.any(String),
    message: 'message 1',
    message_type: 'user',
    sent_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  await app.call('POST', `/api/users/blocks/${bo.user.user_id}`, { token });
  expect((await app.storage.blocksOf(user.user_id)).length).toBe(1);
  const unblocked = (await app.call('GET', `${path}?before=11`, { token })).body.data;
  expect(unblocked.messages).toHaveLength(9);
  expect(refusal(await app.call('GET', path, { token: bo.token }))).toMatchObject([403, 'AUTHORIZATION_ERROR', {}]);
  expect((await app.call('GET', `${path}?limit=101`, { token })).status).toBe(400);
});
