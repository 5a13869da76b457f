import { LeaveReason, limits } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SeveralStages } from './several-stages.ts';

let several: SeveralStages;
beforeEach(async () => {
  several = await SeveralStages.open(2);
});
afterEach(() => several.close());

async function duo() {
  const roomId = (await several.stages[0]?.room()) ?? '';
  const ada = await several.inside(0, 'ada', roomId);
  const eve = await several.inside(0, 'eve', roomId);
  const bo = await several.inside(1, 'bo', roomId);
  const boNumber = (await ada.take('participantJoined').then(() => ada.take('participantJoined'))).body.participant
    ?.number;
  return { roomId, ada, eve, bo, boNumber: boNumber ?? 0 };
}

/** Time passes, a second at a time, and what is sent between the processes arrives. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    several.time.advance(1_000);
    await several.settle();
  }
}

const bytes = (message: { body: { data: Uint8Array } }) => [...message.body.data];

test('R20.5: the notes of a process that is gone end within 5 s, and its participants leave after the resume window', async () => {
  const { roomId, ada, bo, boNumber } = await duo();
  bo.play([0x90, 60, 100]);
  await ada.take('midiMessage');
  several.kill(1);
  await pass(4);
  const released = await ada.take('midiMessage');
  expect(released.sender).toBe(boNumber);
  expect(bytes(released).slice(0, 2)).toEqual([0x80, 60]);
  await pass(18);
  await ada.sync();
  expect(several.stages[0]?.realtime.rooms.occupancy(roomId)).toBe(3);
  await pass(15);
  expect((await ada.take('participantLeft')).body).toMatchObject({
    participant: { number: boNumber },
    reason: LeaveReason.LOST,
  });
  expect(several.stages[0]?.realtime.rooms.occupancy(roomId)).toBe(2);
});

test('R20.5: a process that was only stopped for a while is heard again, with what it holds', async () => {
  const { ada, bo, boNumber } = await duo();
  await pass(1);
  bo.play([0x90, 60, 100]);
  await ada.take('midiMessage');
  const { processId = '' } = several.buses[1] ?? {};
  several.hub.alive.delete(processId);
  await pass(1);
  expect(bytes(await ada.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  several.hub.alive.add(processId);
  await pass(1);
  const again = await ada.take('midiMessage');
  expect([again.sender, ...bytes(again)]).toEqual([boNumber, 0x90, 60, 100]);
  bo.play([0x80, 60, 0]);
  expect(bytes(await ada.take('midiMessage'))).toEqual([0x80, 60, 0]);
});

/** Another process goes on with a participant of process 0, which has not heard of it when `act` is called. */
async function goOnElsewhere(roomId: string, number: number, act: () => void): Promise<void> {
  const { fields } = several.hub.room(roomId);
  const field = `participant ${number}`;
  const text = fields.get(field) ?? '';
  const entry = { ...JSON.parse(text), home: several.buses[1]?.processId };
  const news = JSON.stringify({ id: 'x', admits: false, change: { kind: 'updated', entry } });
  const commit = { requires: { field, text }, put: new Map([[field, JSON.stringify(entry)]]), news };
  const committed = several.buses[1]?.commit(roomId, commit);
  act();
  expect(await committed).toBe('done');
  await several.settle();
  expect(JSON.parse(fields.get(field) ?? '{}').home).toBe(several.buses[1]?.processId);
}

test('R20.5: a process that comes back does not take somebody back who goes on elsewhere', async () => {
  const { roomId, ada, bo } = await duo();
  const { number = 0, userId = '' } = several.stages[0]?.realtime.rooms.participants(roomId)[0] ?? {};
  await goOnElsewhere(roomId, number, () => {
    several.stages[0]?.realtime.accountChanged({ userId, username: 'ada', avatarUrl: '/late.webp' });
  });
  ada.play([0x90, 60, 100]);
  expect((await ada.take('error')).body.details).toMatchObject({ reason: 'not_in_room' });
  expect(bo.count('participantLeft')).toBe(0);
});

