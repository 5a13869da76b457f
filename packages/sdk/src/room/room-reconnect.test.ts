import { closeCodes } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { joinFakeRoom, startUs } from '../../test/fake-room.ts';
import { participant, room } from '../../test/fake-server.ts';

describe('a lost socket', () => {
  test('silences everybody, comes back with a new ticket, and silences again before the new snapshot', async () => {
    const { connection, server, clock, names, of, tickets } = await joinFakeRoom();
    server.socket.drop();
    expect(names()).toEqual(['notesReleased', 'notesReleased', 'state']);
    expect(connection.state).toEqual({
      status: 'reconnecting',
      attempt: 1,
      retryAtMs: startUs / 1000 + 125,
      offline: false,
    });
    await clock.advance(124);
    expect(tickets.asked).toBe(1);
    server.participants = [participant(1), participant(2), participant(5)];
    await clock.advance(1);
    expect([tickets.asked, server.socket.url]).toEqual([2, 'ws://fake/2']);
    expect(connection.state).toEqual({ status: 'joined' });
    expect(names()).toEqual([
      'notesReleased',
      'notesReleased',
      'state',
      'notesReleased',
      'notesReleased',
      'state',
      'joined',
    ]);
    expect(of('joined')[0]?.participants).toHaveLength(3);
    expect(connection.send(Uint8Array.of(0x90, 60, 1))).toEqual({ sent: true });
  });

  test('a created room is joined by its id with the same password', async () => {
    const { server, clock } = await joinFakeRoom({ create: { roomName: 'Attic', password: 'sesame' } });
    server.socket.drop();
    await clock.advance(250);
    expect(server.socket.last('joinRoomCommand').body).toEqual({ roomId: room.roomId, password: 'sesame' });
    expect(server.socket.count('createRoomCommand')).toBe(0);
  });

  test('backs off while the server is down, and starts over after a connection that lasted', async () => {
    const { connection, server, clock, of } = await joinFakeRoom();
    server.welcomes = false;
    server.socket.drop();
    for (let attempt = 1; attempt <= 7; attempt++) {
      const { state } = connection;
      const waitMs = state.status === 'reconnecting' ? state.retryAtMs - clock.nowUs() / 1000 : 0;
      expect(state).toMatchObject({ status: 'reconnecting', attempt });
      expect(waitMs).toBe([125, 250, 500, 1_000, 2_000, 4_000, 5_000][attempt - 1]);
      await clock.advance(waitMs);
      server.socket.drop();
    }
    server.welcomes = true;
    await clock.advance(5_000);
    expect(connection.state.status).toBe('joined');
    server.socket.drop();
    expect(connection.state).toMatchObject({ attempt: 9 });
    await clock.advance(20_000);
    server.socket.drop();
    expect(connection.state).toMatchObject({ attempt: 1 });
    expect(of('state').filter(({ status }) => status === 'joined')).toHaveLength(2);
  });

  test.each([
    [closeCodes.sessionEnded, 'sessionEnded'],
    [closeCodes.forcedSignOut, 'forcedSignOut'],
    [closeCodes.resumedElsewhere, 'takenOver'],
  ])('close code %i is final: %s', async (code, kind) => {
    const { connection, server, clock } = await joinFakeRoom();
    server.socket.drop(code);
    expect(connection.state).toEqual({ status: 'closed', reason: { kind } });
    await clock.advance(60_000);
    expect([server.sockets.length, clock.waiting]).toEqual([1, 0]);
  });

  test('a room that was deleted meanwhile is final', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    server.onJoin = (socket, id) => server.refuse(socket, id, 'ROOM_NOT_FOUND', { room_id: room.roomId });
    server.socket.drop();
    await clock.advance(1_000);
    expect(connection.state).toMatchObject({ reason: { kind: 'refused', error: { code: 'ROOM_NOT_FOUND' } } });
  });

  test('a room that filled up meanwhile is retried a few times', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    server.onJoin = (socket, id) => server.refuse(socket, id, 'AUTHORIZATION_ERROR', { reason: 'full' });
    server.socket.drop();
    await clock.advance(600_000);
    expect(server.sockets).toHaveLength(7);
    expect(connection.state).toMatchObject({ reason: { kind: 'refused', error: { details: { reason: 'full' } } } });
  });

  test('those retries are counted from zero after each return', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    for (let loss = 0; loss < 3; loss++) {
      const refusals = { left: 4 };
      server.onJoin = (socket, id) => {
        refusals.left--;
        if (refusals.left < 0) server.acceptJoin(socket, id);
        else server.refuse(socket, id, 'AUTHORIZATION_ERROR', { reason: 'full' });
      };
      server.socket.drop();
      await clock.advance(60_000);
      expect(connection.state.status).toBe('joined');
    }
  });

  test('transit times from before it do not count after it', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    const body = { startTime: server.nowUs - 300_000, offsets: [0], data: Uint8Array.of(0x90, 60, 1) };
    server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    expect(connection.playout(2)?.delayUs).toBeGreaterThan(300_000);
    server.socket.drop();
    await clock.advance(250);
    expect(connection.playout(2)).toBeUndefined();
  });

  test('no socket is opened if the connection is closed while it waits for a ticket', async () => {
    const { connection, server, clock, tickets } = await joinFakeRoom();
    let give: (address: string) => void = () => {};
    tickets.get = () => new Promise((resolve) => (give = resolve));
    server.socket.drop();
    await clock.advance(125);
    expect(tickets.asked).toBe(2);
    connection.close();
    give('ws://fake/2');
    await clock.advance(1_000);
    expect(server.sockets).toHaveLength(1);
  });

  test('when the network returns, a waiting retry happens immediately, and only that', async () => {
    const { connection, server, clock, network, tickets } = await joinFakeRoom();
    network.online();
    expect(tickets.asked).toBe(1);
    server.welcomes = false;
    server.socket.drop();
    await clock.advance(125);
    network.online();
    expect(tickets.asked).toBe(2);
    for (let attempt = 0; attempt < 6; attempt++) {
      server.socket.drop();
      await clock.advance(10_000);
    }
    server.welcomes = true;
    server.socket.drop();
    const { length } = server.sockets;
    network.online();
    await clock.advance(0);
    expect(server.sockets).toHaveLength(length + 1);
    expect(connection.state.status).toBe('joined');
  });

  test('closed from a handler of the loss, the connection stays closed', async () => {
    const { connection, server, clock, of } = await joinFakeRoom();
    connection.on('notesReleased', () => connection.close());
    server.socket.drop();
    await clock.advance(60_000);
    expect(of('state')).toEqual([{ status: 'closed', reason: { kind: 'left' } }]);
    expect(server.sockets).toHaveLength(1);
  });
});

