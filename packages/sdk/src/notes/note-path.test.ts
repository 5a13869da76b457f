import { DatagramState, encodeFrame, type Message, type Outgoing } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { answer, FakePeers, offer } from '../../test/fake-peers.ts';
import { joinFakeRoom, startUs } from '../../test/fake-room.ts';
import { participant, type ScriptedServer } from '../../test/fake-server.ts';
import { settled } from '../testing/fake-clock.ts';
import { NotePath, type NotePathDeps } from './note-path.ts';

const lossy = (server: ScriptedServer) => {
  server.datagrams = true;
};

/** A joined room with an offered channel, whose other player is number 2. */
async function joined(set: (server: ScriptedServer) => void = lossy) {
  const peers = new FakePeers();
  const fake = await joinFakeRoom(undefined, set, peers.load);
  await settled();
  const { server, connection } = fake;
  const note = (noteNumber: number, changes: { sender?: number; serverTime?: number } = {}): Outgoing => ({
    kind: 'midiMessage',
    body: { startTime: server.nowUs, offsets: [0], data: Uint8Array.of(0x90, 60 + noteNumber, 100) },
    sender: 2,
    noteNumber,
    serverTime: server.nowUs,
    ...changes,
  });
  return {
    ...fake,
    peers,
    note,
    webSocket: (...numbers: number[]) => {
      for (const number of numbers) server.socket.deliver(note(number));
    },
    datagram: (...numbers: number[]) => peers.last.deliver(numbers.map((number) => encodeFrame(note(number)))),
    /** The numbers of the notes heard. */
    heard: () => fake.of('notes').map(({ data }) => (data[1] ?? 0) - 60),
    offers: () => server.socket.count('datagramOffer'),
    async open() {
      await settled();
      const { requestId } = server.socket.last('datagramOffer');
      server.socket.deliver({ kind: 'datagramAnswer', body: answer, requestId });
      await settled();
      peers.last.handlers.open();
      expect(connection.datagrams.state).toBe('used');
    },
  };
}

async function opened(set?: (server: ScriptedServer) => void) {
  const room = await joined(set);
  await room.open();
  return room;
}

describe('the channel', () => {
  test('R17.1: is offered where the server has datagrams, and only there', async () => {
    const { server, peers } = await joined();
    expect(server.socket.last('datagramOffer').body).toEqual(offer);
    expect(peers.last.accepted).toBeUndefined();
    const without = await joined(() => {});
    expect(without.peers.all).toEqual([]);
    expect(without.connection.datagrams).toEqual({
      state: 'none',
      received: 0,
      lost: 0,
      sooner: 0,
      repaired: 0,
    });
  });

  test('is connected to the server that has answered', async () => {
    const { peers } = await opened();
    const { addresses, port, ...parameters } = answer;
    expect(peers.last.accepted).toEqual({ answer: parameters, reach: { addresses, port } });
  });

  test('R17.13: is tried again after 5 s, then after twice as long, at most 5 minutes', async () => {
    const { server, peers, clock, offers, log } = await joined();
    let waitMs = 5_000;
    for (let attempt = 1; attempt <= 9; attempt++) {
      server.refuse(server.socket, server.socket.last('datagramOffer').requestId, 'RESOURCE_NOT_FOUND', {
        reason: 'datagrams',
      });
      expect([offers(), peers.last.isClosed]).toEqual([attempt, true]);
      await clock.advance(waitMs - 1);
      expect(offers()).toBe(attempt);
      await clock.advance(1);
      expect(offers()).toBe(attempt + 1);
      waitMs = Math.min(waitMs * 2, 300_000);
    }
    // A refused offer is nobody's problem.
    expect(log.filter(({ name }) => name === 'error')).toEqual([]);
  });

  test('R17.13: is given up if it does not open within 10 s', async () => {
    const { peers, clock, offers } = await joined();
    await clock.advance(9_999);
    expect(peers.last.isClosed).toBe(false);
    await clock.advance(1);
    expect(peers.last.isClosed).toBe(true);
    await clock.advance(5_000);
    expect(offers()).toBe(2);
  });

  test('R17.13: that has been open for a minute is tried again after 5 s, however often it failed before', async () => {
    const room = await joined();
    const { peers, clock, server, offers } = room;
    for (const waitMs of [5_000, 10_000]) {
      peers.last.handlers.closed();
      await clock.advance(waitMs);
    }
    expect(offers()).toBe(3);
    await room.open();
    await clock.advance(59_999);
    peers.last.handlers.closed();
    await clock.advance(20_000);
    expect(offers()).toBe(4);
    await room.open();
    await clock.advance(60_000);
    peers.last.handlers.closed();
    await clock.advance(5_000);
    expect(offers()).toBe(5);
    expect(server.sockets).toHaveLength(1);
  });

  test('R17.13: is tried again where the platform fails to offer or the answer is malformed', async () => {
    const { peers, server, clock } = await joined();
    const { requestId } = server.socket.last('datagramOffer');
    server.socket.deliver({ kind: 'datagramAnswer', body: { ...answer, icePwd: 'a\r\nb' }, requestId });
    expect([peers.last.isClosed, peers.last.accepted]).toEqual([true, undefined]);
    peers.canOffer = false;
    await clock.advance(5_000);
    expect([peers.all.length, peers.last.isClosed]).toEqual([2, true]);
    peers.canOffer = true;
    await clock.advance(10_000);
    expect(server.socket.count('datagramOffer')).toBe(2);
  });

  test('R17.7: ends with the WebSocket, and another one begins after the resume', async () => {
    const room = await opened();
    const { server, peers, clock, connection } = room;
    const [first] = peers.all;
    server.resumes = () => {};
    server.socket.drop();
    expect(first?.isClosed).toBe(true);
    first?.handlers.closed();
    first?.handlers.message(Uint8Array.of(1));
    expect(connection.datagrams.state).toBe('none');
    await clock.advance(1_000);
    expect(connection.state.status).toBe('joined');
    expect(peers.all).toHaveLength(2);
    await room.open();
  });

  test('ends with the room, and no timer is left', async () => {
    const { connection, peers, clock, datagram, heard } = await opened();
    connection.send(Uint8Array.of(0x90, 60, 100));
    await settled();
    connection.close();
    expect(peers.last.isClosed).toBe(true);
    datagram(1);
    peers.last.handlers.message(Uint8Array.of());
    await clock.advance(400_000);
    expect([peers.all.length, clock.waiting, heard()]).toEqual([1, 0, []]);
  });
});