test('R20.5: somebody who leaves a process that does not know yet that they go on elsewhere is inside for all', async () => {
  const { roomId, eve, bo } = await duo();
  const { number = 0, userId = '' } = several.stages[0]?.realtime.rooms.participants(roomId)[0] ?? {};
  await goOnElsewhere(roomId, number, () => {
    several.stages[0]?.realtime.sessionEnded(userId.replace('id-of', 'session-of'));
  });
  expect((await eve.take('participantLeft')).body.participant?.number).toBe(number);
  await eve.take('participantJoined');
  expect((await eve.take('participantJoined')).body.participant).toMatchObject({ number, username: 'ada' });
  expect(bo.count('participantLeft')).toBe(0);
});

test('R20.5: a room whose processes are all gone becomes empty', async () => {
  const roomId = (await several.stages[0]?.room()) ?? '';
  await several.inside(1, 'bo', roomId);
  await pass(1);
  expect(several.stages[0]?.realtime.rooms.occupancy(roomId)).toBe(1);
  several.kill(1);
  await pass(36);
  expect(several.stages[0]?.realtime.rooms.occupancy(roomId)).toBe(0);
  const ada = await several.stages[0]?.user('ada');
  expect((await ada?.join(roomId))?.body.participants).toHaveLength(1);
});

