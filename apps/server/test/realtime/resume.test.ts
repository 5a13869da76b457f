import { LeaveReason, type MemberName, type Message } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

/** Two participants in a room. The first has acknowledged everything. */
async function duo() {
  const { roomId, players } = await stage.band('ada', 'bo');
  const [ada, bo] = players as [TestPlayer, TestPlayer];
  await ada.acknowledge();
  await bo.acknowledge();
  return { roomId, ada, bo };
}

/** Breaks the socket; resolves when the server has noticed. */
async function lose(player: TestPlayer): Promise<void> {
  const before = stage.counters.connections;
  player.socket.terminate();
  await stage.untilLogged('socket closed', stage.logged.filter(({ msg }) => msg === 'socket closed').length + 1);
  expect(stage.counters.connections).toBe(before - 1);
}

const kinds = (frames: readonly Message[]): MemberName[] => frames.map(({ kind }) => kind);

describe('a lost socket', () => {
  test('R10.1, R10.2: held notes are released, nobody sees a leave, and the participant still counts', async () => {
    const { roomId, ada, bo } = await duo();
    ada.play([0x90, 60, 100], [0xb0, 64, 127]);
    await bo.take('midiMessage');
    await lose(ada);
    const release = await bo.take('midiMessage');
    expect([release.sender, ...release.body.data]).toEqual([1, 0x80, 60, 64, 0xb0, 64, 0]);
    stage.time.advance(25_000);
    await bo.sync();
    expect(bo.count('participantLeft')).toBe(0);
    expect(await stage.occupancy(roomId)).toBe(2);
    expect((await stage.realtime.presence.of('id-of-ada')).status).toBe('online');
  });

  test('R10.11: of a client that beats every second, held notes end after 2.5 s of silence; it stays, and plays on', async () => {
    const { roomId, ada, bo } = await duo();
    ada.play([0x90, 60, 100], [0xb0, 64, 127]);
    await bo.take('midiMessage');
    for (let second = 0; second < 4; second++) {
      stage.time.advance(1_000);
      await ada.sync();
      await bo.sync();
    }
    stage.time.advance(2_250);
    await bo.sync();
    expect(bo.count('midiMessage')).toBe(1);
    stage.time.advance(500);
    expect([...(await bo.take('midiMessage')).body.data]).toEqual([0x80, 60, 64, 0xb0, 64, 0]);
    stage.time.advance(5_000);
    await ada.sync();
    ada.play([0x80, 60, 64], [0x90, 62, 100]);
    expect([...(await bo.take('midiMessage')).body.data]).toEqual([0x80, 60, 64, 0x90, 62, 100]);
    expect(bo.count('participantLeft')).toBe(0);
    expect(await stage.occupancy(roomId)).toBe(2);
  });

  test('R10.11, R8.18: a client that beats every 10 s only may hold a note for as long', async () => {
    const { ada, bo } = await duo();
    stage.time.advance(10_000);
    await ada.sync();
    ada.play([0x90, 60, 100]);
    await bo.take('midiMessage');
    stage.time.advance(9_000);
    await bo.sync();
    expect(bo.count('midiMessage')).toBe(1);
  });

  test('R10.1: after 30 s the participant leaves', async () => {
    const { roomId, ada, bo } = await duo();
    await lose(ada);
    stage.time.advance(29_750);
    await bo.sync();
    expect(bo.count('participantLeft')).toBe(0);
    stage.time.advance(250);
    expect((await bo.take('participantLeft')).body).toMatchObject({
      participant: { number: ada.number },
      reason: LeaveReason.LOST,
    });
    expect(await stage.occupancy(roomId)).toBe(1);
    expect((await stage.realtime.presence.of('id-of-ada')).status).toBe('offline');
    const late = await stage.resume(ada);
    expect(late.welcome).toMatchObject({ resumed: false });
    expect(late.welcome.connectionId).not.toBe(ada.welcome.connectionId);
  });

  test('R10.1: a socket without a heartbeat for 30 s counts as lost', async () => {
    const { ada, bo } = await duo();
    stage.time.advance(15_000);
    await bo.sync();
    stage.time.advance(15_000);
    expect(await ada.closed).toBe(4408);
    expect((await stage.resume(ada)).welcome.resumed).toBe(true);
    await bo.sync();
    expect(bo.count('participantLeft')).toBe(0);
  });

  const refusals: [string, (player: TestPlayer) => void][] = [
    ['1000', (player) => player.socket.close(1000)],
    ['1001', (player) => player.socket.close(1001)],
    ['1003', (player) => player.socket.send('text')],
    ['1009', (player) => player.socket.send(Buffer.alloc(65_537))],
    [
      '4400',
      (player) => {
        for (let index = 0; index < 20; index++) player.socket.send(Uint8Array.of(0xff));
      },
    ],
    ['4401', () => stage.realtime.sessionEnded('session-of-ada')],
    ['4403', () => stage.realtime.forceSignOut('id-of-ada')],
  ];
  test.each(refusals)('R10.1: after %s nothing can be resumed', async (_, end) => {
    const { ada, bo } = await duo();
    end(ada);
    await bo.take('participantLeft');
    expect((await stage.resume(ada)).welcome.resumed).toBe(false);
  });

  test('R10.1: a participant without a socket leaves immediately when the auth session ends', async () => {
    const { ada, bo } = await duo();
    await lose(ada);
    stage.realtime.sessionEnded('session-of-ada');
    expect((await bo.take('participantLeft')).body.reason).toBe(LeaveReason.LEFT);
  });
});

