import { barsUs, type LoopCommand, type LoopLayer, type LoopNews, RoomRight } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Identity } from '../../src/ports/tickets.ts';
import { checkBotMay } from '../../src/realtime/connections/bot-commands.ts';
import type { Command } from '../../src/realtime/connections/command.ts';
import { SeveralStages } from './several-stages.ts';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const kick: LoopLayer = {
  ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, ticks: [0, 240] },
  data: Uint8Array.of(0x99, 36, 100, 0x89, 36, 64),
};
const recording = { name: 'Kick', bars: 2, beatsPerBar: 4, layers: [kick], replace: false };
const groove = {
  ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 8, stepsPerBeat: 4, swing: 50, keys: [36] },
  patterns: [
    { steps: 4, lanes: [Uint8Array.of(100, 0, 0, 0)] },
    { steps: 8, lanes: [new Uint8Array(8)] },
  ],
};
let asked = 100;

function send(player: TestPlayer | undefined, command: LoopCommand): number {
  asked++;
  player?.send({ kind: 'loopCommand', body: command, requestId: asked });
  return asked;
}

/** The next news of loops that a player gets. */
async function news(player: TestPlayer | undefined): Promise<LoopNews & { readonly requestId: number }> {
  const { body, requestId } = await (player as TestPlayer).take('loopNews');
  return { ...body, requestId };
}

async function refusal(player: TestPlayer | undefined, command: LoopCommand) {
  send(player, command);
  return (await (player as TestPlayer).take('error')).body;
}

/** The loops as a newcomer gets them by asking. */
async function listed(player: TestPlayer) {
  const requestId = send(player, { slot: 0, list: {} });
  const loops = [];
  for (;;) {
    const each = await news(player);
    if (each.loop !== undefined) loops.push(each.loop);
    if (each.listed === undefined) continue;
    expect([each.requestId, each.listed.slots]).toEqual([requestId, loops.map(({ slot }) => slot)]);
    return loops;
  }
}

test('R21.1, R21.3: a recorded loop is everybody’s at once, with its maker, and a newcomer asks for all', async () => {
  const { roomId, players } = await stage.band('olga', 'ada');
  const [olga, ada] = players;
  const requestId = send(ada, { slot: 3, record: recording });
  const answer = await news(ada);
  expect(answer).toMatchObject({ requestId, revision: 1, loop: { slot: 3, username: 'ada', volume: 100, plan: [] } });
  expect((await news(olga)).loop).toEqual(answer.loop);
  const guest = await stage.guest();
  await guest.join(roomId);
  expect(await listed(guest)).toEqual([answer.loop]);
});

test('R21.5: a loop starts at a bar line for everybody, starts the metronome if it stands still, and stops at one', async () => {
  const { players } = await stage.band('olga', 'ada');
  const [olga, ada] = players;
  send(ada, { slot: 0, record: recording });
  await news(ada);
  send(ada, { slot: 0, start: { originTime: 0 } });
  const nowUs = stage.time.serviceUs();
  const transport = (await (olga as TestPlayer).take('transport')).body;
  expect(transport).toEqual({
    tempo: 120_000,
    beatsPerBar: 4,
    running: true,
    startTime: nowUs + 500_000,
    beatsBefore: 0,
  });
  await news(olga);
  const plan = (await news(olga)).plans?.plans[0]?.plan;
  expect(plan).toEqual([{ startTime: transport.startTime, playing: true, tick: 0, tempo: 120_000, pattern: 0 }]);
  stage.time.advance(700);
  send(olga, { slot: 0, stop: {} });
  const barUs = barsUs(transport, 1);
  const stopped = (await news(olga)).plans?.plans[0]?.plan;
  expect(stopped?.map(({ startTime, playing }) => [startTime - transport.startTime, playing])).toEqual([
    [0, true],
    [barUs, false],
  ]);
});

