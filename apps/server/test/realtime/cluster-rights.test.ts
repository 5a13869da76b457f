// Rights, turns, sheets and closed rooms where participants are connected to different processes.
import {
  LeaveReason,
  type MemberName,
  type Message,
  RoomCloseReason,
  RoomRight,
  type RoomSettings,
  type RoomSettingsValues,
  TurnAction,
} from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RoomSheets } from '../../src/application/rooms/room-sheets.ts';
import { SeveralStages } from './several-stages.ts';
import type { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let several: SeveralStages;
beforeEach(async () => {
  several = await SeveralStages.open(3);
});
afterEach(() => several.close());

const stageOf = (index: number) => several.stages[index] as Stage;

/** Olga, who owns the room, on the first process, and others on the second and third in turn. */
async function trio(settings: Partial<RoomSettingsValues>, ...names: string[]) {
  const roomId = await stageOf(0).room({ settings });
  const olga = await several.inside(0, 'olga', roomId);
  const others: TestPlayer[] = [];
  for (const [index, name] of names.entries()) others.push(await several.inside(1 + (index % 2), name, roomId));
  await several.settle();
  const [ada, bo, cy, di] = others as [TestPlayer, TestPlayer, TestPlayer, TestPlayer];
  return { roomId, olga, ada, bo, cy, di, all: [olga, ...others] };
}

async function giveSettings(owner: TestPlayer, settings: RoomSettings): Promise<void> {
  owner.send({ kind: 'updateRoomCommand', body: { settings }, requestId: 40 });
  for (;;) if ((await owner.take('roomUpdated')).requestId === 40) return;
}

async function name(by: TestPlayer, userId: string, named: boolean): Promise<void> {
  by.send({ kind: 'moderationCommand', body: { reason: '', namePlayer: { named }, userId }, requestId: 41 });
  await by.take('ack');
}

function all<K extends MemberName>(player: TestPlayer, kind: K): Message<K>['body'][] {
  return player.frames.flatMap((frame) => (frame.kind === kind ? [(frame as Message<K>).body] : []));
}

/** The notes that a player has heard of music, apart from what was played before. */
async function heard(player: TestPlayer): Promise<number[][]> {
  await several.settle();
  await player.sync();
  return all(player, 'midiMessage').map(({ data }) => [...data]);
}

let asked = 100;

/** Sends a command about turns; resolves when it has been answered. */
async function turn(player: TestPlayer, action: TurnAction, participant = 0, position = 0): Promise<void> {
  const requestId = ++asked;
  player.send({ kind: 'turnCommand', body: { action, participant, position }, requestId });
  while (!player.frames.some((frame) => frame.requestId === requestId)) await player.sync();
}

const on = [0x90, 60, 100];
const off = [0x80, 60, 64];

test('R20.4, R23.3: what somebody holds ends everywhere when another process takes their right, and nothing comes after it', async () => {
  const { olga, ada, bo } = await trio({}, 'ada', 'bo');
  ada.play(on);
  await Promise.all([olga, bo].map((player) => player.take('midiMessage')));
  const arrives = several.buses[1]?.hold();
  await giveSettings(olga, { mayPlay: RoomRight.NAMED });
  // Her process has not heard of it yet.
  ada.play([0x90, 64, 100]);
  await ada.sync();
  for (const player of [olga, bo]) expect(await heard(player)).toEqual([on, off]);
  arrives?.();
  await several.settle();
  ada.play([0x90, 67, 100]);
  expect((await ada.take('error')).body.details).toEqual({ reason: 'may_play', may_play: 'named' });
  for (const player of [olga, bo]) expect(await heard(player)).toEqual([on, off]);
});

test('R20.4, R23.4: somebody who may play from now on is heard with their first note, also where that is not known yet', async () => {
  const { olga, ada, bo } = await trio({ mayPlay: 'named' }, 'ada', 'bo');
  const arrives = several.buses[2]?.hold();
  await name(olga, 'id-of-ada', true);
  await ada.take('roomUpdated');
  ada.play(on);
  await ada.sync();
  arrives?.();
  expect(await heard(bo)).toEqual([on]);
  expect(ada.count('error')).toBe(0);
});

test('R20.4: settings that are changed at two processes at once are in the end those in storage, for everybody', async () => {
  const { roomId, olga, all: players } = await trio({}, 'ada', 'bo');
  const again = await several.inside(1, 'olga', roomId);
  for (let welcome = 0; welcome < 12; welcome++) {
    const settings: RoomSettings =
      welcome % 3 === 0 ? { turnPlayers: 1 + (welcome % 8) } : { turnSeconds: 30 + welcome };
    (welcome % 2 === 0 ? olga : again).send({ kind: 'updateRoomCommand', body: { settings }, requestId: 50 + welcome });
  }
  for (const [owner, first] of [[olga, 50] as const, [again, 51] as const]) {
    for (let requestId = first; requestId < 62; ) {
      if ((await owner.take('roomUpdated')).requestId === requestId) requestId += 2;
    }
  }
  await several.settle();
  const { turnPlayers, turnSeconds } = (await several.storage.roomById(roomId))?.settings ?? {};
  for (const player of [...players, again]) {
    await player.sync();
    expect(all(player, 'roomUpdated').at(-1)?.room?.settings).toMatchObject({ turnPlayers, turnSeconds });
  }
});

test('R20.6: settings that a process changes while it is cut off reach the others afterwards', async () => {
  const { olga, ada, bo } = await trio({}, 'ada', 'bo');
  several.buses[0]?.setUp(false);
  await giveSettings(olga, { mayPlay: RoomRight.NAMED });
  several.buses[0]?.setUp(true);
  for (const player of [ada, bo]) {
    expect((await player.take('roomUpdated')).body.room?.settings?.mayPlay).toBe(RoomRight.NAMED);
    player.play(on);
    expect((await player.take('error')).body.details).toMatchObject({ reason: 'may_play' });
  }
});

test('R23.13: a place that somebody takes as soon as players take turns again is not lost at another process', async () => {
  const { olga, ada, bo, cy } = await trio({ mayPlay: 'turns' }, 'ada', 'bo', 'cy');
  for (const player of [ada, cy]) await turn(player, TurnAction.TAKE);
  const arrives = several.buses[0]?.hold();
  const changed = giveSettings(olga, { mayPlay: RoomRight.EVERYBODY });
  await bo.take('roomUpdated');
  arrives?.();
  await changed;
  await giveSettings(olga, { mayPlay: RoomRight.TURNS });
  await bo.take('roomUpdated');
  await turn(bo, TurnAction.TAKE);
  await several.settle();
  for (const player of [olga, ada, bo, cy]) {
    await player.sync();
    expect(all(player, 'turns').at(-1)).toMatchObject({ playing: [bo.number], waiting: [] });
  }
});

const seed = 20_261_126;

/** The same numbers from 0 on for the same seed. */
function random(from: number): (below: number) => number {
  let state = from;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test(`R23.5, R23.9: whatever players on three processes do at once, everybody has one place and sees the same (seed ${seed})`, async () => {
  const next = random(seed);
  const { olga, all: players } = await trio({ mayPlay: 'turns', turnPlayers: 2 }, 'ada', 'bo', 'cy', 'di');
  const numbers = players.map(({ number }) => number);
  for (let round = 0; round < 25; round++) {
    const acts = players.map((player) => turn(player, next(3) === 0 ? TurnAction.PASS : TurnAction.TAKE));
    acts.push(turn(olga, next(2) === 0 ? TurnAction.SKIP : TurnAction.MOVE, numbers[next(5)], 1 + next(3)));
    await Promise.all(acts);
    await several.settle();
    await Promise.all(players.map((player) => player.sync()));
    const [first, ...others] = players.map((player) => all(player, 'turns').at(-1));
    for (const other of others) expect(other, `round ${round}`).toEqual(first);
    const { playing = [], waiting = [] } = first ?? {};
    expect(new Set([...playing, ...waiting]).size, 'one place each').toBe(playing.length + waiting.length);
    expect(playing.length, 'as many as may').toBe(Math.min(2, playing.length + waiting.length));
  }
});

test('R23.9, R20.5: when the process that calls the next one is gone with the player, another calls the next, once', async () => {
  const { roomId, ada, bo, all: players } = await trio({ mayPlay: 'turns' }, 'ada', 'bo');
  const dan = await several.inside(0, 'dan', roomId);
  for (const player of [dan, bo, ada]) {
    await turn(player, TurnAction.TAKE);
  }
  const numbers = players.map(({ number }) => number);
  dan.play(on);
  await Promise.all([ada, bo].map((player) => player.take('midiMessage')));
  const told = all(ada, 'turns').length;
  several.kill(0);
  for (let second = 0; second < 40; second++) {
    several.time.advance(1_000);
    await several.settle();
    await Promise.all([ada, bo].map((player) => player.sync()));
  }
  for (const player of [ada, bo]) {
    expect(await heard(player), 'what dan held has ended').toEqual([on, off]);
    expect(all(player, 'participantLeft').map(({ reason }) => reason)).toEqual([LeaveReason.LOST, LeaveReason.LOST]);
    expect(all(player, 'turns').at(-1)).toMatchObject({ playing: [numbers[2]], waiting: [numbers[1]] });
  }
  expect(all(ada, 'turns').length - told, 'told once').toBe(1);
});

test('R24.1, S34.4: a sheet that is opened and turned through any process is the same for everybody', async () => {
  const { roomId, all: players } = await trio({}, 'ada', 'bo');
  const { storage } = several;
  const owner = {
    userId: 'id-of-olga',
    personId: 'id-of-olga',
    username: 'olga',
    roles: ['member'],
    address: '192.0.2.1',
  };
  const budgets = { spend: async () => {} };
  const spare = await several.add();
  // By then all processes know who has participants.
  several.time.advance(1_000);
  await several.settle();
  const sheets = [...several.stages.slice(0, 3), spare].map(
    ({ realtime: { rooms, fromOutside, ...realtime }, time: clock }) =>
      new RoomSheets({ storage, clock, rooms, news: realtime, time: fromOutside.time, budgets }),
  ) as [RoomSheets, RoomSheets, RoomSheets, RoomSheets];
  const data = Buffer.from('X:1\nT:Reel\nK:D\nDEF|').toString('base64');
  const { sheetId } = await sheets[1].add(owner, roomId, { name: 'Reel', kind: 'abc', data });
  // One after the other, the last through a process that nobody of the room is connected to.
  for (const [measure, each] of sheets.entries())
    await each.open(owner, roomId, { sheet_id: sheetId, measure, beat: 1 });
  await Promise.all(sheets.map((each, index) => each.open(owner, roomId, { sheet_id: sheetId, measure: 10 + index })));
  await several.settle();
  const { measure } = (await storage.roomById(roomId))?.stand ?? {};
  for (const player of players) {
    await player.sync();
    const shown = all(player, 'roomUpdated').map(({ room }) => JSON.parse(room?.stand ?? '{}'));
    expect(shown.slice(0, 4).map((each) => each.measure)).toEqual([0, 1, 2, 3]);
    expect(shown.at(-1)).toMatchObject({ title: 'Reel', measure });
  }
});

test('R2.4, R2.15: a room that one process closes is closed for all, without anybody leaving first, and lets nobody in', async () => {
  const { roomId, olga, ada, bo } = await trio({}, 'ada', 'bo');
  const late = await stageOf(1).user('late');
  const checking = stageOf(1).passwordGate.shut();
  await several.storage.updateRoom(roomId, { passwordHash: 'hashed sesame' }, several.time.nowMs());
  const record = await several.storage.roomById(roomId);
  if (record !== undefined) await stageOf(0).realtime.roomUpdated(record);
  // A new password is read from storage.
  while ((await ada.take('roomUpdated')).body.room?.hasPassword !== true);
  late.send({ kind: 'joinRoomCommand', body: { roomId, password: 'sesame' }, requestId: 5 });
  await checking.arrived;
  stageOf(0).realtime.closeRooms([roomId], RoomCloseReason.DELETED);
  await several.settle();
  stageOf(1).passwordGate.releaseAll();
  expect((await late.take('error')).body).toMatchObject({ code: 'ROOM_NOT_FOUND' });
  for (const player of [olga, ada, bo]) {
    expect((await player.take('roomClosed')).body).toEqual({ roomId, reason: RoomCloseReason.DELETED });
    await player.sync();
    expect(player.count('participantLeft')).toBe(0);
  }
});