describe('notes that arrive', () => {
  test('R17.3: are played when the first of both ways brings them', async () => {
    const { datagram, webSocket, heard, connection } = await opened();
    datagram(1);
    datagram(2, 1);
    webSocket(1, 2, 3);
    datagram(3, 2);
    expect(heard()).toEqual([1, 2, 3]);
    expect(connection.datagrams).toMatchObject({ sooner: 2, received: 3, lost: 0 });
  });

  test('R17.3: wait until the gap before them is filled by either way', async () => {
    const { datagram, webSocket, heard } = await opened();
    datagram(2);
    datagram(3);
    expect(heard()).toEqual([]);
    datagram(1);
    expect(heard()).toEqual([1, 2, 3]);
    datagram(5);
    webSocket(1, 2, 3, 4);
    expect(heard()).toEqual([1, 2, 3, 4, 5]);
    datagram(8);
    // 6 was left out on purpose.
    webSocket(7);
    expect(heard()).toEqual([1, 2, 3, 4, 5, 7, 8]);
  });

  test('R17.2: follow the numbers of the snapshot', async () => {
    const { server, datagram, webSocket, heard } = await opened((fakeServer) => {
      fakeServer.datagrams = true;
      fakeServer.noteNumbers = { 2: 10 };
    });
    datagram(10);
    datagram(11);
    expect(heard()).toEqual([11]);
    datagram(13);
    server.noteNumbers = { 2: 20 };
    server.acceptJoin(server.socket, 0);
    datagram(12, 20);
    datagram(21);
    webSocket(21, 22);
    expect(heard()).toEqual([11, 21, 22]);
  });

  test('R17.12: are ignored if the server relayed them before the snapshot, or if the sender is unknown', async () => {
    const { server, peers, note, heard, clock } = await opened();
    const beforeUs = server.nowUs;
    await clock.advance(1_000);
    server.acceptJoin(server.socket, 0);
    peers.last.deliver([encodeFrame(note(1, { serverTime: beforeUs }))]);
    peers.last.deliver([encodeFrame(note(1, { sender: 7 }))]);
    expect(heard()).toEqual([]);
    const body = { participant: participant(7) };
    server.socket.deliver({ kind: 'participantJoined', body, sequence: 3 });
    peers.last.deliver([encodeFrame(note(1, { sender: 7 }))]);
    expect(heard()).toEqual([1]);
    server.socket.deliver({
      kind: 'participantLeft',
      body: { participant: participant(7), reason: 1, note: '', by: 0 },
      sequence: 4,
    } as Outgoing);
    peers.last.deliver([encodeFrame(note(2, { sender: 7 }))]);
    expect(heard()).toEqual([1]);
  });

  test('R17.2: are played as they come if they have no number', async () => {
    const { webSocket, heard } = await opened();
    webSocket(0, 0);
    expect(heard()).toEqual([0, 0]);
  });

  test('R17.8: a broken datagram disturbs nothing', async () => {
    const { peers, datagram, heard, log } = await opened();
    peers.last.handlers.message(Uint8Array.of(1, 2, 3));
    peers.last.deliver([Uint8Array.of(0xff, 0xff)]);
    datagram(1);
    expect(heard()).toEqual([1]);
    expect(log.filter(({ name }) => name === 'error')).toEqual([]);
  });
});