test('R21.6: a loop keeps its place when the metronome changes, and a latecomer has the same plan', async () => {
  const { roomId, players } = await stage.band('olga', 'ada');
  const [olga, ada] = players;
  send(ada, { slot: 0, record: { ...recording, bars: 3, start: { originTime: 0 } } });
  await news(ada);
  const { startTime } = (await (olga as TestPlayer).take('transport')).body;
  await (ada as TestPlayer).take('transport');
  stage.time.advance(500 + 2_000 + 100);
  olga?.send({
    kind: 'transport',
    body: { tempo: 60_000, beatsPerBar: 3, running: true, startTime: 0, beatsBefore: 0 },
  });
  const changed = (await (ada as TestPlayer).take('transport')).body;
  expect(changed.startTime - startTime).toBe(4_000_000);
  const plan = (await news(ada)).plans?.plans[0]?.plan ?? [];
  expect(plan.at(-1)).toEqual({
    startTime: changed.startTime,
    playing: true,
    tick: 8 * 480,
    tempo: 60_000,
    pattern: 0,
  });
  const bo = await stage.user('bo');
  await bo.join(roomId);
  expect((await listed(bo))[0]?.plan).toEqual(plan);
});

test('R21.6: loops stop with the metronome', async () => {
  const { players } = await stage.band('olga');
  const [olga] = players;
  send(olga, { slot: 0, record: { ...recording, start: { originTime: 0 } } });
  await news(olga);
  const { body } = await (olga as TestPlayer).take('transport');
  stage.time.advance(1_000);
  olga?.send({ kind: 'transport', body: { ...body, running: false, startTime: 0 } });
  const { startTime } = (await (olga as TestPlayer).take('transport')).body;
  expect((await news(olga)).plans?.plans[0]?.plan.at(-1)).toMatchObject({ startTime, playing: false });
});

test('R21.2, R3.5, R13.7, R23.2: guests and muted players may not use loops, others only where everybody may', async () => {
  const roomId = await stage.room();
  const olga = await stage.user('olga');
  const ada = await stage.user('ada');
  const guest = await stage.guest();
  for (const each of [olga, ada, guest]) await each.join(roomId);
  expect((await refusal(guest, { slot: 0, record: recording })).details).toEqual({ required: 'member' });
  olga.send({
    kind: 'moderationCommand',
    body: { userId: 'id-of-ada', mute: { chat: false, notes: true, seconds: 0 }, reason: '' },
  });
  await olga.take('ack');
  expect((await refusal(ada, { slot: 0, record: recording })).details).toEqual({ reason: 'muted' });
  olga.send({ kind: 'moderationCommand', body: { userId: 'id-of-ada', unmute: {}, reason: '' } });
  olga.send({ kind: 'updateRoomCommand', body: { settings: { mayLoop: RoomRight.MODERATORS } } });
  await ada.take('roomUpdated');
  expect((await refusal(ada, { slot: 0, record: recording })).details).toEqual({
    required: 'owner,moderator',
    reason: 'may_loop',
  });
  send(olga, { slot: 0, record: recording });
  expect((await news(olga)).loop?.username).toBe('olga');
  olga.send({
    kind: 'updateRoomCommand',
    body: { settings: { mayLoop: RoomRight.EVERYBODY, mayPlay: RoomRight.NAMED } },
  });
  await ada.take('roomUpdated');
  expect((await refusal(ada, { slot: 0, stop: {} })).details).toEqual({ reason: 'may_play', may_play: 'named' });
  olga.send({ kind: 'updateRoomCommand', body: { settings: { mayLoop: RoomRight.TURNS } } });
  expect((await olga.take('error')).body.details).toMatchObject({ field: 'settings.may_loop' });
});

test('R21.4: only its maker and moderators change a loop, but everybody who may loop starts and mutes it', async () => {
  const { players } = await stage.band('olga', 'ada', 'bo');
  const [olga, ada, bo] = players;
  send(ada, { slot: 1, record: recording });
  for (const each of players) await news(each);
  for (const command of [
    { slot: 1, overdub: kick },
    { slot: 1, undo: {} },
    { slot: 1, remove: {} },
    { slot: 1, set: { volume: 3 } },
    { slot: 1, record: { ...recording, replace: true } },
  ]) {
    expect((await refusal(bo, command)).details).toMatchObject({ reason: 'loop_owner' });
  }
  expect((await refusal(bo, { slot: 1, record: recording })).details).toMatchObject({ field: 'slot', code: 'taken' });
  send(bo, { slot: 1, set: { muted: true } });
  expect((await news(bo)).changed).toMatchObject({ slot: 1, muted: true, name: 'Kick', username: 'ada' });
  send(ada, { slot: 1, overdub: kick });
  await news(ada);
  expect((await news(ada)).loop?.recorded?.layers).toHaveLength(2);
  send(ada, { slot: 1, undo: {} });
  expect((await news(ada)).loop?.recorded?.layers).toHaveLength(1);
  send(olga, { slot: 1, remove: {} });
  for (let index = 0; index < 3; index++) await news(olga);
  expect((await news(olga)).removed).toEqual({ slot: 1 });
  expect((await refusal(olga, { slot: 1, start: { originTime: 0 } })).code).toBe('RESOURCE_NOT_FOUND');
});

