import { limits, type Members, RoomCloseReason, RoomType } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

async function listen(player: TestPlayer): Promise<Members['lobbyUpdate']> {
  player.send({ kind: 'lobbyCommand', body: { subscribe: true }, requestId: 5 });
  const answer = await player.take('lobbyUpdate');
  expect(answer.requestId).toBe(5);
  return answer.body;
}

/** The next update that is not an answer. */
async function next(player: TestPlayer): Promise<Members['lobbyUpdate']> {
  stage.time.advance(limits.lobby.intervalMs);
  const update = await player.take('lobbyUpdate');
  expect(update.requestId).toBe(0);
  return update.body;
}

const counts = (rooms: Members['lobbyUpdate']['changed']) => rooms.map((room) => [room.roomId, room.currentUsers]);

test('R11.1: the answer lists public and pro rooms with their number of participants, also for guests', async () => {
  const open = await stage.room({ roomName: 'Open' });
  const pro = await stage.room({ roomType: 'pro', roomName: 'Pro' });
  await stage.room({ roomType: 'private' });
  const ada = await stage.user('ada');
  await ada.join(open);
  const { added, changed, removed } = await listen(await stage.guest());
  const types = added.map((room) => [room.roomId, room.roomType]);
  expect(new Map(types as [string, RoomType][])).toEqual(
    new Map([
      [open, RoomType.PUBLIC],
      [pro, RoomType.PRO],
    ]),
  );
  expect(new Map(counts(added) as [string, number][]).get(open)).toBe(1);
  expect([changed, removed]).toEqual([[], []]);
});

test('R11.1: the answer contains the 200 rooms with the latest activity', async () => {
  const first = await stage.room();
  stage.time.advance(1);
  const second = await stage.room();
  stage.time.advance(1);
  for (let count = 1; count < limits.lobby.rooms; count++) await stage.room();
  const { added } = await listen(await stage.guest());
  expect(added).toHaveLength(limits.lobby.rooms);
  expect(added.map(({ roomId }) => roomId)).toContain(second);
  expect(added.map(({ roomId }) => roomId)).not.toContain(first);
});

test('R11.1: all who ask while the list is being read get it from the same reading', async () => {
  const roomId = await stage.room();
  const guests = await Promise.all(Array.from({ length: 6 }, () => stage.guest()));
  const { listRooms } = stage.storage;
  const asked = Promise.withResolvers<void>();
  const reading = vi.spyOn(stage.storage, 'listRooms').mockImplementation(async (query) => {
    await asked.promise;
    return listRooms(query);
  });
  for (const guest of guests) {
    guest.send({ kind: 'lobbyCommand', body: { subscribe: true }, requestId: 5 });
    await guest.sync();
  }
  asked.resolve();
  for (const guest of guests) {
    const { requestId, body } = await guest.take('lobbyUpdate');
    expect([requestId, body.added.map((room) => room.roomId)]).toEqual([5, [roomId]]);
  }
  // One in each process.
  expect(reading.mock.calls.length).toBeLessThanOrEqual(2);
});

test('R11.2, R11.3: the changes of a second are one update, with each room once in its latest state', async () => {
  const busy = await stage.room();
  const listener = await stage.guest();
  await listen(listener);
  const players = await Promise.all(['ada', 'bo', 'cy'].map((name) => stage.user(name)));
  for (const player of players) await player.join(busy);
  players[0]?.play([0x90, 60, 100]);
  players[0]?.send({ kind: 'leaveRoomCommand', body: {}, requestId: 2 });
  await players[0]?.take('roomLeft');
  const { added, changed, removed } = await next(listener);
  expect([added, removed, counts(changed)]).toEqual([[], [], [[busy, 2]]]);
  players[1]?.play([0x90, 60, 100]);
  await players[1]?.sync();
  stage.time.advance(limits.lobby.intervalMs);
  await listener.sync();
  expect(listener.count('lobbyUpdate')).toBe(2);
});

