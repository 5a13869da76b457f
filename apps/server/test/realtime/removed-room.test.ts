// Commands whose room is removed while they run.
import { RoomCloseReason, RoomType } from '@roomtone/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import { Gate } from './gate.ts';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

async function openStage(): Promise<Stage> {
  const stage = await Stage.open();
  onTestFinished(() => stage.close());
  return stage;
}

async function isNotFound(player: TestPlayer, roomId: string, requestId: number): Promise<void> {
  expect(await player.take('error')).toMatchObject({
    requestId,
    body: { code: 'ROOM_NOT_FOUND', details: { room_id: roomId } },
  });
}

test('R2.4: chat that storage refuses because the room is gone is answered with ROOM_NOT_FOUND', async () => {
  const stage = await openStage();
  const { roomId, players } = await stage.band('ada', 'bo');
  const [ada] = players;
  const hold = stage.chatGate.shut();
  ada?.say('anybody here?', 5);
  await hold.arrived;
  await stage.storage.deleteRoom(roomId);
  hold.release();
  if (ada !== undefined) await isNotFound(ada, roomId, 5);
  await players[1]?.sync();
  expect(players[1]?.count('chatMessage')).toBe(0);
});

test('R2.4: chat that was stored before its room was removed is answered with ROOM_NOT_FOUND, and nobody gets it', async () => {
  const stage = await openStage();
  const { roomId, players } = await stage.band('ada');
  const [ada] = players;
  const hold = stage.chatGate.shut();
  ada?.say('anybody here?', 5);
  await hold.arrived;
  stage.realtime.closeRooms([roomId], RoomCloseReason.DELETED);
  await stage.settle();
  hold.release();
  if (ada !== undefined) await isNotFound(ada, roomId, 5);
  expect(ada?.frames.map(({ kind }) => kind)).toEqual(['welcome', 'roomJoined', 'roomClosed', 'error']);
});

test('R2.4: a failure of storage while the room exists is still a SERVER_ERROR', async () => {
  const stage = await openStage();
  const { players } = await stage.band('ada');
  stage.failNextChat = true;
  players[0]?.say('anybody here?', 5);
  expect((await players[0]?.take('error'))?.body.code).toBe('SERVER_ERROR');
});

const figures = { startTime: 0, tempo: 100_000, beatsPerBar: 3, running: true, beatsBefore: 0 };
test.each([
  ['a metronome', { kind: 'transport', body: figures }],
  ['a kick', { kind: 'moderationCommand', body: { reason: '', kick: {}, userId: 'id-of-bo' } }],
  ['a ban', { kind: 'moderationCommand', body: { reason: '', ban: { seconds: 9 }, userId: 'id-of-bo' } }],
  ['an unmute', { kind: 'moderationCommand', body: { reason: '', unmute: {}, userId: 'id-of-bo' } }],
  ['a loop', { kind: 'loopCommand', body: { slot: 0, stopAll: {} } }],
  ['a change', { kind: 'updateRoomCommand', body: { roomName: 'Another', settings: {} } }],
] as const)('R2.4: %s for a room that is removed meanwhile finds no room', async (_, message) => {
  const stage = await openStage();
  const { roomId, players } = await stage.band('olga', 'bo');
  const [olga] = players;
  const gate = new Gate();
  const hold = gate.shut();
  const { userById } = stage.storage;
  Object.assign(stage.storage, {
    userById: async (userId: string) => {
      await gate.pass();
      return userById(userId);
    },
  });
  olga?.send({ ...message, requestId: 5 });
  await hold.arrived;
  await stage.storage.deleteRoom(roomId);
  stage.realtime.closeRooms([roomId], RoomCloseReason.DELETED);
  hold.release();
  if (olga !== undefined) await isNotFound(olga, roomId, 5);
});

test('R2.4: a join to a room that is removed while its password is checked is answered with ROOM_NOT_FOUND', async () => {
  const stage = await openStage();
  const roomId = await stage.room({ password: 'right' });
  const ada = await stage.user('ada');
  const hold = stage.passwordGate.shut();
  ada.send({ kind: 'joinRoomCommand', body: { roomId, password: 'right' }, requestId: 5 });
  await hold.arrived;
  await stage.storage.deleteRoom(roomId);
  stage.realtime.closeRooms([roomId], RoomCloseReason.DELETED);
  await stage.settle();
  hold.release();
  await isNotFound(ada, roomId, 5);
});

test('R2.2, S13.7: a room whose owner was deleted by another process is refused as REST refuses it', async () => {
  const app = await createLiveApp();
  const { token, user } = await app.register('ada');
  const ada = await app.connect(token);
  onTestFinished(() => ada.socket.terminate());
  await app.storage.deleteUser(user.user_id);
  const body = { roomName: 'Attic', roomType: RoomType.UNSPECIFIED, password: '', maxUsers: 0 };
  ada.send({ kind: 'createRoomCommand', body, requestId: 5 });
  expect(await ada.take('error')).toMatchObject({ requestId: 5, body: { code: 'AUTHENTICATION_ERROR' } });
});

test('R2.4: SQLite refuses chat in a room that another process removed, and the answer names the room', async () => {
  const app = await createLiveApp();
  const { token } = await app.register('ada');
  const { body } = await app.call('POST', '/api/rooms', { token, body: { room_name: 'Gone soon' } });
  const roomId: string = body.data.room_id;
  const ada = await app.connect(token);
  onTestFinished(() => ada.socket.terminate());
  await ada.join(roomId);
  await app.storage.deleteRoom(roomId);
  ada.say('anybody here?', 5);
  await isNotFound(ada, roomId, 5);
});
