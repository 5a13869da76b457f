import { LeaveReason, limits, RoomCloseReason, RoomtoneError } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { joinFakeRoom, openFakeRoom } from '../../test/fake-room.ts';
import { participant, room } from '../../test/fake-server.ts';
import { ConnectionError } from '../errors.ts';
import { settled } from '../testing/fake-clock.ts';
import { roomInfoOf } from './from-wire.ts';

const noteOn = Uint8Array.of(0x90, 60, 100);
const noteOff = Uint8Array.of(0x80, 60, 64);

describe('joining', () => {
  test('gets a ticket, opens its address, waits for the welcome, joins, and then is ready', async () => {
    const { connection, server, names, clock } = openFakeRoom({ roomId: 'abc', password: 'sesame' });
    expect(connection.state).toEqual({ status: 'connecting' });
    await connection.ready;
    const { snapshot } = connection;
    expect(server.socket.url).toBe('ws://fake/1');
    expect(server.socket.last('joinRoomCommand').body).toEqual({ roomId: 'abc', password: 'sesame' });
    expect(snapshot).toMatchObject({ welcomeMessage: 'Hello', connectionId: 'connection-1' });
    expect(connection.self).toMatchObject({ participantId: 1, username: 'player-1' });
    const rights = { mayPlay: 'everybody', turnPlayers: 1, turnSeconds: 0 };
    const settings = {
      ...room.settings,
      ...rights,
      mayChat: 'everybody',
      maySetMetronome: 'moderators',
      mayLoop: 'everybody',
      allowDirect: true,
      mayTalk: 'everybody',
      chatToWebhooks: false,
    };
    expect(connection.info).toEqual({ ...room, roomType: 'public', settings });
    expect([...connection.participants.keys()]).toEqual([1, 2]);
    expect(names()).toEqual(['state', 'joined']);
    expect(connection.state).toEqual({ status: 'joined' });
    await clock.advance(60_000);
    expect(server.sockets).toHaveLength(1);
  });

  test('creates the room it is given', async () => {
    const settings = { allowGuests: false, welcomeMessage: 'Shoes off' };
    const create = { roomName: 'Attic', roomType: 'private', password: 'x', maxUsers: 4, settings } as const;
    const { server } = await joinFakeRoom({ create });
    expect(server.socket.last('createRoomCommand').body).toMatchObject({
      roomName: 'Attic',
      roomType: 2,
      password: 'x',
      maxUsers: 4,
      settings: { allowGuests: false, welcomeMessage: 'Shoes off' },
    });
  });

  test('a refusal rejects `ready` with the server’s error and closes the connection', async () => {
    const { connection, server, clock, names } = openFakeRoom(undefined, (fake) => {
      fake.onJoin = (socket, id) => fake.refuse(socket, id, 'AUTHORIZATION_ERROR', { reason: 'password' });
    });
    const error = await connection.ready.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RoomtoneError);
    expect(error).toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason: 'password' } });
    expect(connection.state).toMatchObject({ status: 'closed', reason: { kind: 'refused', error } });
    expect(names()).toEqual(['state']);
    expect(clock.waiting).toBe(0);
    expect(server.sockets).toHaveLength(1);
  });

  test('a refused ticket rejects `ready`; an ended session is reported as such', async () => {
    const { connection, tickets } = openFakeRoom();
    tickets.get = async () => {
      throw new RoomtoneError('AUTHENTICATION_ERROR', 'Over.');
    };
    await expect(connection.ready).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' });
    expect(connection.state).toEqual({ status: 'closed', reason: { kind: 'sessionEnded' } });
  });

  test('an unreachable server is retried until it answers', async () => {
    const { connection, tickets, clock } = openFakeRoom();
    const { get } = tickets;
    tickets.get = async () => {
      throw new ConnectionError('unreachable', 'Gone.');
    };
    await clock.advance(0);
    expect(connection.state).toMatchObject({ status: 'reconnecting', attempt: 1 });
    await clock.advance(5_000);
    expect(tickets.asked).toBeGreaterThan(3);
    tickets.get = get;
    await clock.advance(10_000);
    await connection.ready;
    expect(connection.self.participantId).toBe(1);
  });

  test('closing the connection early rejects `ready`', async () => {
    const { connection, clock } = openFakeRoom();
    connection.close();
    await expect(connection.ready).rejects.toMatchObject({ reason: 'closed' });
    expect(connection.state).toEqual({ status: 'closed', reason: { kind: 'left' } });
    expect(clock.waiting).toBe(0);
  });

  test('an attempt is given up after 15 s and retried if the server welcomes but does not answer the join', async () => {
    const { connection, server, clock } = openFakeRoom(undefined, (fake) => {
      fake.onJoin = () => {};
    });
    await clock.advance(15_100);
    expect(server.sockets[0]?.end).toBe('abandoned');
    expect(connection.state).toMatchObject({ status: 'reconnecting', attempt: 1 });
  });

  test('a room lost while it was being created is not created again', async () => {
    const { connection, server, clock } = openFakeRoom({ create: { roomName: 'Attic' } }, (fake) => {
      fake.onJoin = (socket) => socket.drop();
    });
    await expect(connection.ready).rejects.toMatchObject({ reason: 'unconfirmed' });
    await clock.advance(60_000);
    expect(server.sockets).toHaveLength(1);
  });
});