describe('resuming', () => {
  test('R10.4, R10.5: the client gets the welcome, then missed frames in order with their old sequences, then one snapshot', async () => {
    const { ada, bo } = await duo();
    bo.say('heard but not acknowledged');
    await ada.take('chatMessage');
    await lose(ada);
    bo.play([0x90, 64, 90]);
    bo.say('missed');
    await bo.take('chatMessage');
    await bo.take('chatMessage');
    const cy = await stage.user('cy');
    await cy.join(ada.frames.find((frame) => frame.kind === 'roomJoined')?.body.room?.roomId ?? '');

    const back = await stage.resume(ada);
    const snapshot = await back.take('roomJoined');
    expect(kinds(back.frames)).toEqual(['welcome', 'chatMessage', 'chatMessage', 'participantJoined', 'roomJoined']);
    expect(back.frames.map(({ sequence }) => sequence)).toEqual([0, 4, 5, 6, 0]);
    expect(back.welcome).toEqual({ ...ada.welcome, resumed: true, serverTime: stage.time.serviceUs() });
    expect(snapshot.body).toMatchObject({
      self: 1,
      participants: [{ number: 1 }, { number: 2 }, { number: 3 }],
      sounding: [{ participant: 2, data: Uint8Array.of(0x90, 64, 90) }],
    });
    back.play([0x90, 60, 100]);
    expect(await bo.take('midiMessage')).toMatchObject({ sender: 1 });
    bo.say('goes on');
    await back.take('chatMessage');
    await back.take('chatMessage');
    expect((await back.take('chatMessage')).sequence).toBe(7);
    expect(bo.count('participantJoined') + bo.count('participantLeft')).toBe(1);
  });

  test('R10.5: acknowledged frames are not replayed', async () => {
    const { ada, bo } = await duo();
    for (const text of ['one', 'two']) {
      bo.say(text);
      await ada.take('chatMessage');
    }
    await ada.acknowledge();
    await lose(ada);
    const back = await stage.resume(ada);
    await back.take('roomJoined');
    expect(kinds(back.frames)).toEqual(['welcome', 'roomJoined']);
  });

  test('R10.6: a request that was received is answered in the replay, even if storage was slow', async () => {
    const { ada, bo } = await duo();
    const hold = stage.chatGate.shut();
    ada.say('just before', 77);
    await hold.arrived;
    await lose(ada);
    const coming = stage.resume(ada);
    await bo.sync();
    stage.chatGate.open();
    hold.release();
    const back = await coming;
    await back.take('roomJoined');
    expect(kinds(back.frames)).toEqual(['welcome', 'chatMessage', 'roomJoined']);
    expect(back.frames[1]).toMatchObject({ requestId: 77, body: { message: 'just before' } });
    expect(bo.count('chatMessage')).toBe(1);
  });

  test('R2.12, R10.6: a join that was received is carried out, and its answer is in the replay', async () => {
    const roomId = await stage.room({ password: 'secret' });
    const ada = await stage.user('ada');
    await ada.acknowledge();
    const hold = stage.passwordGate.shut();
    ada.send({ kind: 'joinRoomCommand', body: { roomId, password: 'secret' }, requestId: 9 });
    await hold.arrived;
    await lose(ada);
    stage.passwordGate.open();
    hold.release();
    const back = await stage.resume(ada);
    expect(await back.take('roomJoined')).toMatchObject({ requestId: 9, sequence: 2, body: { self: 1 } });
    expect(await back.take('roomJoined')).toMatchObject({ requestId: 0, sequence: 0, body: { self: 1 } });
  });

  test('R10.9: it takes over from a socket that the server still considers open, which closes with 4409', async () => {
    const { ada, bo } = await duo();
    ada.play([0x90, 60, 100]);
    await bo.take('midiMessage');
    const back = await stage.resume(ada);
    expect(await ada.closed).toBe(4409);
    expect(back.welcome.resumed).toBe(true);
    expect([...(await bo.take('midiMessage')).body.data]).toEqual([0x80, 60, 64]);
    expect((await back.take('roomJoined')).body.self).toBe(1);
    expect(bo.count('participantLeft')).toBe(0);
    expect(stage.counters.connections).toBe(2);
  });

  test('R10.9: of several sockets that resume together the last one wins', async () => {
    const { ada, bo } = await duo();
    const all = await Promise.all([stage.resume(ada), stage.resume(ada), stage.resume(ada)]);
    const open = all.filter((one) => one.welcome.resumed);
    expect(open).toHaveLength(3);
    const closed = await Promise.race(all.map((one) => one.closed));
    expect(closed).toBe(4409);
    await bo.sync();
    expect(bo.count('participantLeft')).toBe(0);
    expect(stage.counters.connections).toBe(2);
  });

  test('R10.3: a guest resumes without an account, under the same name', async () => {
    const roomId = await stage.room();
    const guest = await stage.guest('Guest-ab12');
    await guest.join(roomId);
    await lose(guest);
    const back = await stage.resume(guest);
    expect(back.welcome).toMatchObject({ resumed: true, user: { username: 'Guest-ab12' } });
    expect((await back.take('roomJoined')).body.participants).toHaveLength(1);
  });

  test('R10.3: the token of another user gives a new connection and does not affect the other one', async () => {
    const { ada, bo } = await duo();
    await lose(ada);
    const cy = await stage.connect(await stage.ticket('cy', ['member'], ada.welcome.resumeToken));
    expect(cy.welcome).toMatchObject({ resumed: false, user: { username: 'cy' } });
    expect((await stage.resume(ada)).welcome.resumed).toBe(true);
    await bo.sync();
  });

  test('R10.7: with too much to replay the connection is over, and a new one begins', async () => {
    const { roomId, ada, bo } = await duo();
    await lose(ada);
    const record = await stage.storage.roomById(roomId);
    if (record === undefined) throw new Error('the room is missing');
    for (let index = 0; index < 1_001; index++) await stage.realtime.roomUpdated(record);
    await bo.sync();
    const back = await stage.resume(ada);
    expect(back.welcome.resumed).toBe(false);
    expect((await bo.take('participantLeft')).body.reason).toBe(LeaveReason.LOST);
  });

  test('R10.8: a new join of the same auth session replaces the participant without a socket, even in a full room', async () => {
    const roomId = await stage.room({ maxUsers: 2 });
    const [ada, bo] = [await stage.user('ada'), await stage.user('bo')];
    await bo.join(roomId);
    await ada.join(roomId);
    await bo.take('participantJoined');
    await lose(ada);
    await stage.settle();
    const again = await stage.user('ada');
    const { body } = await again.join(roomId);
    expect(body.participants).toMatchObject([{ username: 'bo' }, { username: 'ada', number: body.self }]);
    expect((await bo.take('participantLeft')).body).toMatchObject({
      participant: { number: ada.number },
      reason: LeaveReason.LOST,
    });
    expect((await bo.take('participantJoined')).body.participant?.number).toBe(body.self);
    expect((await stage.resume(ada)).welcome.resumed).toBe(false);
  });

  test('R10.8: a second connection of the same auth session replaces no participant with a socket', async () => {
    const { roomId, ada } = await duo();
    const second = await stage.user('ada');
    expect((await second.join(roomId)).body.participants).toHaveLength(3);
    await ada.sync();
  });

  test('R10.8: a participant whose network went silently leaves 12 s after the last heartbeat, not after a minute', async () => {
    const { roomId, ada, bo } = await duo();
    stage.time.advance(2_000);
    const again = await stage.user('ada');
    expect((await again.join(roomId)).body.participants).toHaveLength(3);
    await again.acknowledge();
    stage.time.advance(9_750);
    await bo.acknowledge();
    await again.acknowledge();
    await bo.sync();
    expect(bo.count('participantLeft')).toBe(0);
    stage.time.advance(500);
    expect((await bo.take('participantLeft')).body).toMatchObject({
      participant: { username: 'ada', number: 1 },
      reason: LeaveReason.LOST,
    });
    expect((await stage.resume(ada)).welcome.resumed).toBe(false);
  });

  test('R10.8: two connections of an auth session that are both heard stay', async () => {
    const { roomId, ada, bo } = await duo();
    const second = await stage.user('ada');
    await second.join(roomId);
    for (let step = 0; step < 4; step++) {
      stage.time.advance(5_000);
      for (const player of [ada, bo, second]) await player.acknowledge();
    }
    expect(bo.count('participantLeft')).toBe(0);
  });

  test('R10.5: outside a room there is no snapshot', async () => {
    const ada = await stage.user('ada');
    await lose(ada);
    const back = await stage.resume(ada);
    await back.sync();
    expect(kinds(back.frames)).toEqual(['welcome', 'welcome', 'heartbeat']);
  });
});
