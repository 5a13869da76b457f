import { RoomRight, TurnAction } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RoomSettingsRecord } from '../../src/ports/room-storage.ts';
import { SeveralStages } from './several-stages.ts';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let several: SeveralStages;
let stage: Stage;
beforeEach(async () => {
  several = await SeveralStages.open(2);
  stage = several.stages[0] as Stage;
});
afterEach(() => several.close());

/** A room whose players take turns, with olga, who owns it, and the others, each on the process that `where` says. */
async function roomWith(settings: Partial<RoomSettingsRecord>, where: readonly number[], ...names: string[]) {
  const roomId = await stage.room({ settings: { mayPlay: 'turns', ...settings } });
  const players: TestPlayer[] = [];
  for (const [index, name] of ['olga', ...names].entries()) {
    const player = await several.inside(where[index] ?? 0, name, roomId);
    // Newcomers are told after roomJoined.
    await player.take('turns');
    players.push(player);
  }
  await several.settle();
  return { roomId, players: players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer] };
}

function turn(player: TestPlayer, action: TurnAction, whom?: TestPlayer, position = 0): void {
  const participant = whom === undefined ? 0 : whom.number;
  player.send({ kind: 'turnCommand', body: { action, participant, position }, requestId: 9 });
}

/** The turn and the queue, as somebody was told last. */
async function toldTo(player: TestPlayer): Promise<readonly (readonly number[])[]> {
  await several.settle();
  await player.sync();
  const told = player.frames.flatMap((frame) => (frame.kind === 'turns' ? [frame.body] : [])).at(-1);
  return [told?.playing ?? [], told?.waiting ?? []];
}

const turns = (playing: readonly TestPlayer[], waiting: readonly TestPlayer[] = []) => [
  playing.map(({ number }) => number),
  waiting.map(({ number }) => number),
];

/** Does it, waits for the answer, and resolves with what a listener is told. */
async function act(player: TestPlayer, listener: TestPlayer, action: TurnAction, whom?: TestPlayer, position = 0) {
  turn(player, action, whom, position);
  for (;;) if ((await player.take('turns')).requestId === 9) break;
  return toldTo(listener);
}

const { TAKE, PASS, MOVE, SKIP } = TurnAction;
const apart = [0, 1, 0, 1];

/** Time passes, and everybody goes on sending signs of life. */
async function pass(seconds: number, ...players: readonly TestPlayer[]): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    several.time.advance(1_000);
    await several.settle();
    if (second % 10 === 9) await Promise.all(players.map((player) => player.sync()));
  }
}

test.each([[[0, 0, 0, 0]], [apart]])(
  'R23.5, R23.9: players take turns, pass them on and give up their places, on processes %j',
  async (where) => {
    const { roomId, players } = await roomWith({}, where, 'ada', 'bo');
    const [olga, ada, bo] = players;
    ada.play([0x90, 60, 100]);
    expect((await ada.take('error')).body.details).toEqual({ reason: 'may_play', may_play: 'turns' });
    expect(await act(ada, olga, TAKE)).toEqual(turns([ada]));
    ada.play([0x90, 60, 100]);
    expect((await olga.take('midiMessage')).sender).toBe(ada.number);
    expect(await act(bo, olga, TAKE)).toEqual(turns([ada], [bo]));
    expect(await act(bo, olga, TAKE), 'nobody has two places').toEqual(turns([ada], [bo]));
    expect(await act(olga, olga, TAKE)).toEqual(turns([ada], [bo, olga]));
    expect(await act(ada, olga, PASS)).toEqual(turns([bo], [olga]));
    // The notes that ada held end with her turn (R23.3).
    expect([...(await olga.take('midiMessage')).body.data].slice(0, 2)).toEqual([0x80, 60]);
    expect(await act(olga, olga, PASS)).toEqual(turns([bo]));
    const cy = await several.inside(1, 'cy', roomId);
    expect(await toldTo(cy)).toEqual(turns([bo]));
    const guest = await stage.guest();
    await guest.join(roomId);
    turn(guest, TAKE);
    expect((await guest.take('error')).body.code).toBe('AUTHORIZATION_ERROR');
  },
);