describe('notes that leave', () => {
  const keys = (messages: readonly Message[]) =>
    messages.map((message) => (message.kind === 'midiMessage' ? [message.noteNumber, message.body.data[1]] : []));

  test('R17.2, R17.9: are numbered, and go out both ways, in datagrams twice', async () => {
    const { connection, server, peers, clock } = await opened();
    for (const key of [60, 62]) connection.send(Uint8Array.of(0x90, key, 100));
    await settled();
    expect(server.socket.received.flatMap((message) => keys([message]).filter(({ length }) => length > 0))).toEqual([
      [1, 60],
      [2, 62],
    ]);
    expect(peers.last.messages.map(keys)).toEqual([
      [
        [1, 60],
        [2, 62],
      ],
    ]);
    await clock.advance(6);
    expect(peers.last.messages.slice(1).map((messages) => keys(messages).sort())).toEqual([
      [
        [1, 60],
        [2, 62],
      ],
    ]);
    await clock.advance(500);
    expect(peers.last.sent).toHaveLength(2);
  });

  test('R17.10: go out as datagrams while the server wants it, whichever way it says so', async () => {
    const { connection, server, peers } = await opened();
    const report = (wanted: boolean): Outgoing => ({
      kind: 'datagramReport',
      body: { wanted, received: 0, lost: 0, direct: [] },
    });
    const play = async () => {
      connection.send(Uint8Array.of(0x90, 60, 100));
      await settled();
      return peers.last.sent.length;
    };
    server.socket.deliver(report(false));
    expect(await play()).toBe(0);
    peers.last.deliver([encodeFrame(report(true))]);
    expect(await play()).toBe(1);
  });

  test('R26.8: lossy data goes out once, in a datagram while the server wants some, and comes in by either way', async () => {
    const { server, peers, connection, of } = await opened();
    const sent = () => peers.last.sent.length;
    const before = sent();
    await connection.sendData('cursor', Uint8Array.of(7), { lossy: true });
    await settled();
    expect([sent() - before, server.socket.count('dataMessage')]).toEqual([1, 0]);
    server.socket.deliver({ kind: 'datagramReport', body: { wanted: false, received: 1, lost: 0, direct: [] } });
    await connection.sendData('cursor', Uint8Array.of(8), { lossy: true });
    expect([sent() - before, server.socket.last('dataMessage').body.data]).toEqual([1, Uint8Array.of(8)]);
    const data: Outgoing = {
      kind: 'dataMessage',
      body: { topic: 'cursor', data: Uint8Array.of(9), lossy: true, to: [] },
      sender: 2,
    };
    peers.last.deliver([encodeFrame(data)]);
    server.socket.deliver(data);
    const event = { participantId: 2, topic: 'cursor', data: Uint8Array.of(9), lossy: true };
    expect(of('data')).toEqual([event, event]);
  });

  test('R17.2: keep their numbers across a resume, and begin at 1 on a new connection', async () => {
    const { connection, server, clock } = await opened();
    const play = () => {
      connection.send(Uint8Array.of(0x90, 60, 100));
      return server.socket.last('midiMessage').noteNumber;
    };
    expect([play(), play()]).toEqual([1, 2]);
    server.resumes = () => {};
    server.socket.drop();
    await clock.advance(1_000);
    expect(play()).toBe(3);
    server.resumes = undefined;
    server.socket.drop();
    await clock.advance(1_000);
    expect(play()).toBe(1);
  });
});

