// The running server notices what host commands in another process delete from storage (S4.9).
import { RoomCloseReason } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from './stage.ts';

const noticedMs = 10_000;

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

test('S4.9, R8.11: only the connections of an auth session that was ended elsewhere close with 4401', async () => {
  const { players } = await stage.band('ada', 'bob');
  await stage.storage.deleteSessionsOf('id-of-ada');
  stage.time.advance(noticedMs);
  expect(await players[0]?.closed).toBe(4401);
  await players[1]?.sync();
});

test('R8.11: a session that expires while its owner plays closes their connections with 4401, and no others', async () => {
  const { players } = await stage.band('ada', 'bob');
  const now = stage.time.nowMs();
  await stage.storage.rotateSession('session-of-ada', 'ada', {
    refreshHash: 'next',
    previousHash: 'ada',
    lastUsed: now,
    expiresAt: now + 10_000,
  });
  stage.time.advance(9_999);
  await players[0]?.sync();
  let closedWith: number | undefined;
  void players[0]?.closed.then((code) => {
    closedWith = code;
  });
  // A check does not start while that of the first seconds waits for the storage.
  const later = () => {
    if (closedWith === undefined) stage.time.advance(noticedMs / 2);
    return closedWith;
  };
  await expect.poll(later).toBe(4401);
  await players[1]?.sync();
});

test('R8.11: setting the wall clock forward ends no session early', async () => {
  const { players } = await stage.band('ada', 'bob');
  stage.time.stepWall(365 * 86_400_000);
  await stage.storage.deleteSessionsOf('id-of-ada');
  stage.time.advance(noticedMs);
  // The check has run.
  expect(await players[0]?.closed).toBe(4401);
  await players[1]?.sync();
});

test('S4.9, S13.8: chat that a deleted user sends before the deletion is noticed loses their name', async () => {
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

test('S4.9, R2.15: a room that was deleted with its owner elsewhere closes, and its participants stay connected', async () => {
  const { roomId, players } = await stage.band('ada');
  await stage.storage.deleteUser('id-of-olga');
  stage.time.advance(noticedMs);
  expect((await players[0]?.take('roomClosed'))?.body).toEqual({ roomId, reason: RoomCloseReason.DELETED });
  await players[0]?.sync();
});
