// What host commands of another process do to storage, noticed by the server that runs (S4.9).
import { RoomCloseReason } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from './stage.ts';

/** Within this it has to be noticed. */
const noticedMs = 10_000;

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

test('S4.9, R8.11: connections of a session that was ended elsewhere close with 4401, and no others', async () => {
  const { players } = await stage.band('ada', 'bob');
  await stage.storage.deleteSessionsOf('id-of-ada');
  stage.time.advance(noticedMs);
  expect(await players[0]?.closed).toBe(4401);
  await players[1]?.sync();
});

test('S4.9, S13.8: what an account says between being deleted elsewhere and that being noticed stays by nobody', async () => {
  const { roomId, players } = await stage.band('ada', 'bob');
  await stage.storage.deleteUser('id-of-ada');
  players[0]?.say('still here');
  await players[1]?.take('chatMessage');
  stage.time.advance(noticedMs);
  expect(await players[0]?.closed).toBe(4401);
  await players[1]?.take('participantLeft');
  const cyd = await stage.user('cyd');
  const { body } = await cyd.join(roomId);
  expect(body.chat).toMatchObject([{ userId: '', username: 'deleted', message: 'still here' }]);
  expect(await stage.storage.recentChat(roomId, 9)).toMatchObject([{ userId: '', username: 'deleted' }]);
});

test('S4.9, R2.15: a room that went with its owner elsewhere closes for those inside, who stay connected', async () => {
  const { roomId, players } = await stage.band('ada');
  await stage.storage.deleteUser('id-of-olga');
  stage.time.advance(noticedMs);
  expect((await players[0]?.take('roomClosed'))?.body).toEqual({ roomId, reason: RoomCloseReason.DELETED });
  await players[0]?.sync();
});
