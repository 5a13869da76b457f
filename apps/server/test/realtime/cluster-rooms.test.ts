import { LeaveReason, OwnershipOfferState, RoomType } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SeveralStages } from './several-stages.ts';
import type { TestPlayer } from './test-player.ts';

let several: SeveralStages;
beforeEach(async () => {
  several = await SeveralStages.open(2);
});
afterEach(() => several.close());

async function room(wishes: Parameters<SeveralStages['stages'][number]['room']>[0] = {}): Promise<string> {
  const roomId = await several.stages[0]?.room(wishes);
  if (roomId === undefined) throw new Error('there is no process');
  return roomId;
}

/** Ada on one process and Bo on another, in one room. */
async function duo(wishes: Parameters<typeof room>[0] = {}) {
  const roomId = await room(wishes);
  const ada = await several.inside(0, 'ada', roomId);
  const bo = await several.inside(1, 'bo', roomId);
  const { participant } = (await ada.take('participantJoined')).body;
  return { roomId, ada, bo, boNumber: participant?.number ?? 0 };
}

const nameOf = ({ body }: Awaited<ReturnType<TestPlayer['join']>>) => body.participants.map(({ username }) => username);
const bytes = (message: { body: { data: Uint8Array } }) => [...message.body.data];

test('R20.1: participants of several processes see one another join, change and leave', async () => {
  const { roomId, ada, bo, boNumber } = await duo();
  const again = await bo.join(roomId);
  expect(nameOf(again)).toEqual(['ada', 'bo']);
  expect(again.body.room?.currentUsers).toBe(2);
  bo.send({ kind: 'userCommand', body: { setPlayer: { color: '#123456', instrument: 'Cello' } }, requestId: 5 });
  await bo.take('ack');
  const updated = await ada.take('participantUpdated');
  expect(updated.body.participant).toMatchObject({ number: boNumber, color: '#123456', instrument: 'Cello' });
  bo.send({ kind: 'leaveRoomCommand', body: {}, requestId: 6 });
  expect((await bo.take('roomLeft')).requestId).toBe(6);
  expect((await ada.take('participantLeft')).body).toMatchObject({
    participant: { number: boNumber },
    reason: LeaveReason.LEFT,
  });
});

test('R20.1, R20.4: chat reaches everybody in one order, and newcomers as history', async () => {
  const { roomId, ada, bo } = await duo();
  for (let index = 0; index < 5; index++) {
    ada.say(`from ada ${index}`, index + 1);
    bo.say(`from bo ${index}`, index + 1);
  }
  const heard = async (player: TestPlayer) => {
    const said: string[] = [];
    for (let index = 0; index < 10; index++) said.push((await player.take('chatMessage')).body.message);
    return said;
  };
  const [byAda, byBo] = [await heard(ada), await heard(bo)];
  expect(byAda).toEqual(byBo);
  const eve = await several.stages[1]?.user('eve');
  expect((await eve?.join(roomId))?.body.chat.map(({ message }) => message)).toEqual(byAda);
});

test('R20.2: a room has no more participants than it has places, however many join at the same moment', async () => {
  const roomId = await room({ maxUsers: 5 });
  const players: TestPlayer[] = [];
  for (let index = 0; index < 12; index++) {
    const player = await several.stages[index % 2]?.user(`player${index}`);
    if (player !== undefined) players.push(player);
  }
  for (const player of players) player.send({ kind: 'joinRoomCommand', body: { roomId, password: '' }, requestId: 1 });
  const outcomes = await Promise.all(
    players.map((player) =>
      Promise.race([player.take('roomJoined').then(({ body }) => body.self), player.take('error').then(() => 0)]),
    ),
  );
  const numbers = outcomes.filter((number) => number > 0);
  expect(numbers).toHaveLength(5);
  expect(new Set(numbers).size, 'each number once').toBe(5);
});

test('R20.2: a number is never used twice, even after the room was empty', async () => {
  const roomId = await room();
  const numbers: number[] = [];
  for (let index = 0; index < 6; index++) {
    const player = await several.stages[index % 2]?.user(`player${index}`);
    numbers.push((await player?.join(roomId))?.body.self ?? 0);
    player?.send({ kind: 'leaveRoomCommand', body: {}, requestId: 2 });
    await player?.take('roomLeft');
  }
  expect(new Set(numbers).size).toBe(6);
});

