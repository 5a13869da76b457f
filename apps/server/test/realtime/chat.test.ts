import { ChatMessageType } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Gate } from './gate.ts';
import { Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

test('R4.2: a chat message is sent to everybody inside once it is stored, to the sender with the requestId', async () => {
  const { roomId, players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const guest = await stage.guest();
  await guest.join(roomId);
  ada?.say('  good evening ', 12);
  const answer = await ada?.take('chatMessage');
  expect(answer).toMatchObject({ requestId: 12, sender: 1 });
  expect(answer?.body).toEqual({
    messageId: expect.stringMatching(/.{16}/),
    userId: 'id-of-ada',
    username: 'ada',
    displayName: 'ada',
    message: 'good evening',
    timestamp: stage.time.nowMs(),
    messageType: ChatMessageType.USER,
    position: 1,
  });
  for (const listener of [bo, guest]) {
    expect(await listener?.take('chatMessage')).toMatchObject({ requestId: 0, sender: 1, body: answer?.body });
  }
  expect(await stage.storage.recentChat(roomId, 50)).toMatchObject([{ message: 'good evening', messageType: 'user' }]);
});

test('R4.2: the order of messages stays the same if storage answers out of order', async () => {
  const { players } = await stage.band('ada', 'bo', 'cy');
  const [ada, bo, cy] = players;
  const hold = stage.chatGate.shut();
  ada?.say('first', 1);
  await hold.arrived;
  stage.chatGate.open();
  bo?.say('second', 2);
  await bo?.sync();
  await cy?.sync();
  expect(cy?.count('chatMessage')).toBe(0);
  hold.release();
  expect((await cy?.take('chatMessage'))?.body.message).toBe('first');
  expect((await cy?.take('chatMessage'))?.body.message).toBe('second');
  expect((await bo?.take('chatMessage'))?.requestId).toBe(0);
  expect((await bo?.take('chatMessage'))?.requestId).toBe(2);
});

test('R4.3, R8.13: if storage fails, the sender gets SERVER_ERROR and nobody gets the message', async () => {
  const { roomId, players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  stage.failNextChat = true;
  ada?.say('lost', 3);
  expect(await ada?.take('error')).toMatchObject({
    requestId: 3,
    // The error says nothing about the disk.
    body: { code: 'SERVER_ERROR', message: 'Something went wrong on the server.', details: {} },
  });
  ada?.say('kept', 4);
  expect((await bo?.take('chatMessage'))?.body.message).toBe('kept');
  expect((await ada?.take('chatMessage'))?.requestId).toBe(4);
  expect(await stage.storage.recentChat(roomId, 50)).toHaveLength(1);
});

test('R4.4: the eleventh message in 10 s is refused, on any connection and in any room', async () => {
  const { players } = await stage.band('ada', 'bo');
  const [ada] = players;
  const adaToo = await stage.user('ada');
  await adaToo.join(await stage.room());
  for (let index = 0; index < 5; index++) {
    ada?.say(`here ${index}`);
    await ada?.take('chatMessage');
    adaToo.say(`there ${index}`);
    await adaToo.take('chatMessage');
  }
  adaToo.say('once more', 5);
  const reset = String(Math.ceil(stage.time.nowMs() / 1000) + 10);
  expect(await adaToo.take('error')).toMatchObject({
    requestId: 5,
    body: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: '10', reset } },
  });
  stage.time.advance(10_000);
  adaToo.say('at last');
  await adaToo.take('chatMessage');
});

test('R4.1, R4.6, R3.5: chat that is empty, outside a room or from a guest is refused', async () => {
  const { roomId, players } = await stage.band('ada');
  const [ada] = players;
  ada?.say('   ', 1);
  expect((await ada?.take('error'))?.body).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'message' } });
  const bo = await stage.user('bo');
  bo.say('hello', 2);
  expect((await bo.take('error')).body).toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { reason: 'not_in_room' },
  });
  const guest = await stage.guest();
  await guest.join(roomId);
  guest.say('hello', 3);
  expect((await guest.take('error')).body.code).toBe('AUTHORIZATION_ERROR');
});

test('R4.7: stalled storage delays no note', async () => {
  const { players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const hold = stage.chatGate.shut();
  ada?.say('slow', 1);
  await hold.arrived;
  for (let key = 60; key < 65; key++) ada?.play([0x90, key, 100]);
  bo?.play([0x90, 40, 100]);
  for (let key = 60; key < 65; key++) await bo?.take('midiMessage');
  await ada?.take('midiMessage');
  hold.release();
  await bo?.take('chatMessage');
  const kinds = bo?.frames
    .map((frame) => frame.kind)
    .filter((kind) => kind === 'midiMessage' || kind === 'chatMessage');
  expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'midiMessage'), 'chatMessage']);
});