describe('notes', () => {
  test('a played note is sent immediately with the service clock’s time', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    const { waiting } = clock;
    expect(connection.send(noteOn)).toEqual({ sent: true });
    const { body } = server.socket.last('midiMessage');
    expect(body).toEqual({ startTime: server.nowUs, offsets: [0], data: noteOn });
    expect(clock.waiting).toBe(waiting);
    const atUs = server.nowUs - 1_000;
    expect(connection.send(noteOff, { atUs: atUs + 0.2 })).toEqual({ sent: true });
    expect(server.socket.last('midiMessage').body.startTime).toBe(atUs);
  });

  test('notes played before joining are dropped and counted', async () => {
    const { connection, server } = openFakeRoom();
    const notJoined = { sent: false, reason: 'notJoined' };
    expect(connection.send(noteOn)).toEqual(notJoined);
    expect(
      connection.send([
        { timeUs: 1, data: noteOn },
        { timeUs: 2, data: noteOff },
      ]),
    ).toEqual(notJoined);
    expect(connection.dropped).toBe(3);
    await connection.ready;
    expect(server.socket.count('midiMessage')).toBe(0);
  });

  test('only channel voice messages are sent', async () => {
    const { connection, server } = await joinFakeRoom();
    const invalid = { sent: false, reason: 'invalid' };
    const { nowUs } = server;
    expect(connection.send(Uint8Array.of(0xfe))).toEqual(invalid);
    expect(connection.send(Uint8Array.of(0x90, 60))).toEqual(invalid);
    expect(connection.send([{ timeUs: nowUs, data: Uint8Array.of(0xf8) }])).toEqual(invalid);
    expect(connection.send([nowUs, nowUs - 1].map((timeUs) => ({ timeUs, data: noteOn })))).toEqual(invalid);
    for (const [key, velocity] of [
      [128, 1],
      [60, 0],
      [60.5, 1],
      [-1, 1],
    ] as const) {
      expect(connection.noteOn(key, velocity)).toEqual(invalid);
    }
    expect(connection.noteOn(60, 1, { channel: 16 })).toEqual(invalid);
    expect([connection.dropped, server.socket.count('midiMessage')]).toEqual([0, 0]);
  });

  test('nothing is sent that nobody would get, and the answer says why', async () => {
    const { connection, server } = await joinFakeRoom();
    const { nowUs } = server;
    for (const atUs of [nowUs - 10_000_001, nowUs + 2_100_000]) {
      expect(connection.noteOn(60, 100, { atUs })).toEqual({ sent: false, reason: 'timeOutOfRange' });
      expect(connection.send([{ timeUs: atUs, data: noteOn }])).toEqual({ sent: false, reason: 'timeOutOfRange' });
    }
    expect([connection.dropped, server.socket.count('midiMessage')]).toEqual([0, 0]);
    expect(connection.noteOn(60, 100)).toEqual({ sent: true });
    server.refuse(server.socket, 0, 'AUTHORIZATION_ERROR', { reason: 'muted' });
    expect(connection.noteOn(60, 100)).toEqual({ sent: false, reason: 'muted' });
    server.socket.deliver({ kind: 'participantUpdated', body: { participant: participant(1, { muted: true }) } });
    expect(connection.noteOn(60, 100)).toEqual({ sent: true });
    const guest = await joinFakeRoom(undefined, (fake) => {
      fake.participants = [participant(1, { guest: true })];
    });
    expect(guest.connection.noteOn(60, 100)).toEqual({ sent: false, reason: 'guest' });
    expect(() => connection.noteOn(60, 100, { at: nowUs } as object)).toThrow('did you mean `atUs`?');
  });

  test('keys and pedals that are held are released together, once', async () => {
    const { connection, server } = await joinFakeRoom();
    connection.noteOn(60, 100);
    connection.noteOn(64, 90, { channel: 2 });
    connection.noteOn(67, 90);
    connection.noteOff(67, { velocity: 10 });
    expect([...server.socket.last('midiMessage').body.data]).toEqual([0x80, 67, 10]);
    connection.send(Uint8Array.of(0xb0, 64, 127));
    expect(connection.releaseAll()).toEqual({ sent: true });
    expect([...server.socket.last('midiMessage').body.data]).toEqual([0x80, 60, 64, 0x82, 64, 64, 0xb0, 64, 0]);
    const count = server.socket.count('midiMessage');
    connection.releaseAll();
    expect(server.socket.count('midiMessage')).toBe(count);
  });

  test('each key of other players is reported, if somebody listens', async () => {
    const { server, of, connection } = await joinFakeRoom();
    const notes: unknown[] = [];
    const stop = connection.on('note', (note) => notes.push(note));
    const data = Uint8Array.of(0x91, 60, 100, 0xb1, 64, 127, 0x91, 60, 0);
    const body = { startTime: server.nowUs, offsets: [0, 5, 900], data };
    server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    const { playAtUs = 0 } = of('notes')[0] ?? {};
    const common = { participantId: 2, channel: 1, key: 60 };
    expect(notes).toEqual([
      { ...common, type: 'noteOn', velocity: 100, playAtUs },
      { ...common, type: 'noteOff', velocity: 0, playAtUs: playAtUs + 900 },
    ]);
    stop();
    server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    expect(notes).toHaveLength(2);
  });

  test('notes that are scheduled are recalled before those that sound are released', async () => {
    const { server, names, of } = await joinFakeRoom();
    const body = { startTime: server.nowUs + 500_000, offsets: [0], data: noteOn };
    server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    const afterUs = server.nowUs;
    const left = { participant: participant(2), reason: LeaveReason.LEFT, note: '' };
    server.socket.deliver({ kind: 'participantLeft', body: left });
    expect(names()).toEqual(['notes', 'recalled', 'notesReleased', 'participantLeft']);
    expect(of('recalled')).toEqual([{ participantId: 2, afterUs }]);
  });

  test('many events go into as few frames as the limits allow', async () => {
    const { connection, server } = await joinFakeRoom();
    const { nowUs } = server;
    const events = Array.from({ length: 300 }, (_, index) => ({ timeUs: nowUs + index * 100 + 0.25, data: noteOn }));
    expect(connection.send(events)).toEqual({ sent: true });
    expect(server.socket.count('midiMessage')).toBe(2);
    expect(server.socket.last('midiMessage').body).toMatchObject({ startTime: nowUs + 25_600 });
  });

  test('other players’ notes come with their time to sound, as far apart as they were played', async () => {
    const { server, of, connection, clock } = await joinFakeRoom();
    await clock.advance(2_000);
    const played = server.nowUs - 30_000;
    const data = Uint8Array.from([...noteOn, ...noteOff]);
    server.socket.deliver({ kind: 'midiMessage', sender: 2, body: { startTime: played, offsets: [0, 900], data } });
    server.socket.deliver({
      kind: 'midiMessage',
      sender: 2,
      body: { startTime: played + 5_000, offsets: [0], data: noteOn },
    });
    const [first, second] = of('notes');
    expect(first).toMatchObject({ participantId: 2, startTimeUs: played, offsets: [0, 900], data });
    expect(first?.playAtUs).toBeGreaterThanOrEqual(server.nowUs);
    expect(second?.playAtUs).toBeGreaterThanOrEqual((first?.playAtUs ?? 0) + 900);
    expect(connection.playout(2)).toMatchObject({ late: 0 });
    expect(connection.playout(3)).toBeUndefined();
    // The data has a buffer of its own, which can be passed to another thread.
    expect(first?.data.buffer.byteLength).toBe(6);
  });

  test('a note without a time counts as played when the server relayed it', async () => {
    const { server, of } = await joinFakeRoom();
    const body = { startTime: 0, offsets: [0], data: noteOn };
    server.socket.deliver({ kind: 'midiMessage', sender: 2, serverTime: server.nowUs - 7_000, body });
    expect(of('notes')[0]?.startTimeUs).toBe(server.nowUs - 7_000);
  });

  test('a note from further in the future than the server allows is scheduled earlier', async () => {
    const { server, of } = await joinFakeRoom();
    const startTime = server.nowUs + 3_600_000_000;
    server.socket.deliver({ kind: 'midiMessage', sender: 2, body: { startTime, offsets: [0], data: noteOn } });
    expect(of('notes')[0]?.startTimeUs).toBe(startTime);
    expect(of('notes')[0]?.playAtUs).toBeLessThan(server.nowUs + 3_000_000);
  });

  test('events dropped by the server are reported as a problem', async () => {
    const { server, of } = await joinFakeRoom();
    server.refuse(server.socket, 0, 'RATE_LIMIT_EXCEEDED', { dropped: '12' });
    expect(of('error')).toMatchObject([{ code: 'RATE_LIMIT_EXCEEDED', details: { dropped: 12 } }]);
  });
});

