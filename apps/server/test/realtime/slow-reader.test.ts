import { decodeServerFrame, LeaveReason, type Message, readDatagram, serviceLimits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { visitor } from '../../../../packages/room/test/visitors.ts';
import { createRealtimeCounters } from '../../src/application/realtime-counters.ts';
import { noFigures } from '../../src/domain/quality.ts';
import { DueChannels, NoteChannel } from '../../src/realtime/delivery/note-channel.ts';
import { sendQuality } from '../../src/realtime/periodic-tasks/periodic-tasks.ts';
import type { OpenSocket } from '../../src/realtime/sockets/buffered-socket.ts';
import { protobufCodec } from '../../src/realtime/sockets/codec.ts';
import { connect, endTurn, makeRoom, SlowSocket, time, turn } from './slow-sockets.ts';
import { midi } from './test-player.ts';

test('R17.12: a reader who is behind gets no datagrams until it has caught up', async () => {
  const room = await makeRoom();
  const [ada, bo] = [connect(), connect()];
  const player = room.join(ada.connection, visitor('ada'), 0);
  const slow = room.join(bo.connection, visitor('bo'), 0);
  const frames: Uint8Array[] = [];
  const channel = { send: (bytes: Uint8Array) => frames.push(...readDatagram(bytes).frames), close() {} };
  const dueChannels = new DueChannels(time, time);
  const counters = createRealtimeCounters();
  bo.connection.setNoteChannel(new NoteChannel(channel, { turn, clock: time, dueChannels, counters }));
  const play = (key: number) => {
    room.notes.play(player, midi([0x90, key, 100]), time.serviceUs());
    endTurn();
  };
  const keys = () => [...new Set(frames.map((frame) => decodeServerFrame(frame)).map(keyOf))];
  play(60);
  expect(keys()).toEqual([60]);
  bo.socket.writableLength = serviceLimits.backlog.dropNotesBytes + 1;
  // The socket shows how far it is behind when this is written.
  play(62);
  play(64);
  bo.socket.writableLength = 0;
  room.sweep(bo.connection, slow, time.serviceUs());
  play(65);
  endTurn();
  expect(keys()).toEqual([60, 62, 65]);
});

test('R8.9: a reader who is behind gets only releases, and a snapshot when it has caught up', async () => {
  const room = await makeRoom();
  const [ada, bo, cy] = [connect(), connect(), connect()];
  const player = room.join(ada.connection, visitor('ada'), 0);
  const slow = room.join(bo.connection, visitor('bo'), 0);
  room.join(cy.connection, visitor('cy'), 0);
  bo.socket.writableLength = serviceLimits.backlog.dropNotesBytes + 1;
  endTurn();
  bo.socket.sent.length = 0;
  cy.socket.sent.length = 0;

  room.notes.play(player, midi([0x90, 60, 100]), time.serviceUs());
  endTurn();
  expect(bo.socket.sent).toHaveLength(0);
  room.notes.play(player, midi([0x90, 64, 100], [0x80, 60, 0], [0xb0, 7, 9]), time.serviceUs());
  endTurn();
  expect(bo.socket.sent.map(decodeServerFrame)).toMatchObject([{ sender: 1, body: midiAt([0x80, 60, 0]) }]);
  expect([bo, cy].map(({ onMissedNotes }) => onMissedNotes.mock.calls.length)).toEqual([2, 0]);
  room.sweep(bo.connection, slow, time.serviceUs());
  endTurn();
  expect(bo.connection.hasMissedNotes).toBe(true);
  expect(bo.socket.sent).toHaveLength(1);
  expect(cy.socket.sent).toHaveLength(2);

  // Part of the backlog has left, but the snapshot is still due and must come before further notes.
  bo.socket.writableLength = 1;
  room.notes.play(player, midi([0x90, 65, 100], [0x80, 65, 0]), time.serviceUs());
  room.sweep(bo.connection, slow, time.serviceUs());
  endTurn();
  expect(bo.socket.sent.map(decodeServerFrame)[1]?.body).toEqual(midiAt([0x80, 65, 0]));
  bo.socket.sent.pop();

  bo.socket.writableLength = 0;
  room.sweep(bo.connection, slow, time.serviceUs());
  room.sweep(bo.connection, slow, time.serviceUs());
  endTurn();
  expect(bo.socket.sent).toHaveLength(2);
  expect(bo.socket.sent.map(decodeServerFrame)[1]).toMatchObject({
    kind: 'roomJoined',
    sequence: 0,
    body: { self: 2, sounding: [{ participant: 1, data: Uint8Array.of(0xb0, 7, 9, 0x90, 64, 100) }] },
  });
  room.notes.play(player, midi([0x90, 67, 100]), time.serviceUs());
  endTurn();
  expect(bo.socket.sent).toHaveLength(3);
});

test('R5.1: everything that happens within one turn of the event loop is received in order, notes and other messages', async () => {
  const room = await makeRoom();
  const [ada, bo, cy] = [connect(), connect(), connect()];
  const player = room.join(ada.connection, visitor('ada'), 0);
  room.join(bo.connection, visitor('bo'), 0);
  endTurn();
  bo.socket.sent.length = 0;
  const play = (key: number) => room.notes.play(player, midi([0x90, key, 100]), time.serviceUs());
  play(60);
  const guest = room.join(cy.connection, visitor('cy'), 0);
  play(61);
  play(62);
  room.leave(guest, LeaveReason.LEFT);
  play(63);
  endTurn();
  play(64);
  endTurn();
  const heard = bo.socket.sent.map(decodeServerFrame);
  expect(heard.map((frame) => (frame?.kind === 'midiMessage' ? frame.body.data[1] : frame?.kind))).toEqual([
    ...[60, 'participantJoined', 61, 62, 'participantLeft', 63, 64],
  ]);
});

test('a reader is behind from the high-water mark of its stream until it has taken everything', () => {
  const { socket, connection, gone } = connect();
  endTurn();
  const send = () => {
    connection.deliverNotes(new Uint8Array(1));
    endTurn();
  };
  socket.writableLength = socket.writableHighWaterMark - 1;
  send();
  expect(connection.stream).toBe(socket);
  socket.writableLength = socket.writableHighWaterMark;
  send();
  expect([connection.stream, connection.reception]).toEqual([undefined, 'notes']);
  socket.writableLength = 1;
  expect(connection.stream).toBeUndefined();
  socket.writableLength = 0;
  expect(connection.stream).toBe(socket);

  // A small amount that never leaves is noticed, too.
  socket.writableLength = 1;
  const nowUs = time.serviceUs();
  connection.heartbeat(nowUs + serviceLimits.backlog.stalledMs * 1000, 0);
  for (const afterMs of [0, 1, serviceLimits.backlog.stalledMs - 1]) connection.sweep(nowUs + afterMs * 1000);
  expect(gone).toEqual([]);
  connection.sweep(nowUs + (serviceLimits.backlog.stalledMs + 1) * 1000);
  expect(gone).toEqual([4429]);
});

test('R10.6: the rest of a replay does not count as backlog', async () => {
  const { socket, connection, gone } = connect();
  const chat = new Uint8Array(serviceLimits.resumeBuffer.bytes / 4);
  for (let message = 0; message < 4; message++) connection.deliver(chat, 0);
  socket.emit('close', 1006);
  expect([connection.canResume, connection.reception]).toEqual([true, 'nothing']);

  const next = new SlowSocket();
  const open = { webSocket: next, stream: next } as unknown as OpenSocket;
  const snapshot = new Uint8Array(serviceLimits.backlog.closeBytes);
  connection.resume(open, { welcome: new Uint8Array(100), snapshot });
  const nothingLeaves = () => {
    endTurn();
    next.writableLength = next.bytesWritten;
  };
  nothingLeaves();
  expect(next.bytesWritten).toBeGreaterThan(serviceLimits.backlog.closeBytes + serviceLimits.resumeBuffer.bytes);
  expect(connection.reception).toBe('notes');
  connection.deliverNotes(new Uint8Array(serviceLimits.backlog.dropNotesBytes));
  nothingLeaves();
  expect(connection.reception).toBe('notes');
  connection.deliverNotes(new Uint8Array(1));
  nothingLeaves();
  expect(connection.reception).toBe('releases');
  await Promise.resolve();
  expect(gone).toEqual([1006]);
});

test('R8.10: a reader with more than 1 MiB unsent is closed with 4429, after the fan-out is complete', async () => {
  const { socket, connection, gone } = connect();
  socket.writableLength = serviceLimits.backlog.closeBytes + 1;
  connection.deliver(protobufCodec.encode({ kind: 'ack', body: {} }), 1);
  connection.deliver(protobufCodec.encode({ kind: 'ack', body: {} }), 2);
  expect(gone).toEqual([]);
  await Promise.resolve();
  expect(gone).toEqual([4429]);
  expect(socket.closedWith).toEqual([4429]);
  expect(socket.sent).toHaveLength(1);
});

test('R8.10: a reader whose backlog does not move for 10 s is closed with 4429, but not one whose backlog shrinks', () => {
  const { socket, connection, gone } = connect();
  const frame = new Uint8Array(1000);
  const sweepAfter = (ms: number, writableLength: number) => {
    time.advance(ms);
    socket.writableLength = writableLength;
    connection.heartbeat(time.serviceUs(), 0);
    connection.sweep(time.serviceUs());
  };
  socket.writableLength = 1000;
  connection.deliverNotes(frame);
  sweepAfter(0, 1000);
  sweepAfter(9_000, 1000);
  sweepAfter(900, 400);
  sweepAfter(9_000, 400);
  connection.deliverNotes(frame);
  endTurn();
  sweepAfter(900, 1404);
  expect(gone).toEqual([]);
  sweepAfter(100, 1404);
  expect(gone).toEqual([4429]);
});

function keyOf(message: Message | undefined): number | undefined {
  return message?.kind === 'midiMessage' ? message.body.data[1] : undefined;
}

function midiAt(...events: number[][]) {
  return { ...midi(...events), startTime: time.serviceUs() };
}

test('R12.3: a reader who is behind gets no quality reports', async () => {
  const room = await makeRoom();
  const [ada, bo, cy] = [connect(), connect(), connect()];
  const { number } = room.join(ada.connection, visitor('ada'), 0);
  for (const { connection } of [bo, cy]) room.join(connection, visitor('bo'), 0);
  bo.socket.writableLength = serviceLimits.backlog.dropNotesBytes + 1;
  endTurn();
  for (const { socket } of [bo, cy]) socket.sent.length = 0;
  room.quality.report(number, { ...noFigures, rtt: 1, jitter: 1, playoutDelay: 1 });
  sendQuality(room, protobufCodec);
  endTurn();
  expect([bo.socket.sent.length, cy.socket.sent.length]).toEqual([0, 1]);
});
