import { decodeServerFrame, readDatagram } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { visitor } from '../../../../packages/room/test/visitors.ts';
import { createRealtimeCounters } from '../../src/application/realtime-counters.ts';
import { DueChannels, NoteChannel } from '../../src/realtime/delivery/note-channel.ts';
import { protobufCodec } from '../../src/realtime/sockets/codec.ts';
import { connect, endTurn, makeRoom, time, turn } from './slow-sockets.ts';
import { midi } from './test-player.ts';

/**
 * A listener who gets notes as datagrams, and a player who has played long enough for the channel to be busy.
 * @param lost how many of a thousand datagrams are lost.
 */
async function busyListener(lost = 15) {
  const room = await makeRoom();
  const [ada, bo] = [connect(), connect()];
  const player = room.join(ada.connection, visitor('ada'), 0);
  room.join(bo.connection, visitor('bo'), 0);
  const byDatagram: (number | undefined)[] = [];
  const channel = {
    send: (bytes: Uint8Array) => byDatagram.push(keyOf(readDatagram(bytes).frames[0])),
    close() {},
  };
  const dueChannels = new DueChannels(time, time);
  const counters = createRealtimeCounters();
  const notes = new NoteChannel(channel, { turn, clock: time, dueChannels, counters });
  bo.connection.setNoteChannel(notes);
  notes.reported(1_000 - lost, lost);
  const play = (key: number) => {
    room.notes.play(player, midi([0x90, key, 100]), time.serviceUs());
    endTurn();
  };
  for (let index = 0; index < 200; index++) {
    play(1);
    time.advance(10);
  }
  time.advance(10);
  const byWebSocket = () => bo.socket.sent.splice(0).map(keyOf);
  byWebSocket();
  byDatagram.length = 0;
  return { play, byWebSocket, byDatagram, bo, notes };
}

function keyOf(frame: Uint8Array | undefined) {
  if (frame === undefined) return undefined;
  const message = decodeServerFrame(frame);
  return message?.kind === 'midiMessage' ? message.body.data[1] : undefined;
}

test('R17.15: on a busy channel that loses many, the WebSocket’s copies of notes wait 7 ms for further ones', async () => {
  const { play, byWebSocket, byDatagram } = await busyListener();
  play(60);
  time.advance(6);
  play(62);
  expect(byDatagram).toEqual([60, 62]);
  expect(byWebSocket()).toEqual([]);
  time.advance(1);
  expect(byWebSocket()).toEqual([60, 62]);
  play(64);
  expect(byWebSocket()).toEqual([]);
});

test('R17.15: anything else takes them along, in order', async () => {
  const { play, byWebSocket, bo } = await busyListener();
  play(60);
  bo.connection.deliverUnnumbered(protobufCodec.encode({ kind: 'typing', body: { typing: true } }), 0);
  expect(byWebSocket()).toEqual([60, undefined]);
});

test('R17.15: nothing waits where less than 1.5 % are lost', async () => {
  const { play, byWebSocket } = await busyListener(14);
  play(60);
  expect(byWebSocket()).toEqual([60]);
});

test('R17.15: nothing waits once datagrams are no longer wanted, or do not arrive', async () => {
  const unwanted = await busyListener();
  unwanted.play(60);
  unwanted.bo.connection.setNoteChannel(undefined);
  expect(unwanted.byWebSocket()).toEqual([60]);
  unwanted.play(62);
  expect(unwanted.byWebSocket()).toEqual([62]);

  const deaf = await busyListener();
  deaf.play(60);
  time.advance(7);
  deaf.byWebSocket();
  for (let index = 0; index < 60; index++) deaf.play(1);
  time.advance(7);
  deaf.byWebSocket();
  deaf.notes.reported(985, 15);
  deaf.play(62);
  expect(deaf.byWebSocket()).toEqual([62]);
});