describe('the room', () => {
  test('participants are kept current, and silenced when they leave', async () => {
    const { server, connection, log, names } = await joinFakeRoom();
    const { socket } = server;
    socket.deliver({ kind: 'participantJoined', body: { participant: participant(3) } });
    socket.deliver({ kind: 'participantUpdated', body: { participant: participant(3, { color: '#000000' }) } });
    socket.deliver({ kind: 'participantUpdated', body: { participant: participant(3, { muted: true }) } });
    expect(connection.participants.get(3)?.muted).toBe(true);
    const left = { participant: participant(3), reason: LeaveReason.KICKED, note: 'Too loud' };
    socket.deliver({ kind: 'participantLeft', body: left });
    expect(connection.participants.has(3)).toBe(false);
    expect(names()).toEqual([
      'participantJoined',
      'participantUpdated',
      'notesReleased',
      'participantUpdated',
      'notesReleased',
      'participantLeft',
    ]);
    const { number: _, ...rest } = participant(3);
    const seen = { participant: { participantId: 3, ...rest }, reason: 'kicked', note: 'Too loud' };
    expect(log.at(-1)?.event).toEqual(seen);
  });

  test('R5.10: a silenced player’s scheduled notes delay nothing, and one who left has no measurements', async () => {
    const { server, connection, of } = await joinFakeRoom();
    const { socket } = server;
    const play = (offsets: number[]) => {
      const data = Uint8Array.from(offsets.flatMap(() => [...noteOn]));
      socket.deliver({ kind: 'midiMessage', sender: 2, body: { startTime: server.nowUs, offsets, data } });
    };
    play([0, 900_000]);
    socket.deliver({ kind: 'participantUpdated', body: { participant: participant(2, { muted: true }) } });
    play([0]);
    expect(of('notes')[1]?.playAtUs).toBeLessThan(server.nowUs + 100_000);
    const left = { participant: participant(2), reason: LeaveReason.LEFT, note: '' };
    socket.deliver({ kind: 'participantLeft', body: left });
    expect(connection.playout(2)).toBeUndefined();
  });

  test('a changed room is reported', async () => {
    const { server, connection, of } = await joinFakeRoom();
    const changed = { ...room, roomName: 'Cellar' };
    server.socket.deliver({ kind: 'roomUpdated', body: { room: changed } });
    const info = roomInfoOf(changed);
    expect([of('roomUpdated'), connection.info]).toEqual([[info], info]);
  });

  test('R5.10: a snapshot while joined releases everybody’s notes and is reported', async () => {
    const { server, names, of, connection } = await joinFakeRoom();
    server.participants = [participant(1), participant(4)];
    server.acceptJoin(server.socket, 0);
    expect(names()).toEqual(['notesReleased', 'notesReleased', 'resynced']);
    expect(of('notesReleased')).toEqual([{ participantId: 1 }, { participantId: 2 }]);
    expect([...connection.participants.keys()]).toEqual([1, 4]);
  });

  test.each([
    [
      { kind: 'roomLeft', body: { roomId: room.roomId, reason: LeaveReason.KICKED, note: 'Out' } },
      { kind: 'kicked', note: 'Out' },
    ],
    [
      { kind: 'roomLeft', body: { roomId: room.roomId, reason: LeaveReason.BANNED, note: '' } },
      { kind: 'banned', note: '' },
    ],
    [
      { kind: 'roomClosed', body: { roomId: room.roomId, reason: RoomCloseReason.DELETED } },
      { kind: 'roomClosed', why: 'deleted' },
    ],
  ] as const)('a removed participant stays out: %j', async (frame, reason) => {
    const { server, connection, clock, names } = await joinFakeRoom();
    server.socket.deliver(frame);
    expect(connection.state).toEqual({ status: 'closed', reason });
    expect(names()).toEqual(['notesReleased', 'notesReleased', 'state']);
    expect([server.socket.end, clock.waiting]).toEqual(['closed', 0]);
  });

  test('an unreadable frame is only reported as a problem', async () => {
    const { server, connection, of } = await joinFakeRoom();
    server.socket.bytes(Uint8Array.of(255, 255));
    expect(of('error')).toMatchObject([{ code: 'VALIDATION_ERROR' }]);
    expect(connection.state.status).toBe('joined');
  });

  test('a handler that fails stops neither the others nor the connection, and the logger hears of it', async () => {
    const { server, connection, of, told } = await joinFakeRoom();
    connection.on('roomUpdated', () => {
      throw new Error('from a handler');
    });
    connection.on('roomUpdated', async () => {
      throw new Error('from a promise');
    });
    let heard = 0;
    connection.on('roomUpdated', () => heard++);
    server.socket.deliver({ kind: 'roomUpdated', body: { room } });
    await settled();
    expect([heard, of('roomUpdated').length]).toEqual([1, 1]);
    expect(told.map(([, error]) => String(error))).toEqual(['Error: from a handler', 'Error: from a promise']);
  });
});