test('R20.3: notes reach the other processes in the order played, and newcomers there hear what sounds', async () => {
  const { roomId, ada, bo, boNumber } = await duo();
  for (let key = 40; key < 60; key++) bo.play([0x90, key, 100], [0x80, key, 0]);
  for (let key = 40; key < 60; key++) {
    const heard = await ada.take('midiMessage');
    expect(heard).toMatchObject({ sender: boNumber, noteNumber: key - 39 });
    expect(bytes(heard)).toEqual([0x90, key, 100, 0x80, key, 0]);
  }
  bo.play([0x90, 61, 90]);
  await ada.take('midiMessage');
  const eve = await several.stages[0]?.user('eve');
  const there = await eve?.join(roomId);
  expect(there?.body.sounding).toEqual([{ participant: boNumber, data: Uint8Array.of(0x90, 61, 90) }]);
  // A process that has had nobody in the room asks the others.
  const third = await several.add();
  const kim = await third.user('kim');
  const snapshot = await kim.join(roomId);
  expect(snapshot.body.sounding).toEqual([{ participant: boNumber, data: Uint8Array.of(0x90, 61, 90) }]);
  const index = snapshot.body.participants.findIndex(({ number }) => number === boNumber);
  expect(snapshot.body.noteNumbers[index]).toBe(21);
});

test('R20.3: a room that is whole on one process sends nothing to the others', async () => {
  const roomId = await room();
  const ada = await several.inside(0, 'ada', roomId);
  const eve = await several.inside(0, 'eve', roomId);
  let sent = 0;
  const [bus] = several.buses;
  if (bus !== undefined) {
    const send = bus.send.bind(bus);
    bus.send = (...message) => {
      sent++;
      send(...message);
    };
  }
  ada.play([0x90, 60, 100]);
  await eve.take('midiMessage');
  expect(sent).toBe(0);
});