test('R21.8: loops survive a restart, standing still, and an account that is deleted leaves its loops', async () => {
  const { roomId, players } = await stage.band('olga', 'ada');
  const [olga, ada] = players;
  send(ada, { slot: 2, record: { ...recording, start: { originTime: 0 } } });
  const made = (await news(ada)).loop;
  send(olga, { slot: 5, makePatterns: { name: 'Groove', patterns: groove, replace: false } });
  await news(olga);
  const patterns = (await news(olga)).loop;
  stage.time.advance(1_000);
  await vi.waitFor(async () => expect(await stage.storage.loopsOf(roomId)).toHaveLength(2));
  const next = await Stage.open({ storage: stage.storage });
  try {
    const bo = await next.user('bo');
    await bo.join(roomId);
    expect(await listed(bo)).toEqual([{ ...made, plan: [] }, patterns]);
    await next.storage.deleteUser('id-of-ada');
    next.time.advance(5_000);
    expect((await news(bo)).changed).toMatchObject({ slot: 2, userId: '', username: 'deleted' });
  } finally {
    await next.close();
  }
});

test('R21.8: a room that nobody is in keeps its loops and goes on where they are', async () => {
  const { roomId, players } = await stage.band('olga');
  const [olga] = players;
  send(olga, { slot: 2, record: { ...recording, start: { originTime: 0 } } });
  const { loop } = await news(olga);
  olga?.socket.close();
  await stage.untilLogged('disconnected');
  const ada = await stage.user('ada');
  await ada.join(roomId);
  expect(await listed(ada)).toEqual([loop]);
});

test('R22.7: steps that follow others within 30 ms reach the listeners together, the latest of each, and before what comes next', async () => {
  const { players } = await stage.band('olga', 'ada');
  const [olga, ada] = players;
  send(olga, { slot: 0, makePatterns: { name: 'Groove', patterns: groove, replace: false } });
  await Promise.all([news(olga), news(ada)]);
  const edit = (step: number, velocity: number) =>
    send(olga, { slot: 0, setSteps: { pattern: 1, edits: [{ key: 36, step, velocity }] } });
  const requests = [edit(0, 1), edit(1, 1), edit(2, 1), edit(1, 90)];
  const answers = [];
  for (const _ of requests) answers.push(await news(olga));
  expect(answers.map(({ requestId }) => requestId)).toEqual(requests);
  const steps = ({ steps: set }: LoopNews) => set?.steps?.edits.map(({ step, velocity }) => [step, velocity]);
  expect(steps(await news(ada))).toEqual([[0, 1]]);
  stage.time.advance(30);
  expect(steps(await news(ada))).toEqual([
    [2, 1],
    [1, 90],
  ]);
  edit(3, 7);
  send(olga, { slot: 0, set: { volume: 9 } });
  expect(steps(await news(ada))).toEqual([[3, 7]]);
  expect((await news(ada)).changed).toMatchObject({ volume: 9 });
});

