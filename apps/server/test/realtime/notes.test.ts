import { limits } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Codec, protobufCodec } from '../../src/realtime/sockets/codec.ts';
import { Stage } from './stage.ts';
import { midi } from './test-player.ts';

/** A codec that counts the frames it encodes. */
const encoded: string[] = [];
const countingCodec: Codec = {
  ...protobufCodec,
  encode(message) {
    encoded.push(message.kind);
    return protobufCodec.encode(message);
  },
  encodeNotes(...notes) {
    encoded.push('midiMessage');
    return protobufCodec.encodeNotes(...notes);
  },
};

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open({ codec: countingCodec });
  encoded.length = 0;
});
afterEach(() => stage.close());

test('R5.1: notes reach everybody but their sender, in order, with sender and serverTime', async () => {
  const { roomId, players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const guest = await stage.guest();
  await guest.join(roomId);
  for (let key = 60; key < 80; key++) ada?.play([0x90, key, 100], [0x80, key, 0]);
  for (const listener of [bo, guest]) {
    for (let key = 60; key < 80; key++) {
      const heard = await listener?.take('midiMessage');
      expect(heard).toMatchObject({ sender: 1, serverTime: stage.time.serviceUs(), sequence: 0, requestId: 0 });
      expect([...(heard?.body.data ?? [])]).toEqual([0x90, key, 100, 0x80, key, 0]);
    }
  }
  await ada?.sync();
  expect(ada?.count('midiMessage')).toBe(0);
});

test('R5.3: the start time is relayed as sent, limited to a window around the clock, and 0 becomes the clock', async () => {
  const { players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const now = stage.time.serviceUs();
  const sent = [now - 1_000_000, now + 60_000_000, 1, 0];
  for (const startTime of sent) {
    ada?.send({
      kind: 'midiMessage',
      body: { startTime, offsets: [0, 5], data: Uint8Array.of(0x90, 1, 1, 0x80, 1, 1) },
    });
  }
  for (const expected of [now - 1_000_000, now + 2_000_000, now - 10_000_000, now]) {
    expect((await bo?.take('midiMessage'))?.body).toMatchObject({ startTime: expected, offsets: [0, 5] });
  }
});

test('R5.4: a message is encoded once for any number of recipients', async () => {
  const { players } = await stage.band('ada', 'bo', 'cy', 'di');
  const [ada, ...others] = players;
  ada?.play([0x90, 60, 100]);
  for (const other of others) await other.take('midiMessage');
  expect(encoded.filter((kind) => kind === 'midiMessage')).toHaveLength(1);
  ada?.say('once');
  for (const player of players) await player.take('chatMessage');
  expect(encoded.filter((kind) => kind === 'chatMessage')).toHaveLength(1);
});

test('R5.2: a malformed message is refused as a whole', async () => {
  const { players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const bad = { startTime: 0, offsets: [0, 0], data: Uint8Array.of(0x90, 60, 100, 0x90, 200, 100) };
  ada?.send({ kind: 'midiMessage', body: bad, requestId: 4 });
  expect(await ada?.take('error')).toMatchObject({
    requestId: 4,
    body: { code: 'VALIDATION_ERROR', details: { field: 'midiMessage' } },
  });
  await bo?.sync();
  expect(bo?.count('midiMessage')).toBe(0);
});

test('R5.5: notes of guests and notes outside a room are refused, with at most one error a second', async () => {
  const { roomId, players } = await stage.band('ada');
  const guest = await stage.guest();
  await guest.join(roomId);
  const outsider = await stage.user('bo');
  for (const listener of [guest, outsider]) {
    for (let key = 0; key < 50; key++) listener.play([0x90, key, 100]);
    await listener.sync();
    expect(listener.count('error')).toBe(1);
    expect((await listener.take('error')).body.code).toBe('AUTHORIZATION_ERROR');
  }
  stage.time.advance(1_000);
  guest.play([0x90, 1, 100]);
  await guest.sync();
  expect(guest.count('error')).toBe(2);
  await players[0]?.sync();
  expect(players[0]?.count('midiMessage')).toBe(0);
});

test('R5.5: notes sent before the join is complete are refused', async () => {
  const roomId = await stage.room({ password: 'sesame' });
  const ada = await stage.user('ada');
  const hold = stage.passwordGate.shut();
  ada.send({ kind: 'joinRoomCommand', body: { roomId, password: 'sesame' } });
  await hold.arrived;
  ada.play([0x90, 60, 100]);
  expect((await ada.take('error')).body).toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { reason: 'not_in_room' },
  });
  hold.release();
  await ada.take('roomJoined');
});

test('R5.6: a newcomer gets the held notes and controllers', async () => {
  const { roomId, players } = await stage.band('ada');
  const [ada] = players;
  ada?.play([0xc0, 19], [0xb0, 64, 127], [0x90, 60, 100], [0x90, 64, 90], [0x90, 64, 0]);
  await ada?.sync();
  const bo = await stage.user('bo');
  expect((await bo.join(roomId)).body.sounding).toEqual([
    { participant: 1, data: Uint8Array.of(0xc0, 19, 0xb0, 64, 127, 0x90, 64, 90, 0x80, 64, 64, 0x90, 60, 100) },
  ]);
});

test('R6.1 to R6.5: over the quota, notes are dropped and reported, and releases and last values arrive', async () => {
  const { players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const chord = midi(...Array.from({ length: 250 }, (_, index) => [0x90, index % 128, 100]));
  for (let sent = 0; sent < 5000; sent += 250) ada?.send({ kind: 'midiMessage', body: chord });
  ada?.play([0x80, 60, 0], [0xb0, 1, 17]);
  const first = await ada?.take('error');
  expect(first).toMatchObject({ requestId: 0, body: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: '2000' } } });
  await ada?.sync();
  expect(ada?.count('error')).toBe(1);
  stage.time.advance(250);
  await stage.settle();
  await bo?.sync();
  const heard = bo?.frames.flatMap((frame) => (frame.kind === 'midiMessage' ? [frame.body] : [])) ?? [];
  expect(heard.reduce((sum, { offsets }) => sum + offsets.length, 0)).toBe(4002);
  expect(heard.slice(-2).map(({ data }) => [...data])).toEqual([
    [0x80, 60, 0],
    [0xb0, 1, 17],
  ]);
  stage.time.advance(750);
  const second = await ada?.take('error');
  expect(Number(first?.body.details['dropped']) + Number(second?.body.details['dropped'])).toBe(1000);
});

test('R6.6: more than 20,000 events within a second close the connection with 4400', async () => {
  const { players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const flood = midi(...Array.from({ length: limits.midi.eventsPerMessage }, () => [0x80, 60, 0]));
  for (let sent = 0; sent <= 20_000; sent += limits.midi.eventsPerMessage)
    ada?.send({ kind: 'midiMessage', body: flood });
  expect(await ada?.closed).toBe(4400);
  await bo?.take('participantLeft');
});