test('R20.1: when somebody leaves, what they hold ends on every process', async () => {
  const { ada, bo, boNumber } = await duo();
  bo.play([0x90, 60, 100]);
  await ada.take('midiMessage');
  bo.socket.close(1000);
  expect(bytes(await ada.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  expect((await ada.take('participantLeft')).body.participant?.number).toBe(boNumber);
});

test('R20.1: somebody whose socket is lost is silent for everybody, and gives way to a newcomer of the same session', async () => {
  const { roomId, ada, bo, boNumber } = await duo({ maxUsers: 2 });
  bo.play([0x90, 60, 100]);
  await ada.take('midiMessage');
  bo.socket.terminate();
  expect(bytes(await ada.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  await several.settle();
  const back = await several.inside(0, 'bo', roomId);
  expect((await ada.take('participantLeft')).body).toMatchObject({
    participant: { number: boNumber },
    reason: LeaveReason.LOST,
  });
  expect((await ada.take('participantJoined')).body.participant?.username).toBe('bo');
  await back.sync();
});

test('R20.1: moderators act on participants of other processes', async () => {
  const { roomId, ada, bo, boNumber } = await duo();
  const olga = await several.inside(0, 'olga', roomId);
  const command = async (body: object, requestId: number) => {
    const empty = { reason: 'be kind' };
    olga.send({ kind: 'moderationCommand', body: { ...empty, ...body }, requestId });
    expect((await olga.take('ack')).requestId).toBe(requestId);
  };
  await command({ participant: boNumber, mute: { chat: true, notes: true, seconds: 0 } }, 11);
  expect((await bo.take('participantUpdated')).body.participant).toMatchObject({ number: boNumber, muted: true });
  bo.play([0x90, 60, 100]);
  expect((await bo.take('error')).body).toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason: 'muted' } });
  await command({ participant: boNumber, unmute: {} }, 12);
  expect((await bo.take('participantUpdated')).body.participant).toMatchObject({ muted: false });
  ada.say('to be deleted', 3);
  const { messageId } = (await bo.take('chatMessage')).body;
  await command({ deleteChat: { messageId } }, 13);
  expect((await bo.take('chatDeleted')).body.messageId).toBe(messageId);
  await command({ participant: boNumber, kick: {} }, 14);
  expect((await bo.take('roomLeft')).body).toMatchObject({ reason: LeaveReason.KICKED, note: 'be kind' });
  expect((await ada.take('participantLeft')).body).toMatchObject({ reason: LeaveReason.KICKED, note: 'be kind' });
  await bo.join(roomId);
  await command({ userId: 'id-of-bo', ban: { seconds: 0 } }, 15);
  expect((await bo.take('roomLeft')).body.reason).toBe(LeaveReason.BANNED);
  expect((await bo.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
});

test('R20.1: metronome, matched playout and settings are the same on every process', async () => {
  const { roomId, ada, bo } = await duo();
  const olga = await several.inside(1, 'olga', roomId);
  const transport = { tempo: 90_000, beatsPerBar: 3, running: true, startTime: 0, beatsBefore: 0 };
  olga.send({ kind: 'transport', body: transport, requestId: 2 });
  const set = await olga.take('transport');
  expect(set.requestId).toBe(2);
  expect((await ada.take('transport')).body).toEqual(set.body);
  const figures = { jitter: 1_000, playoutDelay: 0, late: 0, dropped: 0, datagramState: 0 } as const;
  const more = { datagramsReceived: 0, datagramsLost: 0, repaired: 0, reports: [] };
  ada.send({ kind: 'quality', body: { rtt: 20_000, ...figures, ...more } });
  bo.send({ kind: 'quality', body: { rtt: 40_000, ...figures, ...more } });
  await Promise.all([ada.sync(), bo.sync()]);
  await several.settle();
  several.time.advance(2_000);
  expect((await ada.take('quality')).body.reports.map(({ rtt }) => rtt)).toEqual([40_000]);
  olga.send({ kind: 'playoutMode', body: { matched: true, commonDelay: 0, intervalBars: 0 }, requestId: 3 });
  const mode = (await olga.take('playoutMode')).body;
  expect(mode).toEqual({ matched: true, commonDelay: 31_000, intervalBars: 0 });
  expect((await ada.take('playoutMode')).body).toEqual(mode);
  olga.send({ kind: 'updateRoomCommand', body: { roomName: 'Renamed' }, requestId: 4 });
  expect((await ada.take('roomUpdated')).body.room?.roomName).toBe('Renamed');
  const third = await several.add();
  const kim = await third.user('kim');
  const snapshot = (await kim.join(roomId)).body;
  expect(snapshot.transport).toEqual(set.body);
  expect((await kim.take('playoutMode')).body).toEqual(mode);
  several.stages[0]?.realtime.closeRooms([roomId], 1);
  expect((await kim.take('roomClosed')).body.roomId).toBe(roomId);
  expect((await bo.take('roomClosed')).body.roomId).toBe(roomId);
});

test('R13.15, R20.1: an offer of ownership is withdrawn when somebody leaves it, and does not come back with them', async () => {
  const { roomId, ada } = await duo();
  const olga = await several.inside(1, 'olga', roomId);
  const states = (player: TestPlayer) =>
    player.frames.flatMap((frame) => (frame.kind === 'ownershipOffer' ? [frame.body.state] : []));
  const { OPEN, WITHDRAWN } = OwnershipOfferState;
  const offer = { kind: 'moderationCommand', body: { reason: '', transferOwner: {}, userId: 'id-of-ada' } } as const;
  const ends = [
    () => ada.send({ kind: 'leaveRoomCommand', body: {} }),
    () => olga.send({ kind: 'moderationCommand', body: { reason: '', kick: {}, userId: 'id-of-ada' } }),
  ];
  for (const [round, end] of ends.entries()) {
    olga.send(offer);
    await ada.take('ownershipOffer');
    end();
    await ada.take('roomLeft');
    await several.settle();
    // Nobody else on her process was in the room, which therefore takes over what is shared.
    await ada.join(roomId);
    ada.send({ kind: 'userCommand', body: { answerOwnership: { accept: true } } });
    expect((await ada.take('error')).body.code).toBe('RESOURCE_NOT_FOUND');
    expect(states(olga)).toEqual(Array.from({ length: round + 1 }, () => [OPEN, WITHDRAWN]).flat());
  }
});

test('R20.7: counts, lists and the lobby include the participants of other processes', async () => {
  const { roomId } = await duo();
  const watcher = await several.stages[1]?.user('watcher');
  watcher?.send({ kind: 'lobbyCommand', body: { subscribe: true }, requestId: 1 });
  await watcher?.take('lobbyUpdate');
  const other = await room({ roomName: 'OtherProcesses' });
  await several.inside(0, 'eve', other);
  several.time.advance(1_000);
  await several.settle();
  several.time.advance(1_000);
  await several.settle();
  const rooms = several.stages[1]?.realtime.rooms;
  expect(rooms?.occupancy(other)).toBe(1);
  expect(rooms?.occupancy(roomId)).toBe(2);
  expect([...(rooms?.occupiedRoomIds() ?? [])].sort()).toEqual([roomId, other].sort());
  expect(rooms?.participants(other).map(({ username }) => username)).toEqual(['eve']);
  const seen = (await watcher?.take('lobbyUpdate'))?.body;
  const shown = [...(seen?.added ?? []), ...(seen?.changed ?? [])].find((one) => one.roomId === other);
  expect(shown).toMatchObject({ currentUsers: 1, roomType: RoomType.PUBLIC });
});

test('R20.2: whoever joins is not refused because of somebody who has left elsewhere a moment before', async () => {
  const { roomId, bo } = await duo({ maxUsers: 2 });
  const eve = await several.stages[0]?.user('eve');
  const arrives = several.buses[0]?.hold();
  bo.send({ kind: 'leaveRoomCommand', body: {}, requestId: 3 });
  await bo.take('roomLeft');
  eve?.send({ kind: 'joinRoomCommand', body: { roomId, password: '' }, requestId: 4 });
  await eve?.sync();
  await several.settle();
  expect(eve?.count('error')).toBe(0);
  arrives?.();
  expect((await eve?.take('roomJoined'))?.requestId).toBe(4);
});