test('R11.3: updates tell of rooms that are created, changed and removed, occupied or not', async () => {
  const listener = await stage.user('lis');
  const empty = await stage.room();
  await listen(listener);
  const olga = await stage.user('olga');
  olga.send({
    kind: 'createRoomCommand',
    body: { roomName: 'New', roomType: RoomType.PUBLIC, password: '', maxUsers: 0 },
    requestId: 1,
  });
  const made = (await olga.take('roomJoined')).body.room?.roomId ?? '';
  expect((await next(listener)).added).toMatchObject([{ roomId: made, roomName: 'New', currentUsers: 1 }]);

  const record = await stage.storage.roomById(empty);
  if (record !== undefined) stage.realtime.roomUpdated({ ...record, roomName: 'Renamed' });
  expect((await next(listener)).changed).toMatchObject([{ roomId: empty, roomName: 'Renamed', currentUsers: 0 }]);

  stage.realtime.closeRooms([made, empty], RoomCloseReason.DELETED);
  expect(await next(listener)).toEqual({ added: [], changed: [], removed: [made, empty] });
});

test('R11.2: a room that is created and removed within a second is in no update', async () => {
  const listener = await stage.guest();
  await listen(listener);
  const record = await stage.storage.roomById(await stage.room());
  if (record === undefined) throw new Error('there is no room');
  stage.realtime.roomCreated(record);
  stage.realtime.closeRooms([record.roomId], RoomCloseReason.DELETED);
  stage.time.advance(limits.lobby.intervalMs);
  await listener.sync();
  expect(listener.count('lobbyUpdate')).toBe(1);
});

test('R11.2: more than 200 rooms are sent in several updates', async () => {
  const listener = await stage.guest();
  await listen(listener);
  for (let count = 0; count < limits.lobby.rooms + 1; count++) {
    const record = await stage.storage.roomById(await stage.room());
    if (record !== undefined) stage.realtime.roomCreated(record);
  }
  expect((await next(listener)).added).toHaveLength(limits.lobby.rooms);
  expect((await listener.take('lobbyUpdate')).body.added).toHaveLength(1);
});

test('R11.4: updates say nothing about private rooms, not even that one is gone', async () => {
  const hidden = await stage.room({ roomType: 'private' });
  const listener = await stage.guest();
  expect((await listen(listener)).added).toEqual([]);
  const ada = await stage.user('ada');
  await ada.join(hidden);
  stage.time.advance(limits.lobby.intervalMs);
  stage.realtime.closeRooms([hidden], RoomCloseReason.DELETED);
  stage.time.advance(limits.lobby.intervalMs);
  await listener.sync();
  expect(listener.count('lobbyUpdate')).toBe(1);
});

test('R11.5: after unsubscribing a client gets an ack and no further update', async () => {
  const roomId = await stage.room();
  const listener = await stage.guest();
  await listen(listener);
  listener.send({ kind: 'lobbyCommand', body: { subscribe: false }, requestId: 6 });
  expect((await listener.take('ack')).requestId).toBe(6);
  await (await stage.user('ada')).join(roomId);
  stage.time.advance(limits.lobby.intervalMs);
  await listener.sync();
  expect(listener.count('lobbyUpdate')).toBe(1);
});

test('R11.5: updates that were missed without a socket are part of the replay', async () => {
  const roomId = await stage.room();
  const listener = await stage.guest();
  await listen(listener);
  await listener.acknowledge();
  listener.socket.terminate();
  await stage.untilLogged('socket closed');
  await (await stage.user('ada')).join(roomId);
  stage.time.advance(limits.lobby.intervalMs);
  const back = await stage.resume(listener);
  expect(counts((await back.take('lobbyUpdate')).body.changed)).toEqual([[roomId, 1]]);
});

test('R11.6: the lobby tells who plays what, at which tempo and how much, and nothing while that stays the same', async () => {
  const roomId = await stage.room();
  const listener = await stage.guest();
  const ada = await stage.user('ada');
  await ada.join(roomId);
  ada.send({ kind: 'userCommand', body: { setPlayer: { instrument: 'Upright bass' } }, requestId: 1 });
  await ada.sync();
  const [first] = (await listen(listener)).added;
  expect(first?.life).toMatchObject({ players: [{ username: 'ada', instrument: 'Upright bass' }], tempo: 0, pulse: 0 });
  const pulses: (number | undefined)[] = [];
  for (const notes of [1, 1, 0]) {
    for (let note = 0; note < notes; note++) ada.play([0x90, 60, 100]);
    await ada.sync();
    stage.time.advance(limits.lobby.pulseMs);
    await listener.sync();
    pulses.push(listener.count('lobbyUpdate'));
  }
  expect(pulses, 'the second time the pulse is the same').toEqual([2, 2, 3]);
});