test('R23.5: several play at a time; nobody takes turns elsewhere', async () => {
  const { players } = await roomWith({ turnPlayers: 2 }, [], 'ada', 'bo');
  const [olga, ada, bo] = players;
  await act(ada, olga, TAKE);
  expect(await act(bo, olga, TAKE)).toEqual(turns([ada, bo]));
  expect(await act(olga, olga, TAKE)).toEqual(turns([ada, bo], [olga]));
  const eve = await several.inside(0, 'eve', await stage.room());
  turn(eve, TAKE);
  expect((await eve.take('error')).body.details).toEqual({ reason: 'no_turns', may_play: 'everybody' });
  turn(ada, TurnAction.UNSPECIFIED);
  expect((await ada.take('error')).body).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'action' } });
});

test.each([[[0, 0, 0, 0]], [apart]])('R23.6: turns end by time and by leaving, on processes %j', async (where) => {
  const { players } = await roomWith({ turnSeconds: 30 }, where, 'ada', 'bo', 'cy');
  const [olga, ada, bo, cy] = players;
  await act(ada, olga, TAKE);
  await act(bo, olga, TAKE);
  await act(cy, olga, TAKE);
  await pass(29, ...players);
  expect(await toldTo(olga)).toEqual(turns([ada], [bo, cy]));
  await pass(2, ...players);
  expect(await toldTo(olga)).toEqual(turns([bo], [cy]));
  bo.send({ kind: 'leaveRoomCommand', body: {}, requestId: 4 });
  await bo.take('roomLeft');
  expect(await toldTo(olga)).toEqual(turns([cy]));
  await pass(100, ...players);
  expect(await toldTo(olga), 'a turn has no end while nobody waits').toEqual(turns([cy]));
  expect(await act(olga, olga, TAKE)).toEqual(turns([olga]));
});

test('R23.6: while somebody waits, a turn ends after 60 s without a note', async () => {
  const { players } = await roomWith({}, [], 'ada', 'bo');
  const [olga, ada, bo] = players;
  await act(ada, olga, TAKE);
  await act(bo, olga, TAKE);
  await pass(50, ...players);
  ada.play([0x90, 60, 1], [0x80, 60, 0]);
  await ada.sync();
  await pass(59, ...players);
  expect(await toldTo(olga)).toEqual(turns([ada], [bo]));
  await pass(1);
  expect(await toldTo(olga)).toEqual(turns([bo]));
});

test('R23.7: those who moderate the room move and skip others, and nobody else does', async () => {
  const { players } = await roomWith({}, apart, 'ada', 'bo', 'cy');
  const [olga, ada, bo, cy] = players;
  await act(ada, olga, TAKE);
  await act(bo, olga, TAKE);
  await act(cy, olga, TAKE);
  turn(cy, MOVE, cy, 1);
  turn(cy, SKIP, ada);
  for (let answer = 0; answer < 2; answer++) {
    expect((await cy.take('error')).body.details).toMatchObject({ required: 'owner,moderator' });
  }
  expect(await act(olga, cy, MOVE, cy, 1)).toEqual(turns([ada], [cy, bo]));
  expect(await act(olga, cy, SKIP, ada)).toEqual(turns([cy], [bo]));
  expect(await act(olga, cy, SKIP, bo)).toEqual(turns([cy]));
  turn(olga, MOVE, cy, 0);
  expect((await olga.take('error')).body.details).toMatchObject({ field: 'position' });
});

test('R23.8: somebody who has lost their connection keeps their turn for as long as they may resume', async () => {
  const { players } = await roomWith({}, [], 'ada', 'bo');
  const [olga, ada, bo] = players;
  await act(ada, olga, TAKE);
  await act(bo, olga, TAKE);
  await ada.acknowledge();
  ada.socket.terminate();
  await ada.closed;
  await pass(20, olga, bo);
  const back = await stage.resume(ada);
  back.play([0x90, 60, 100]);
  expect((await olga.take('midiMessage')).sender).toBe(ada.number);
  back.socket.terminate();
  await back.closed;
  await pass(29, olga, bo);
  expect(await toldTo(olga)).toEqual(turns([ada], [bo]));
  await pass(2, olga, bo);
  expect(await toldTo(olga)).toEqual(turns([bo]));
});

