import { closeCodes, limits } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { joinFakeRoom } from '../../test/fake-room.ts';
import { participant, type ScriptedServer } from '../../test/fake-server.ts';
import type { FakeSocket } from '../testing/index.ts';

function said(server: ScriptedServer, message: string, sequence: number, requestId = 0) {
  const body = {
    messageId: message,
    userId: 'u',
    username: 'n',
    displayName: 'n',
    message,
    timestamp: 1,
    messageType: 1,
  } as const;
  return { kind: 'chatMessage', body, sequence, requestId, serverTime: server.nowUs } as const;
}

/** A joined room whose next socket resumes with this replay. */
async function resumable(replay: (socket: FakeSocket, server: ScriptedServer) => void = () => {}) {
  const fake = await joinFakeRoom();
  fake.server.resumes = (socket) => replay(socket, fake.server);
  return fake;
}

describe('R10.4, R10.5, R10.10: resuming', () => {
  test('asks for a ticket with the token, takes the replay, and silences everybody before the snapshot', async () => {
    const { connection, server, clock, names, tickets, of } = await resumable((socket, at) => {
      socket.deliver(said(at, 'seen', 3));
      socket.deliver(said(at, 'missed', 4));
      socket.deliver({ kind: 'participantJoined', sequence: 5, body: { participant: participant(7) } });
    });
    server.socket.deliver(said(server, 'seen', 3));
    server.socket.drop();
    server.participants = [participant(1), participant(2), participant(7)];
    await clock.advance(250);
    expect(tickets.tokens).toEqual([undefined, 'token']);
    expect(of('chat').map(({ message }) => message)).toEqual(['seen', 'missed']);
    expect(names()).toEqual([
      'chat',
      'notesReleased',
      'notesReleased',
      'state',
      'chat',
      'participantJoined',
      'notesReleased',
      'notesReleased',
      'notesReleased',
      'state',
      'resumed',
    ]);
    expect(connection.state).toEqual({ status: 'joined' });
    expect([server.socket.count('joinRoomCommand'), connection.participants.size]).toEqual([0, 3]);
    await clock.advance(250);
    expect(server.socket.last('heartbeat').body.lastSequence).toBe(5);
  });

  test('a request answered in the replay resolves; one that is not is sent again, once, in its order', async () => {
    const { connection, server, clock } = await resumable((socket, at) => {
      socket.deliver(said(at, 'one', 3, requests[0]));
    });
    const asked = ['one', 'two', 'three'].map((text) => connection.chat(text));
    const requests = server.socket.received.filter(({ kind }) => kind === 'chatMessage').map((each) => each.requestId);
    server.socket.drop();
    await clock.advance(250);
    await expect(asked[0]).resolves.toMatchObject({ message: 'one' });
    const again = server.socket.received.filter(({ kind }) => kind === 'chatMessage');
    expect(again.map(({ requestId }) => requestId)).toEqual(requests.slice(1));
    server.socket.deliver(said(server, 'two', 4, requests[1]));
    server.refuse(server.socket, requests[2] ?? 0, 'RATE_LIMIT_EXCEEDED');
    await expect(asked[1]).resolves.toMatchObject({ message: 'two' });
    await expect(asked[2]).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  });

  test('a socket lost during the replay is resumed from there', async () => {
    const { connection, server, clock, tickets, of } = await resumable((socket, at) => {
      socket.deliver(said(at, 'three', 3));
      if (at.sockets.length === 2) socket.drop();
      else socket.deliver(said(at, 'four', 4));
    });
    const waiting = connection.chat('five');
    server.socket.drop();
    await clock.advance(1_000);
    expect(tickets.tokens).toEqual([undefined, 'token', 'token']);
    expect(of('chat').map(({ message }) => message)).toEqual(['three', 'four']);
    expect(server.socket.count('chatMessage')).toBe(1);
    server.socket.deliver(said(server, 'five', 5, server.socket.last('chatMessage').requestId));
    await expect(waiting).resolves.toMatchObject({ message: 'five' });
  });

  test('with resumed false, waiting requests are unconfirmed, and the room is joined again, counting from 1', async () => {
    const { connection, server, clock, of } = await joinFakeRoom();
    server.socket.deliver(said(server, 'before', 900));
    const asked = connection.chat('hi');
    server.socket.drop();
    await clock.advance(250);
    await expect(asked).rejects.toMatchObject({ reason: 'unconfirmed' });
    expect(server.socket.count('joinRoomCommand')).toBe(1);
    server.socket.deliver(said(server, 'after', 3));
    expect(of('chat').map(({ message }) => message)).toEqual(['before', 'after']);
  });

  test.each([closeCodes.shutdown, closeCodes.badFrames])('after close code %i nothing is resumed', async (code) => {
    const { connection, server, clock, tickets } = await resumable();
    const asked = connection.chat('hi');
    server.resumes = undefined;
    server.socket.drop(code);
    await expect(asked).rejects.toMatchObject({ reason: 'unconfirmed' });
    await clock.advance(250);
    expect(tickets.tokens).toEqual([undefined, undefined]);
  });

  test('waiting requests are unconfirmed when the server is away for longer than it keeps a connection', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    server.welcomes = false;
    let error: unknown;
    connection.chat('hi').catch((reason: unknown) => {
      error = reason;
    });
    for (let passedMs = 0; passedMs <= limits.resumeWindowMs + 15_000; passedMs += 1_000) {
      expect(error === undefined || passedMs > limits.resumeWindowMs).toBe(true);
      server.socket.drop();
      await clock.advance(1_000);
    }
    expect(error).toMatchObject({ reason: 'unconfirmed' });
  });

  test('participant number, transit times and matched playout survive, and nothing is sent again', async () => {
    const { connection, server, clock } = await resumable();
    const body = { startTime: server.nowUs - 30_000, offsets: [0], data: Uint8Array.of(0x90, 60, 1) };
    server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    server.socket.deliver({ kind: 'playoutMode', body: { matched: true, commonDelay: 50_000, intervalBars: 0 } });
    const set = connection.setPlayer({ color: '#112233' });
    server.socket.deliver({ kind: 'ack', body: {}, requestId: server.socket.last('userCommand').requestId });
    await set;
    server.socket.drop();
    await clock.advance(250);
    expect(server.socket.count('userCommand')).toBe(0);
    expect(connection.playout(2)?.delayUs).toBe(50_000);
    expect(connection.time.ownDelayUs).toBe(50_000);
  });
});