describe('chat and player', () => {
  test('chat resolves with the echo after every handler has received it', async () => {
    const { connection, server, of } = await joinFakeRoom();
    const said = connection.chat(' hi ');
    const { requestId, body } = server.socket.last('chatMessage');
    expect(body.message).toBe(' hi ');
    const echo = {
      ...body,
      message: 'hi',
      messageId: 'm1',
      username: 'player-1',
      timestamp: 9,
      messageType: 1,
    } as const;
    server.socket.deliver({ kind: 'chatMessage', body: echo, requestId });
    const message = { ...echo, messageType: 'user' };
    await expect(said).resolves.toEqual(message);
    expect(of('chat')).toEqual([message]);
  });

  test('S31.9: a message that the next process of a service sends again is heard once', async () => {
    const { server, of } = await joinFakeRoom();
    const say = (number: number) => {
      const body = {
        messageId: `m${number}`,
        userId: 'u',
        username: 'ada',
        displayName: 'ada',
        message: `${number}`,
        timestamp: 9,
      };
      server.socket.deliver({ kind: 'chatMessage', body: { ...body, messageType: 1 } });
    };
    const { onJoin } = limits.chatHistory;
    for (let number = 1; number <= onJoin; number++) say(number);
    say(1);
    say(onJoin);
    expect(of('chat')).toHaveLength(onJoin);
    // No more are sent again, so that older ids are forgotten.
    say(onJoin + 1);
    say(1);
    expect(of('chat')).toHaveLength(onJoin + 2);
  });

  test('chat rejects with the server’s refusal, which is not reported as a problem as well', async () => {
    const { connection, server, of } = await joinFakeRoom();
    const said = connection.chat('hi');
    server.refuse(server.socket, server.socket.last('chatMessage').requestId, 'AUTHORIZATION_ERROR', {
      reason: 'muted',
    });
    await expect(said).rejects.toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason: 'muted' } });
    expect(of('error')).toEqual([]);
  });

  test('invalid chat is not sent', async () => {
    const { connection, server } = await joinFakeRoom();
    await expect(connection.chat('   ')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(connection.chat('x'.repeat(501))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(server.socket.count('chatMessage')).toBe(0);
  });

  test('R10.10: chat without a room is refused; unanswered, it is unconfirmed when nothing can be resumed', async () => {
    const { connection, server, clock } = openFakeRoom();
    await expect(connection.chat('hi')).rejects.toMatchObject({ reason: 'notJoined' });
    await connection.ready;
    const said = connection.chat('hi');
    server.socket.drop();
    await clock.advance(250);
    const error = await said.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ reason: 'unconfirmed' });
  });

  test('player settings are sent again after a new join', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    const set = connection.setPlayer({ color: '#112233' });
    const { requestId, body } = server.socket.last('userCommand');
    expect(body).toEqual({ setPlayer: { color: '#112233', instrument: undefined } });
    server.socket.deliver({ kind: 'ack', body: {}, requestId });
    await set;
    server.socket.drop();
    await clock.advance(250);
    expect(server.sockets).toHaveLength(2);
    expect(server.socket.last('userCommand').body).toMatchObject({ setPlayer: { color: '#112233' } });
  });
});

