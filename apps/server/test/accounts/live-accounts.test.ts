import { closeCodes, RoomCloseReason } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from '../realtime/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

test('R14.1: presence is online with a connection and offline without one', async () => {
  const { presence } = stage.realtime;
  expect((await presence.of('id-of-ada')).status).toBe('offline');
  const first = await stage.user('ada');
  const second = await stage.connect(await stage.ticket('ada'));
  expect(await presence.of('id-of-ada')).toEqual({ status: 'online', currentRoom: '' });
  first.socket.close(1000);
  await stage.untilLogged('disconnected');
  expect((await presence.of('id-of-ada')).status).toBe('online');
  second.socket.close(1000);
  await stage.untilLogged('disconnected', 2);
  expect((await presence.of('id-of-ada')).status).toBe('offline');
});

test('R14.5, S16.1: current_room is the room that a user is in, or "" if that is private', async () => {
  const { presence } = stage.realtime;
  const open = await stage.room();
  const ada = await stage.user('ada');
  await ada.join(open);
  expect((await presence.of('id-of-ada')).currentRoom).toBe(open);
  await ada.join(await stage.room({ roomType: 'private' }));
  expect((await presence.of('id-of-ada')).currentRoom).toBe('');
  expect((await presence.of('id-of-ada')).status).toBe('online');
});

test('S17.3: a forced sign-out closes all connections of that user with 4403, and no others', async () => {
  const ada = await stage.user('ada');
  const other = await stage.connect(await stage.ticket('ada'));
  const bob = await stage.user('bob');
  stage.realtime.forceSignOut('id-of-ada');
  expect(await Promise.all([ada.closed, other.closed])).toEqual([closeCodes.forcedSignOut, closeCodes.forcedSignOut]);
  await bob.sync();
  expect((await stage.realtime.presence.of('id-of-ada')).status).toBe('offline');
});

test('S13.5: a new name or picture is sent to everybody in the room immediately, and shown to newcomers', async () => {
  const { roomId, players } = await stage.band('ada', 'bob');
  const account = { userId: 'id-of-ada', username: 'Lovelace', displayName: 'Ада', avatarUrl: '/avatars/new.webp' };
  stage.realtime.accountChanged(account);
  for (const player of players) {
    const { body } = (await player.take('participantUpdated')) ?? {};
    const shown = { number: 1, username: 'Lovelace', displayName: 'Ада', avatarUrl: '/avatars/new.webp' };
    expect(body.participant).toMatchObject(shown);
  }
  stage.realtime.accountChanged(account);
  const cyd = await stage.user('cyd');
  const joined = await cyd.join(roomId);
  expect(joined.body.participants[0]).toMatchObject({ username: 'Lovelace', avatarUrl: '/avatars/new.webp' });
  expect(players[1]?.count('participantUpdated')).toBe(1);
});

test('S13.5, S13.12: a user joins with the names and picture that are in storage, and speaks with them', async () => {
  const ada = await stage.user('ada');
  await stage.storage.updateProfile('id-of-ada', { username: 'Lovelace', displayName: 'Ада' });
  await stage.storage.setAvatar('id-of-ada', 'new.webp');
  const joined = await ada.join(await stage.room());
  const shown = { username: 'Lovelace', displayName: 'Ада' };
  expect(joined.body.participants[0]).toMatchObject({ ...shown, avatarUrl: '/avatars/new.webp' });
  ada.say('Hello');
  expect((await ada.take('chatMessage')).body).toMatchObject(shown);
});

test('R2.15, decision 004: participants of a deleted room are notified and stay connected', async () => {
  const { roomId, players } = await stage.band('ada', 'bob');
  stage.realtime.closeRooms([roomId, 'nobody-is-in-this-one'], RoomCloseReason.DELETED);
  for (const player of players) {
    const { body } = await player.take('roomClosed');
    expect(body).toEqual({ roomId, reason: RoomCloseReason.DELETED });
    await player.sync();
    expect(player.count('participantLeft')).toBe(0);
  }
  expect(await stage.occupancy(roomId)).toBe(0);
  expect((await stage.realtime.presence.of('id-of-ada')).currentRoom).toBe('');
  const elsewhere = await players[0]?.join(await stage.room());
  expect(elsewhere?.body.participants).toHaveLength(1);
});

test('R2.15, decision 004: nobody can join a room that is closed while the password is being checked', async () => {
  const roomId = await stage.room({ password: 'sesame' });
  const ada = await stage.user('ada');
  const checking = stage.passwordGate.shut();
  ada.send({ kind: 'joinRoomCommand', body: { roomId, password: 'sesame' }, requestId: 1 });
  await checking.arrived;
  stage.realtime.closeRooms([roomId], RoomCloseReason.DELETED);
  await stage.settle();
  stage.passwordGate.releaseAll();
  expect((await ada.take('error')).body).toMatchObject({ code: 'ROOM_NOT_FOUND', details: { room_id: roomId } });
});

test('R2.15, decision 004: nobody can join a room that is closed while it is being read from storage', async () => {
  const roomId = await stage.room();
  const { roomById } = stage.storage;
  Object.assign(stage.storage, {
    roomById: async (id: string) => {
      const found = await roomById(id);
      stage.realtime.closeRooms([roomId], RoomCloseReason.DELETED);
      return found;
    },
  });
  const ada = await stage.user('ada');
  expect((await ada.refusedJoin(roomId)).body.code).toBe('ROOM_NOT_FOUND');
});

test('S13.8, decision 004: chat of a deleted account is shown under the name deleted, without a user id', async () => {
  const { roomId, players } = await stage.band('ada', 'bob');
  players[0]?.say('hello');
  await players[0]?.take('chatMessage');
  players[1]?.say('hi');
  await players[1]?.take('chatMessage');
  stage.realtime.accountDeleted('id-of-ada');
  const cyd = await stage.user('cyd');
  const { body } = await cyd.join(roomId);
  expect(body.chat.map(({ userId, username, message }) => [userId, username, message])).toEqual([
    ['', 'deleted', 'hello'],
    ['id-of-bob', 'bob', 'hi'],
  ]);
});