test('S38.1: a user and their bots send at most so many bytes of loops to a room; others go on', async () => {
  const limited = await Stage.open({ commandLimitFactor: 1 });
  try {
    const { players } = await limited.band('olga', 'ada');
    const [olga, ada] = players;
    const lanes = groove.keys.map(() => new Uint8Array(64));
    const patterns = { ...groove, patterns: [{ steps: 64, lanes }] };
    send(olga, { slot: 0, makePatterns: { name: 'Grid', patterns, replace: false } });
    await news(olga);
    const edits = Array.from({ length: 1_024 }, (_, index) => ({ key: 36, step: index % 64, velocity: 127 }));
    let refused: Awaited<ReturnType<typeof refusal>> | undefined;
    for (let count = 0; count < 100 && refused === undefined; count++) {
      send(olga, { slot: 0, setSteps: { pattern: 0, edits } });
      await olga?.sync();
      if ((olga?.count('error') ?? 0) > 0) refused = (await (olga as TestPlayer).take('error')).body;
    }
    expect(refused).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { reason: 'bytes', budget: 'loopNews' } });
    send(ada, { slot: 0, setSteps: { pattern: 0, edits: [{ key: 36, step: 0, velocity: 1 }] } });
    await (ada as TestPlayer).sync();
    expect(ada?.count('error')).toBe(0);
  } finally {
    await limited.close();
  }
});

test('R22.2, R20.4: two people on two processes edit a pattern at once; no step is lost, and both see the same', async () => {
  const several = await SeveralStages.open(2);
  try {
    const roomId = await (several.stages[0] as Stage).room();
    const ada = await several.inside(0, 'ada', roomId);
    const bo = await several.inside(1, 'bo', roomId);
    send(ada, { slot: 0, makePatterns: { name: 'Groove', patterns: groove, replace: false } });
    await Promise.all([news(ada), news(bo)]);
    for (let step = 0; step < 8; step++) {
      send(ada, { slot: 0, setSteps: { pattern: 1, edits: [{ key: 36, step, velocity: step + 1 }] } });
      send(bo, { slot: 0, setSteps: { pattern: 1, edits: [{ key: 42, step, velocity: 100 + step }] } });
    }
    for (const player of [ada, bo]) await player.sync();
    await several.settle();
    several.time.advance(30);
    for (const player of [ada, bo]) {
      const answers: number[] = [];
      for (let told = await news(player); told.revision < 17 || answers.length < 8; told = await news(player)) {
        if (told.requestId !== 0) answers.push(told.revision);
      }
      expect([...answers].sort((one, other) => one - other)).toEqual(answers);
    }
    const third = await several.add();
    const kim = await third.user('kim');
    await kim.join(roomId);
    const [all] = await Promise.all([listed(kim)]);
    expect(all[0]?.patterns?.keys).toEqual([36, 42]);
    expect(all[0]?.patterns?.patterns[1]?.lanes.map((lane) => [...lane])).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      [100, 101, 102, 103, 104, 105, 106, 107],
    ]);
    expect(await listed(ada)).toEqual(all);
    expect(await listed(bo)).toEqual(all);
  } finally {
    await several.close();
  }
});

test('R21.4, R20.4: of two people who put a loop into one slot at two processes at once, one does, and both see whose it is', async () => {
  const several = await SeveralStages.open(2);
  try {
    const roomId = await (several.stages[0] as Stage).room();
    const players = [await several.inside(0, 'ada', roomId), await several.inside(1, 'bo', roomId)];
    const makers: string[][] = [[], []];
    for (let slot = 0; slot < 8; slot++) {
      for (const player of players) send(player, { slot, record: recording });
      for (const [index, player] of players.entries()) makers[index]?.push((await news(player)).loop?.userId ?? '');
    }
    expect(makers[0]).toEqual(makers[1]);
    for (const [index, other] of ['id-of-bo', 'id-of-ada'].entries()) {
      const lost = makers[0]?.filter((maker) => maker === other) ?? [];
      for (const _ of lost) {
        expect((await players[index]?.take('error'))?.body).toMatchObject({ details: { field: 'slot' } });
      }
    }
  } finally {
    await several.close();
  }
});