describe('leaving', () => {
  test('leave tells the server and closes the connection after the answer', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    const left = connection.leave();
    expect(server.socket.count('leaveRoomCommand')).toBe(1);
    const body = { roomId: room.roomId, reason: LeaveReason.LEFT, note: '' };
    server.socket.deliver({ kind: 'roomLeft', body });
    await left;
    expect(connection.state).toEqual({ status: 'closed', reason: { kind: 'left' } });
    await settled();
    expect([server.socket.end, clock.waiting]).toEqual(['closed', 0]);
  });

  test('leave also ends if the socket is lost or nothing answers', async () => {
    const lost = await joinFakeRoom();
    const left = lost.connection.leave();
    lost.server.socket.drop();
    await left;
    expect(lost.connection.state).toEqual({ status: 'closed', reason: { kind: 'left' } });

    const silent = await joinFakeRoom();
    const leftThere = silent.connection.leave();
    await silent.clock.advance(5_000);
    await leftThere;
    expect(silent.connection.state).toEqual({ status: 'closed', reason: { kind: 'left' } });
  });

  test('close ends the connection immediately, silences everybody, and is the last event', async () => {
    const { connection, server, names, clock, network } = await joinFakeRoom();
    const said = connection.chat('hi').catch((error: unknown) => error);
    connection.close();
    expect(await said).toMatchObject({ reason: 'unconfirmed' });
    server.socket.deliver({ kind: 'roomUpdated', body: { room } });
    await clock.advance(60_000);
    expect(names()).toEqual(['notesReleased', 'notesReleased', 'state']);
    expect([server.socket.end, clock.waiting, network.watched]).toEqual(['closed', 0, false]);
    await connection.leave();
  });
});