describe('heartbeats', () => {
  test('R8.18: eighteen are sent in the first 2 s and after half a minute one every 2 s, with the last sequence', async () => {
    const { server, clock } = await joinFakeRoom();
    await clock.advance(1_999);
    expect(server.socket.count('heartbeat')).toBe(18);
    await clock.advance(28_001);
    expect(server.socket.count('heartbeat')).toBe(46);
    await clock.advance(20_000);
    expect(server.socket.count('heartbeat')).toBe(56);
    expect(server.socket.last('heartbeat').body.lastSequence).toBe(2);
  });

  test('R10.11: one is sent every second while keys or pedals are down', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    await clock.advance(40_000);
    const sentIn = async (ms: number) => {
      const before = server.socket.count('heartbeat');
      await clock.advance(ms);
      return server.socket.count('heartbeat') - before;
    };
    connection.noteOn(60, 100);
    // The next one was due already.
    await clock.advance(2_000);
    expect(await sentIn(10_000)).toBe(10);
    connection.noteOff(60);
    connection.send(Uint8Array.of(0xb0, 64, 127));
    expect(await sentIn(10_000)).toBe(10);
    connection.send(Uint8Array.of(0xb0, 64, 0));
    await clock.advance(2_000);
    expect(await sentIn(10_000)).toBe(5);
  });

  test('measure the service clock', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    const readings: number[] = [];
    connection.on('clock', ({ offsetUs }) => readings.push(offsetUs));
    await clock.advance(2_000);
    expect(readings.length).toBeGreaterThanOrEqual(7);
    expect(connection.clock).toMatchObject({ offsetUs: server.offsetUs, rttUs: 0 });
    expect(connection.serverNowUs()).toBe(server.nowUs);
  });

  test('after a jump of the clock, transit times start over', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    await clock.advance(2_000);
    const play = () => {
      const body = { startTime: server.nowUs - 1_000, offsets: [0], data: Uint8Array.of(0x90, 60, 1) };
      server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    };
    play();
    server.offsetUs -= 60_000_000;
    await clock.advance(2_000);
    expect(connection.playout(2)).toBeUndefined();
    expect(connection.serverNowUs()).toBe(server.nowUs);
  });

  test('8 s without a frame mean that the connection is dead', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    await clock.advance(2_000);
    server.answersHeartbeats = false;
    server.socket.deliver({ kind: 'roomUpdated', body: { room } });
    await clock.advance(7_990);
    expect(connection.state.status).toBe('joined');
    await clock.advance(20);
    expect(server.sockets[0]?.end).toBe('abandoned');
    expect(connection.state).toMatchObject({ status: 'reconnecting', attempt: 1 });
  });

  test('any frame keeps the connection alive', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    server.answersHeartbeats = false;
    for (let second = 0; second < 30; second += 5) {
      await clock.advance(5_000);
      server.socket.deliver({ kind: 'roomUpdated', body: { room } });
    }
    expect(connection.state.status).toBe('joined');
  });

  test('a program that slept does not take its own silence for the server’s', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    await clock.advance(10_000);
    clock.sleep(3_600_000);
    await clock.advance(10_000);
    expect([connection.state.status, server.sockets.length]).toEqual(['joined', 1]);
  });
});
