import { LeaveReason, RoomType } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const unknownRoom = 'no-such-room-0000';
const closedToGuests = {
  allowChat: true,
  allowGuests: false,
  autoModeration: false,
  welcomeMessage: '',
};

describe('joining', () => {
  test('R2.3: roomJoined contains everything about the room, and answers the request', async () => {
    const roomId = await stage.room({ password: 'sesame' });
    const ada = await stage.user('ada');
    const bo = await stage.user('bo');
    await ada.join(roomId, 'sesame');
    ada.say('first');
    await ada.take('chatMessage');
    const joined = await bo.join(roomId, 'sesame');
    expect(joined).toMatchObject({ requestId: 1, sequence: 2 });
    expect(joined.body).toEqual({
      room: {
        roomId,
        roomName: 'Rehearsal',
        roomOwner: 'id-of-olga',
        roomOwnerName: 'olga',
        roomOwnerDisplayName: 'olga',
        roomType: RoomType.PUBLIC,
        maxUsers: 20,
        currentUsers: 2,
        hasPassword: true,
        createdAt: stage.time.nowMs(),
        lastActivity: stage.time.nowMs(),
        settings: {
          ...{ allowChat: true, allowGuests: true, autoModeration: false, welcomeMessage: 'Hello!' },
          ...{ mayPlay: 1, turnPlayers: 1, turnSeconds: 0, mayChat: 1, maySetMetronome: 5, mayLoop: 1 },
          chatToWebhooks: false,
          allowDirect: true,
          mayTalk: 1,
        },
        moderators: [],
        players: [],
        stand: '',
      },
      participants: [
        expect.objectContaining({ number: ada.number, username: 'ada' }),
        expect.objectContaining({ number: bo.number, username: 'bo', guest: false, muted: false }),
      ],
      self: bo.number,
      chat: [expect.objectContaining({ message: 'first', username: 'ada' })],
      welcomeMessage: 'Hello!',
      transport: { tempo: 120_000, beatsPerBar: 4, running: false, startTime: 0, beatsBefore: 0 },
      sounding: [],
      noteNumbers: [0, 0],
    });
  });

  test('R3.2: everybody inside is told of a newcomer, except the newcomer', async () => {
    const { roomId, players } = await stage.band('ada');
    const [ada] = players;
    const guest = await stage.guest();
    await guest.join(roomId);
    const heard = await ada?.take('participantJoined');
    expect(heard).toMatchObject({ sender: guest.number, requestId: 0, serverTime: stage.time.serviceUs() });
    expect(heard?.body.participant).toMatchObject({
      number: guest.number,
      userId: '',
      username: 'Guest-0001',
      guest: true,
    });
    await guest.sync();
    expect(guest.count('participantJoined')).toBe(0);
  });

  test('R2.4: an unknown room is answered with ROOM_NOT_FOUND and its id', async () => {
    const ada = await stage.user('ada');
    const refused = await ada.refusedJoin(unknownRoom);
    expect(refused).toMatchObject({
      requestId: 1,
      body: { code: 'ROOM_NOT_FOUND', details: { room_id: unknownRoom } },
    });
  });

  test('R2.5, R2.6, R2.7, R2.9: refusals contain the reason', async () => {
    const ada = await stage.user('ada');
    const guest = await stage.guest();
    const reasonOf = async (refused: ReturnType<typeof ada.refusedJoin>) => (await refused).body;
    const because = (reason: string) => ({ code: 'AUTHORIZATION_ERROR', details: { reason } });
    const locked = await stage.room({ password: 'sesame' });
    expect(await reasonOf(guest.refusedJoin(await stage.room({ settings: closedToGuests })))).toMatchObject(
      because('guests'),
    );
    expect(await reasonOf(ada.refusedJoin(await stage.room({ roomType: 'pro' })))).toMatchObject(because('pro'));
    expect(await reasonOf(ada.refusedJoin(locked))).toMatchObject(because('password'));
    expect(await reasonOf(ada.refusedJoin(locked, 'open'))).toMatchObject(because('password'));
    const small = await stage.room({ maxUsers: 1 });
    await (await stage.user('bo')).join(small);
    expect(await reasonOf(ada.refusedJoin(small))).toMatchObject(because('full'));
    expect(stage.realtime.rooms.occupancy(small)).toBe(1);
  });

  test('R2.8: after five wrong passwords in a minute even the right one is refused; missing ones do not count', async () => {
    const roomId = await stage.room({ password: 'sesame' });
    const ada = await stage.user('ada');
    for (let attempt = 0; attempt < 7; attempt++) await ada.refusedJoin(roomId, '');
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await ada.refusedJoin(roomId, 'wrong')).body.code).toBe('AUTHORIZATION_ERROR');
    }
    const reset = String(Math.ceil((stage.time.nowMs() + 60_000) / 1000));
    expect((await ada.refusedJoin(roomId, 'sesame')).body).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit: '5', reset },
    });
    const bo = await stage.user('bo');
    await bo.join(roomId, 'sesame');
    const otherRoom = await stage.room({ password: 'sesame' });
    await ada.join(otherRoom, 'sesame');
    await ada.sync();
    stage.time.advance(29_000);
    await ada.sync();
    stage.time.advance(29_000);
    await ada.sync();
    stage.time.advance(2_000);
    await ada.join(roomId, 'sesame');
  });

  test('R2.8: parallel guesses are counted, and guests with the same address together', async () => {
    const roomId = await stage.room({ password: 'sesame' });
    const guests = await Promise.all(
      Array.from({ length: 8 }, (_, index) => stage.guest(`Guest-000${index}`, '192.0.2.7')),
    );
    const codes = (await Promise.all(guests.map((guest) => guest.refusedJoin(roomId, 'wrong')))).map(
      ({ body }) => body.code,
    );
    expect(codes.filter((code) => code === 'AUTHORIZATION_ERROR')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(3);
    const elsewhere = await stage.guest('Guest-0009', '192.0.2.8');
    await elsewhere.join(roomId, 'sesame');
  });

  test('R2.12: a connection that ends during its join never becomes a participant', async () => {
    const roomId = await stage.room({ password: 'sesame' });
    const ada = await stage.user('ada');
    await ada.join(roomId, 'sesame');
    const bo = await stage.user('bo');
    const checking = stage.passwordGate.shut();
    bo.send({ kind: 'joinRoomCommand', body: { roomId, password: 'sesame' } });
    await checking.arrived;
    bo.socket.close(1000);
    await stage.untilLogged('disconnected');
    stage.passwordGate.releaseAll();
    const cy = await stage.user('cy');
    expect((await cy.join(roomId, 'sesame')).body.self).toBe(2);
    await ada.take('participantJoined');
    expect(ada.count('participantJoined')).toBe(1);
  });
});