test('R23.9: of three who take a place at the same moment on two processes, each gets one, in one order for all', async () => {
  const { players } = await roomWith({}, apart, 'ada', 'bo', 'cy');
  const [olga, ...others] = players;
  for (const player of others) turn(player, TAKE);
  for (const player of others) for (;;) if ((await player.take('turns')).requestId === 9) break;
  const told = await toldTo(olga);
  const numbers = told.flat();
  expect([...numbers].sort((one, other) => one - other)).toEqual(
    others.map(({ number }) => number).sort((one, other) => one - other),
  );
  expect(told[0]).toHaveLength(1);
  for (const player of others) expect(await toldTo(player)).toEqual(told);
});

test('R23.9: when the process of the player is gone, the next one plays once the player may no longer resume', async () => {
  const { players } = await roomWith({}, apart, 'ada', 'bo');
  const [olga, ada, bo] = players;
  await act(ada, olga, TAKE);
  await act(bo, olga, TAKE);
  several.kill(1);
  await pass(20, olga, bo);
  expect(await toldTo(olga)).toEqual(turns([ada], [bo]));
  await pass(20, olga, bo);
  expect(await toldTo(olga)).toEqual(turns([bo]));
  bo.play([0x90, 60, 100]);
  expect((await olga.take('midiMessage')).sender).toBe(bo.number);
});

test('R23.9: when the process of the first to join is gone, the others go on calling the next one', async () => {
  const { players } = await roomWith({ turnSeconds: 30 }, [1, 0, 0], 'ada', 'bo');
  const [, ada, bo] = players;
  await act(ada, bo, TAKE);
  await act(bo, ada, TAKE);
  several.kill(1);
  await pass(34, ada, bo);
  expect(await toldTo(ada)).toEqual(turns([bo]));
});

test('R23.9: a process that was cut off has the same queue afterwards', async () => {
  const { players } = await roomWith({}, apart, 'ada', 'bo');
  const [olga, ada, bo] = players;
  several.buses[1]?.setUp(false);
  turn(ada, TAKE);
  expect((await ada.take('error')).body).toMatchObject({ code: 'SERVER_ERROR', details: { reason: 'unreachable' } });
  expect(await act(bo, olga, TAKE)).toEqual(turns([bo]));
  several.buses[1]?.setUp(true);
  expect(await toldTo(ada)).toEqual(turns([bo]));
  expect(await act(ada, olga, TAKE)).toEqual(turns([bo], [ada]));
});

test('R23.13: where players no longer take turns, what sounds goes on; when they do again, nobody waits', async () => {
  const { players } = await roomWith({}, apart, 'ada', 'bo');
  const [olga, ada, bo] = players;
  await act(ada, olga, TAKE);
  await act(bo, olga, TAKE);
  ada.play([0x90, 60, 100]);
  await olga.take('midiMessage');
  olga.send({ kind: 'updateRoomCommand', body: { settings: { mayPlay: RoomRight.EVERYBODY } }, requestId: 5 });
  await olga.take('roomUpdated');
  await several.settle();
  bo.play([0x90, 64, 100]);
  expect([...(await olga.take('midiMessage')).body.data]).toEqual([0x90, 64, 100]);
  olga.send({ kind: 'updateRoomCommand', body: { settings: { mayPlay: RoomRight.TURNS } }, requestId: 6 });
  const released = [await olga.take('midiMessage'), await olga.take('midiMessage')];
  expect(released.map(({ sender }) => sender).sort()).toEqual([ada.number, bo.number].sort());
  for (const player of [olga, ada, bo]) expect(await toldTo(player)).toEqual(turns([]));
  expect(await act(bo, ada, TAKE)).toEqual(turns([bo]));
});

test('R23.12: 20 commands about turns in 10 s', async () => {
  const limited = await Stage.open({ commandLimitFactor: 1 });
  const ada = await limited.user('ada');
  await ada.join(await limited.room({ settings: { mayPlay: 'turns' } }));
  for (let index = 0; index < 21; index++) turn(ada, TAKE);
  expect((await ada.take('error')).body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { limit: '20' } });
  expect(ada.count('error')).toBe(1);
  await limited.close();
});