test('R20.6: without the others, a process goes on playing, and refuses what it may not decide alone', async () => {
  const { roomId, ada, eve, bo, boNumber } = await duo();
  bo.play([0x90, 60, 100]);
  await ada.take('midiMessage');
  await eve.take('midiMessage');
  several.buses[0]?.setUp(false);
  expect(bytes(await ada.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  await eve.take('midiMessage');
  eve.play([0x90, 72, 100]);
  expect(bytes(await ada.take('midiMessage'))).toEqual([0x90, 72, 100]);
  const kim = await several.stages[0]?.user('kim');
  const refused = await kim?.refusedJoin(roomId);
  expect(refused?.body).toMatchObject({ code: 'SERVER_ERROR', details: { reason: 'unreachable' } });
  ada.say('can anybody hear me?', 9);
  expect((await ada.take('chatMessage')).requestId).toBe(9);
  expect((await eve.take('chatMessage')).body.message).toBe('can anybody hear me?');
  bo.send({ kind: 'userCommand', body: { setPlayer: { color: '#abcdef' } }, requestId: 4 });
  await bo.take('ack');
  bo.play([0x90, 64, 90]);
  await bo.sync();

  several.buses[0]?.setUp(true);
  await several.settle();
  const resounded = await ada.take('midiMessage');
  expect(resounded.sender).toBe(boNumber);
  expect(bytes(resounded)).toEqual([0x90, 60, 100, 0x90, 64, 90]);
  expect((await ada.take('participantUpdated')).body.participant).toMatchObject({ number: boNumber, color: '#abcdef' });
  bo.play([0x80, 64, 0]);
  expect(bytes(await ada.take('midiMessage'))).toEqual([0x80, 64, 0]);
  several.stages[1]?.realtime.rooms.occupancy(roomId);
  expect((await kim?.join(roomId))?.body.participants.map(({ username }) => username)).toEqual([
    'ada',
    'eve',
    'bo',
    'kim',
  ]);
});

test('R20.6: what was written while the others could not be reached reaches them afterwards, once', async () => {
  const { ada, bo } = await duo();
  several.buses[0]?.setUp(false);
  ada.say('first', 1);
  await ada.take('chatMessage');
  several.buses[0]?.setUp(true);
  several.buses[1]?.setUp(false);
  several.buses[1]?.setUp(true);
  await several.settle();
  expect((await bo.take('chatMessage')).body.message).toBe('first');
  ada.say('second', 2);
  expect((await bo.take('chatMessage')).body.message).toBe('second');
  await ada.take('chatMessage');
  await ada.sync();
  expect(ada.count('chatMessage')).toBe(2);
});

test('R20.6: what was written at a process that alone was cut off reaches those at the others, once and however much it was', async () => {
  const { ada, eve, bo } = await duo();
  several.buses[0]?.setUp(false);
  const more = limits.chatHistory.onJoin + 5;
  for (let count = 0; count < more; count++) {
    bo.say(`b${count}`, count + 1);
    await bo.take('chatMessage');
    // Slowly enough for the limits of chat.
    several.time.advance(2_000);
    for (const player of [ada, eve, bo]) await player.sync();
  }
  ada.say('from here alone', 1);
  expect((await ada.take('chatMessage')).requestId).toBe(1);
  several.buses[0]?.setUp(true);
  await several.settle();
  expect((await bo.take('chatMessage')).body.message).toBe('from here alone');
  await ada.sync();
  await bo.sync();
  expect([ada.count('chatMessage'), bo.count('chatMessage')]).toEqual([more + 1, more + 1]);
});

test('R20.6: what was written at a process that was cut off and then ended reaches the others', async () => {
  const { ada, bo } = await duo();
  several.buses[0]?.setUp(false);
  ada.say('last words', 1);
  await ada.take('chatMessage');
  several.kill(0);
  await pass(4);
  expect((await bo.take('chatMessage')).body.message).toBe('last words');
});

test('R20.6: somebody who leaves while the others cannot be reached is gone for them afterwards', async () => {
  const { roomId, ada, bo, boNumber } = await duo();
  several.buses[1]?.setUp(false);
  bo.send({ kind: 'leaveRoomCommand', body: {}, requestId: 3 });
  await bo.take('roomLeft');
  several.buses[1]?.setUp(true);
  expect((await ada.take('participantLeft')).body.participant?.number).toBe(boNumber);
  expect(several.stages[0]?.realtime.rooms.occupancy(roomId)).toBe(2);
});

test('R20.6: what was shared and is lost is put together again from what the processes have', async () => {
  const { roomId, ada, eve, bo } = await duo();
  const olga = await several.inside(1, 'olga', roomId);
  olga.send({
    kind: 'transport',
    body: { tempo: 90_000, beatsPerBar: 3, running: true, startTime: 0, beatsBefore: 0 },
    requestId: 2,
  });
  const { body: transport } = await olga.take('transport');
  await several.settle();
  for (const bus of several.buses) bus.setUp(false);
  several.hub.forget();
  for (const bus of several.buses) bus.setUp(true);
  await several.settle();
  const third = await several.add();
  const kim = await third.user('kim');
  const snapshot = (await kim.join(roomId)).body;
  expect(snapshot.participants.map(({ username }) => username).sort()).toEqual(['ada', 'bo', 'eve', 'kim', 'olga']);
  expect(snapshot.transport).toEqual(transport);
  for (const player of [ada, eve, bo, olga]) {
    await player.take('participantJoined');
    expect(player.count('participantLeft'), 'nobody was thought to have left').toBe(0);
  }
});

test('R20.6: what sounds is heard again, whichever of two processes is back first', async () => {
  const { ada, bo, boNumber } = await duo();
  bo.play([0x90, 60, 100]);
  await ada.take('midiMessage');
  for (const bus of several.buses) bus.setUp(false);
  expect(bytes(await ada.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  several.buses[0]?.setUp(true);
  await several.settle();
  several.time.advance(1_000);
  await several.settle();
  several.buses[1]?.setUp(true);
  const again = await ada.take('midiMessage');
  expect([again.sender, ...bytes(again)]).toEqual([boNumber, 0x90, 60, 100]);
});

test('R20.6: notes that end while their process cannot reach the others end there once it can', async () => {
  const { ada, bo, boNumber } = await duo();
  bo.play([0x90, 60, 100], [0x90, 64, 100]);
  await ada.take('midiMessage');
  several.buses[1]?.setUp(false);
  bo.play([0x80, 60, 0]);
  await bo.sync();
  several.buses[1]?.setUp(true);
  const ended = await ada.take('midiMessage');
  expect(ended.sender).toBe(boNumber);
  expect(bytes(ended).slice(0, 2)).toEqual([0x80, 60]);
  expect(bytes(await ada.take('midiMessage')), 'and what is still held sounds').toEqual([0x90, 64, 100]);
});