test('R17.10: what arrives is reported every 2 s, until 30 s are quiet; a stall that is not its own turns datagrams on again', async () => {
  const { server, peers, clock, note, connection, datagram } = await opened();
  const last = () => server.socket.last('datagramReport').body;
  const reports = () => server.socket.count('datagramReport');
  datagram(1);
  peers.last.deliver([encodeFrame(note(2))], 1);
  await clock.advance(2_000);
  expect(last()).toEqual({ wanted: true, received: 2, lost: 1, direct: [] });
  expect(peers.last.messages.flat()).toContainEqual(expect.objectContaining({ kind: 'datagramReport', body: last() }));
  expect(reports()).toBe(1);
  await clock.advance(28_000);
  expect(last().wanted).toBe(false);
  expect(connection.datagrams.state).toBe('ready');
  const quiet = reports();
  expect(quiet).toBe(15);
  await clock.advance(10_000);
  expect(reports()).toBe(quiet);

  const stalled = (noteNumber: number, lateMs: number) =>
    server.socket.deliver(note(noteNumber, { serverTime: server.nowUs - lateMs * 1_000 }));
  stalled(3, 1);
  stalled(4, 12.9);
  expect(reports()).toBe(quiet);
  clock.sleep(30);
  stalled(5, 31);
  expect(reports()).toBe(quiet);
  await clock.advance(100);
  stalled(5, 13.1);
  expect([reports(), last().wanted]).toEqual([quiet + 1, true]);
  expect(connection.datagrams.state).toBe('used');
  await settled();
  expect(peers.last.messages.at(-1)).toEqual([expect.objectContaining({ kind: 'datagramReport', body: last() })]);
});

test('R17.14: own datagrams and repairs are counted since joining, and reported to the others', async () => {
  const room = await opened();
  const { server, peers, clock, note, datagram, webSocket, connection } = room;
  const reported = async () => {
    await clock.advance(2_000);
    const { datagramState, datagramsReceived, datagramsLost, repaired } = server.socket.last('quality').body;
    return [datagramState, datagramsReceived, datagramsLost, repaired];
  };
  expect(await reported()).toEqual([DatagramState.USED, 0, 0, 0]);
  datagram(1);
  // The datagrams with message 2 are lost.
  peers.last.deliver([encodeFrame(note(3))], 2);
  webSocket(...Array.from({ length: 34 }, (_, index) => index + 1));
  expect(await reported()).toEqual([DatagramState.USED, 2, 2, 1]);
  // No datagram came after 3 either, but the messages are too recent to count.
  expect(connection.datagrams).toMatchObject({ state: 'used', received: 2, lost: 2, repaired: 1 });

  server.resumes = () => {};
  server.socket.drop();
  await clock.advance(1_000);
  expect(await reported()).toEqual([DatagramState.UNSPECIFIED, 2, 2, 1]);
  await room.open();
  datagram(100);
  expect(await reported()).toEqual([DatagramState.USED, 3, 2, 1]);
  await clock.advance(30_000);
  expect(await reported()).toEqual([DatagramState.READY, 3, 2, 1]);

  server.resumes = undefined;
  server.socket.drop();
  await clock.advance(1_000);
  expect(await reported()).toEqual([DatagramState.UNSPECIFIED, 0, 0, 0]);
});

test('where no library is installed, the notes go on over the WebSocket', async () => {
  const played: Message[] = [];
  const unused = () => {
    throw new Error('nothing is offered');
  };
  const deps: NotePathDeps = {
    timers: { nowUs: () => startUs, wallMs: () => 0, setTimeout: unused, clearTimeout: () => {} },
    loadPeers: async () => undefined,
    sendFrame: () => true,
    send: unused,
    nextId: unused,
    serviceUs: (us) => us,
    takeData: () => {},
    play: (message) => played.push(message),
  };
  const path = new NotePath(deps);
  const body = { participants: [participant(1), participant(2)], self: 1, noteNumbers: [0, 0] };
  const message = { kind: 'roomJoined', body, serverTime: startUs } as unknown as Message<'roomJoined'>;
  path.joined(message, { isNewConnection: true, hasDatagrams: true });
  await settled();
  expect(path.figures.state).toBe('none');
  const midiMessage = { kind: 'midiMessage', sender: 2, noteNumber: 1, serverTime: startUs } as Message<'midiMessage'>;
  path.fromWebSocket(midiMessage, startUs);
  expect(played).toHaveLength(1);
});