describe('changing rooms', () => {
  test('R2.1: joining another room leaves the first; a refused join does not', async () => {
    const { players } = await stage.band('ada', 'bo');
    const [ada, bo] = players;
    const before = bo?.number;
    await bo?.refusedJoin(unknownRoom);
    await bo?.sync();
    expect(ada?.count('participantLeft')).toBe(0);
    const other = await stage.room();
    expect((await bo?.join(other))?.body).toMatchObject({ self: bo?.number, participants: [{ username: 'bo' }] });
    expect((await ada?.take('participantLeft'))?.body).toMatchObject({
      participant: { number: before, username: 'bo' },
      reason: LeaveReason.SWITCHED,
    });
    expect(bo?.count('roomLeft')).toBe(0);
    expect(await stage.occupancy(other)).toBe(1);
  });

  test('R2.11: joining the current room again changes nothing', async () => {
    const { roomId, players } = await stage.band('ada', 'bo');
    const [ada, bo] = players;
    const before = bo?.number;
    expect((await bo?.join(roomId))?.body.self).toBe(before);
    await ada?.sync();
    expect(ada?.frames.map((frame) => frame.kind)).not.toContain('participantLeft');
    expect(await stage.occupancy(roomId)).toBe(2);
  });

  test('R7.3: leave is answered with roomLeft, and the connection stays', async () => {
    const { roomId, players } = await stage.band('ada', 'bo');
    const [ada, bo] = players;
    bo?.send({ kind: 'leaveRoomCommand', body: {}, requestId: 9 });
    expect(await bo?.take('roomLeft')).toMatchObject({
      requestId: 9,
      body: { roomId, reason: LeaveReason.LEFT, note: '' },
    });
    expect((await ada?.take('participantLeft'))?.body).toMatchObject({ reason: LeaveReason.LEFT });
    bo?.send({ kind: 'leaveRoomCommand', body: {}, requestId: 10 });
    expect(await bo?.take('error')).toMatchObject({
      requestId: 10,
      body: { code: 'AUTHORIZATION_ERROR', details: { reason: 'not_in_room' } },
    });
  });

  test('R3.1: participant numbers continue after a room was empty', async () => {
    const { roomId, players } = await stage.band('ada', 'bo');
    for (const player of players) {
      player.send({ kind: 'leaveRoomCommand', body: {} });
      await player.take('roomLeft');
    }
    expect(stage.realtime.rooms.occupiedRoomIds()).toEqual([]);
    const cy = await stage.user('cy');
    expect((await cy.join(roomId)).body.self).toBe(3);
  });
});