test('R21.8: what another process has removed is not stored again', async () => {
  const several = await SeveralStages.open(2);
  try {
    const roomId = await (several.stages[0] as Stage).room();
    const ada = await several.inside(0, 'ada', roomId);
    const again = await several.inside(1, 'ada', roomId);
    send(ada, { slot: 0, record: recording });
    await Promise.all([news(ada), news(again)]);
    send(again, { slot: 0, remove: {} });
    await Promise.all([news(ada), news(again)]);
    const stored = vi.spyOn(several.storage, 'setLoops');
    several.time.advance(10_000);
    await vi.waitFor(() => expect(stored).toHaveBeenCalled());
    await Promise.all(stored.mock.results.map(({ value }) => value));
    const records = stored.mock.calls.flatMap(([batch]) => batch);
    expect(records.filter(({ loop }) => loop !== undefined)).toEqual([]);
    expect(records.length).toBeGreaterThan(1);
    expect(await several.storage.loopsOf(roomId)).toEqual([]);
  } finally {
    await several.close();
  }
});

test('R21.11: a bot needs the scope play to use loops, and listen to ask for them', () => {
  const of = (scopes: readonly ('listen' | 'play')[]) =>
    ({
      kind: 'user',
      userId: 'b',
      username: 'b',
      roles: [],
      sessionId: 's',
      bot: { ownerId: 'o', scopes },
    }) as unknown as Identity;
  const command = (body: LoopCommand) => ({ kind: 'loopCommand', body }) as unknown as Command;
  const stop = command({ slot: 0, stop: {} });
  const list = command({ slot: 0, list: {} });
  expect(() => checkBotMay(of(['listen']), stop)).toThrow('play');
  expect(() => checkBotMay(of(['play']), list)).toThrow('listen');
  checkBotMay(of(['play']), stop);
  checkBotMay(of(['listen']), list);
});

test('R20.6: after a cut, and when what was shared is lost, every process has the loops again', async () => {
  const several = await SeveralStages.open(2);
  try {
    const roomId = await (several.stages[0] as Stage).room();
    const ada = await several.inside(0, 'ada', roomId);
    const bo = await several.inside(1, 'bo', roomId);
    several.buses[1]?.setUp(false);
    expect((await refusal(bo, { slot: 4, record: recording })).details).toMatchObject({ reason: 'unreachable' });
    send(ada, { slot: 3, record: { ...recording, start: { originTime: 0 } } });
    const { loop } = await news(ada);
    several.buses[1]?.setUp(true);
    expect((await news(bo)).loop).toEqual(loop);
    several.hub.forget();
    for (const bus of several.buses) bus.setUp(false);
    for (const bus of several.buses) bus.setUp(true);
    await several.settle();
    const third = await several.add();
    const kim = await third.user('kim');
    expect((await kim.join(roomId)).body.transport?.running).toBe(true);
    expect(await listed(kim)).toEqual([loop]);
    send(kim, { slot: 3, remove: {} });
    expect((await kim.take('error')).body.details).toMatchObject({ reason: 'loop_owner' });
    send(ada, { slot: 3, remove: {} });
    for (const player of [ada, bo, kim]) expect((await news(player)).removed).toEqual({ slot: 3 });
  } finally {
    await several.close();
  }
});

test('R21.11: more than 200 commands in 10 s are refused, and more than 20 loops and five lists', async () => {
  const strict = await Stage.open({ commandLimitFactor: 1 });
  try {
    const { players } = await strict.band('olga');
    const [olga] = players;
    send(olga, { slot: 0, record: recording });
    await news(olga);
    // Fewer at once than may wait for their turn (R6.7).
    for (let edit = 0; edit < 200; edit++) {
      send(olga, { slot: 0, set: { muted: edit % 2 === 0 } });
      if (edit % 50 === 0) for (let answer = 0; answer < (edit === 0 ? 1 : 50); answer++) await news(olga);
    }
    for (let answer = 0; answer < 49; answer++) await news(olga);
    expect((await refusal(olga, { slot: 0, stop: {} })).code).toBe('RATE_LIMIT_EXCEEDED');
    for (let loop = 1; loop < 20; loop++) {
      send(olga, { slot: loop % 16, record: { ...recording, replace: true } });
      await news(olga);
    }
    expect((await refusal(olga, { slot: 0, undo: {} })).code).toBe('RATE_LIMIT_EXCEEDED');
    for (let list = 0; list < 5; list++) await listed(olga as TestPlayer);
    expect((await refusal(olga, { slot: 0, list: {} })).code).toBe('RATE_LIMIT_EXCEEDED');
  } finally {
    await strict.close();
  }
});