describe('the machine’s network and sleep', () => {
  test('without a network the state says so, and retries go on', async () => {
    const { connection, server, clock, network } = await joinFakeRoom();
    server.welcomes = false;
    server.socket.drop();
    network.offline();
    expect(connection.state).toMatchObject({ status: 'reconnecting', attempt: 1, offline: true });
    await clock.advance(1_000);
    expect(server.sockets).toHaveLength(2);
    server.socket.drop();
    expect(connection.state).toMatchObject({ offline: true });
    server.welcomes = true;
    network.online();
    await clock.advance(0);
    expect(connection.state).toEqual({ status: 'joined' });
  });

  test.each(['offline', 'online'] as const)('going %s triggers a check of the connection', async (event) => {
    const { connection, server, clock, network } = await joinFakeRoom();
    await clock.advance(60_000);
    server.answersHeartbeats = false;
    network[event]();
    await clock.advance(1_900);
    expect(connection.state.status).toBe('joined');
    await clock.advance(200);
    expect([connection.state.status, server.sockets[0]?.end]).toEqual(['reconnecting', 'abandoned']);
  });

  test.each([
    ['a machine whose clock went on', (clock: { sleep(ms: number): void }) => clock.sleep(3_600_000)],
    ['a machine whose clock stood still', (clock: { suspend(ms: number): void }) => clock.suspend(3_600_000)],
  ])(
    'after sleep, on %s, a dead connection is found in 2 s, and a live one measures the clock again',
    async (_m, nap) => {
      const { connection, server, clock } = await joinFakeRoom();
      await clock.advance(10_000);
      const before = server.socket.count('heartbeat');
      nap(clock);
      await clock.advance(4_000);
      expect(connection.state.status).toBe('joined');
      expect(server.socket.count('heartbeat') - before).toBeGreaterThanOrEqual(8);
      server.answersHeartbeats = false;
      nap(clock);
      await clock.advance(4_300);
      expect(server.sockets.length).toBe(2);
    },
  );

  test('waking up ends the wait for the next attempt', async () => {
    const { server, clock } = await joinFakeRoom();
    for (let attempt = 0; attempt < 8; attempt++) {
      server.welcomes = false;
      server.socket.drop();
      await clock.advance(6_000);
    }
    server.socket.drop();
    server.welcomes = true;
    const { length } = server.sockets;
    clock.suspend(60_000);
    await clock.advance(2_000);
    expect(server.sockets.length).toBe(length + 1);
  });
});