describe('creating', () => {
  const wish = { roomName: 'Attic', roomType: RoomType.UNSPECIFIED, password: '', maxUsers: 0 };

  test('R2.2: createRoomCommand creates a room and joins it', async () => {
    const ada = await stage.user('ada');
    ada.send({ kind: 'createRoomCommand', body: { ...wish, maxUsers: 3 }, requestId: 5 });
    const joined = await ada.take('roomJoined');
    expect(joined).toMatchObject({
      requestId: 5,
      body: { self: 1, room: { roomName: 'Attic', maxUsers: 3, currentUsers: 1 } },
    });
    expect(await stage.storage.roomById(joined.body.room?.roomId ?? '')).toMatchObject({ ownerId: 'id-of-ada' });
  });

  test('R2.2, R3.5: what REST refuses is refused here, and guests cannot create rooms', async () => {
    const ada = await stage.user('ada');
    const guest = await stage.guest();
    ada.send({ kind: 'createRoomCommand', body: { ...wish, maxUsers: 51 }, requestId: 6 });
    expect(await ada.take('error')).toMatchObject({
      requestId: 6,
      body: { code: 'VALIDATION_ERROR', details: { field: 'max_users' } },
    });
    guest.send({ kind: 'createRoomCommand', body: wish, requestId: 7 });
    expect(await guest.take('error')).toMatchObject({
      requestId: 7,
      body: { code: 'AUTHORIZATION_ERROR', details: { required: 'member' } },
    });
  });
});

describe('activity', () => {
  test('R2.13: a room outlives its participants, and its activity is stored in batches', async () => {
    const { roomId, players } = await stage.band('ada');
    const [ada] = players;
    const { rooms } = stage.realtime;
    expect(rooms.participants(roomId)).toMatchObject([{ number: 1, userId: 'id-of-ada', username: 'ada' }]);
    await ada?.sync();
    stage.time.advance(4_000);
    ada?.play([0x90, 60, 1]);
    await ada?.sync();
    const played = stage.time.nowMs();
    expect(rooms.lastActivity(roomId)).toBe(played);
    ada?.socket.close();
    await stage.untilLogged('disconnected');
    expect(rooms.participants(roomId)).toEqual([]);
    stage.time.advance(1_000);
    await stage.realtime.shutdown();
    expect((await stage.storage.roomById(roomId))?.lastActivity).toBe(played);
    expect(rooms.lastActivity(roomId)).toBe(0);
  });
});