test('R4.7: activity is stored in batches, and stalled storage delays no note', async () => {
  const { players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const gate = new Gate();
  const told: string[] = [];
  for (const name of ['touchRooms', 'addActivity'] as const) {
    stage.storage[name] = async () => {
      told.push(name);
      await gate.pass();
    };
  }
  for (let key = 60; key < 90; key++) ada?.play([0x90, key, 100]);
  for (let key = 60; key < 90; key++) await bo?.take('midiMessage');
  expect(told).toEqual([]);
  const hold = gate.shut();
  stage.time.advance(5_000);
  await hold.arrived;
  for (let key = 60; key < 90; key++) ada?.play([0x80, key, 0]);
  for (let key = 60; key < 90; key++) expect((await bo?.take('midiMessage'))?.body.data[1]).toBe(key);
  hold.release();
  expect(new Set(told)).toEqual(new Set(['addActivity', 'touchRooms']));
  expect(told.length).toBeLessThan(5);
});

test('R8.5: a command waits for the one before it, and somebody who joins in the meantime misses nothing', async () => {
  const { roomId, players } = await stage.band('ada');
  const [ada] = players;
  const hold = stage.chatGate.shut();
  ada?.say('wait for me', 1);
  ada?.send({ kind: 'leaveRoomCommand', body: {}, requestId: 2 });
  await hold.arrived;
  const bo = await stage.user('bo');
  expect((await bo.join(roomId)).body).toMatchObject({ chat: [], participants: [{ number: 1 }, { number: 2 }] });
  hold.release();
  await bo.take('participantLeft');
  await ada?.take('roomLeft');
  expect(ada?.frames.slice(-2)).toMatchObject([
    { kind: 'chatMessage', requestId: 1 },
    { kind: 'roomLeft', requestId: 2 },
  ]);
  expect(bo.frames.map((frame) => frame.kind)).toEqual(['welcome', 'roomJoined', 'chatMessage', 'participantLeft']);
});

test('R6.7: up to 64 commands may wait, further ones are refused', async () => {
  const { players } = await stage.band('ada');
  const [ada] = players;
  const hold = stage.chatGate.shut();
  ada?.say('hold on');
  await hold.arrived;
  for (let index = 0; index < 64; index++) {
    ada?.send({ kind: 'leaveRoomCommand', body: {}, requestId: 100 + index });
  }
  ada?.send({ kind: 'leaveRoomCommand', body: {}, requestId: 999 });
  expect(await ada?.take('error')).toMatchObject({ requestId: 999, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  hold.release();
  expect((await ada?.take('roomLeft'))?.requestId).toBe(100);
});

test('R3.4, R3.5: everybody inside learns who records, also of guests, who can set nothing else', async () => {
  const { roomId, players } = await stage.band('ada');
  const guest = await stage.guest();
  await guest.join(roomId);
  guest.send({ kind: 'userCommand', body: { setPlayer: { recording: true } }, requestId: 3 });
  expect((await guest.take('ack')).requestId).toBe(3);
  expect((await players[0]?.take('participantUpdated'))?.body.participant).toMatchObject({
    guest: true,
    recording: true,
  });
  guest.send({ kind: 'userCommand', body: { setPlayer: { recording: false, color: '#112233' } }, requestId: 4 });
  expect((await guest.take('error')).body.code).toBe('AUTHORIZATION_ERROR');
  const newcomer = await stage.user('bo');
  const { participants } = (await newcomer.join(roomId)).body;
  expect(participants.map(({ recording }) => recording)).toEqual([false, true, false]);
});

test('R3.4: setPlayer is sent to everybody inside and acknowledged', async () => {
  const { players } = await stage.band('ada', 'bo');
  const [ada] = players;
  ada?.send({ kind: 'userCommand', body: { setPlayer: { color: '#112233', instrument: 'Rhodes' } }, requestId: 8 });
  expect((await ada?.take('ack'))?.requestId).toBe(8);
  for (const player of players) {
    expect((await player.take('participantUpdated')).body.participant).toMatchObject({
      number: 1,
      color: '#112233',
      instrument: 'Rhodes',
    });
  }
});

test('R4.14: older chat is read by position, by guests too, without deleted messages and those of blocked users', async () => {
  const { roomId, players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const texts = Array.from({ length: 130 }, (_, index) => `message ${index + 1}`);
  for (const [index, text] of texts.entries()) {
    const by = index % 10 === 9 ? bo : ada;
    by?.say(text, 5);
    await by?.take('chatMessage');
    stage.time.advance(1_001);
    if (index % 5 === 4) for (const one of players) await one.acknowledge();
  }
  const read = async (reader: typeof ada, before: number, limit: number) => {
    reader?.send({ kind: 'chatHistory', body: { before, limit, messages: [], more: false }, requestId: 8 });
    const answer = await reader?.take('chatHistory');
    expect(answer?.requestId).toBe(8);
    return { ...answer?.body, said: answer?.body.messages.map(({ message }) => message) };
  };
  const guest = await stage.guest();
  const joined = await guest.join(roomId);
  const oldest = joined.body.chat[0]?.position ?? 0;
  expect(oldest).toBe(81);
  const page = await read(guest, oldest, 0);
  expect(page.said).toEqual(texts.slice(30, 80));
  expect(page).toMatchObject({ more: true, messages: { 0: { position: 31, userId: 'id-of-ada' } } });
  expect(await read(guest, 31, 100)).toMatchObject({ said: texts.slice(0, 30), more: false });
  expect((await read(guest, 0, 3)).said).toEqual(texts.slice(-3));
  expect((await read(guest, 0, 9_999)).said).toEqual(texts.slice(-100));

  const gone = page.messages?.[4];
  await stage.storage.deleteChat(roomId, gone?.messageId ?? '');
  expect((await read(guest, oldest, 0)).said).toEqual(texts.slice(29, 80).filter((text) => text !== gone?.message));
  await stage.storage.block('id-of-ada', 'id-of-bo', stage.time.nowMs());
  stage.realtime.blockChanged('id-of-ada', 'id-of-bo', true);
  const own = await read(ada, 31, 100);
  expect([own.said?.length, own.more]).toEqual([27, false]);
  expect(own.messages?.every(({ userId }) => userId === 'id-of-ada')).toBe(true);
  const outside = await stage.user('cy');
  outside.send({ kind: 'chatHistory', body: { before: 0, limit: 0, messages: [], more: false }, requestId: 9 });
  expect((await outside.take('error')).body.details['reason']).toBe('not_in_room');
});
