import type { LoopCommand } from '@roomtone/protocol';
import { type MemberName, type Message, RoomRight, type RoomSettings, TurnAction } from '@roomtone/protocol';
import { expect, test, vi } from 'vitest';
import { processesTimeoutMs } from '../../commands/host.ts';
import type { TestPlayer } from '../../realtime/test-player.ts';
import { bytesOf, Service } from '../service-of-rooms.ts';
import '../skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const names = ['olga', 'bob', 'cam', 'dan', 'eve', 'fay'];

/** Six players of a room on three processes. The first, on the first process, owns the room. */
async function sextet(name: string) {
  const service = await Service.start(3);
  const token = await service.token('olga');
  const { room_id: roomId } = await service
    .site(0)
    .data<{ room_id: string }>('POST', '/api/rooms', { room_name: name }, token);
  const players: TestPlayer[] = [];
  for (const [index, each] of names.entries()) {
    const player = await service.user(index % 3, each);
    await player.join(roomId);
    players.push(player);
  }
  const [olga, bob, cam] = players as [TestPlayer, TestPlayer, TestPlayer];
  return { service, token, roomId, players, olga, bob, cam };
}

function bodies<K extends MemberName>(player: TestPlayer, kind: K): Message<K>['body'][] {
  return player.frames.flatMap((frame) => (frame.kind === kind ? [(frame as Message<K>).body] : []));
}

async function giveSettings(owner: TestPlayer, settings: RoomSettings, ...others: TestPlayer[]): Promise<void> {
  owner.send({ kind: 'updateRoomCommand', body: { settings } });
  for (const player of [owner, ...others]) await player.take('roomUpdated');
}

const turn = (player: TestPlayer, action: TurnAction, participant = 0, position = 0) =>
  player.send({ kind: 'turnCommand', body: { action, participant, position } });

/** The last turns that each was told; they are asked for until all were told the same. */
async function agreed(players: readonly TestPlayer[]) {
  const last = () => players.map((player) => JSON.stringify(bodies(player, 'turns').at(-1), ['playing', 'waiting']));
  await expect.poll(() => new Set(last()).size).toBe(1);
  return JSON.parse(last()[0] ?? '{}') as { readonly playing: number[]; readonly waiting: number[] };
}

test('R20.4, R23.3, R23.4: a right that one process gives or takes applies to the same notes at the others, 100 times', async () => {
  const { players, olga, bob, cam } = await sextet('Rights');
  for (let round = 0; round < 50; round++) {
    const key = 40 + round;
    await giveSettings(olga, { mayPlay: RoomRight.NAMED }, ...players.slice(1));
    bob.play([0x90, key, 100]);
    await bob.sync();
    await giveSettings(olga, { mayPlay: RoomRight.EVERYBODY }, bob);
    bob.play([0x90, key, 99]);
    for (const listener of [olga, cam]) expect(bytesOf(await listener.take('midiMessage'))).toEqual([0x90, key, 99]);
    // It still sounds when the right is taken again: then it ends, once.
    await giveSettings(olga, { mayPlay: RoomRight.NAMED });
    for (const listener of [olga, cam]) {
      expect(bytesOf(await listener.take('midiMessage')).slice(0, 2)).toEqual([0x80, key]);
    }
    await giveSettings(olga, { mayPlay: RoomRight.EVERYBODY });
    for (const player of players.slice(1)) {
      for (const _ of player === bob ? [0, 1] : [0, 1, 2]) await player.take('roomUpdated');
    }
    await Promise.all(players.map((player) => player.sync()));
  }
  for (const listener of [olga, cam]) expect(listener.count('midiMessage'), 'nothing that was refused').toBe(100);
  expect((await bob.take('error')).body.details).toMatchObject({ reason: 'may_play' });
});

test('R23.5, R23.9: six players on three processes take, pass and lose turns at once; then the process of one who plays is killed', async () => {
  const { service, players, olga } = await sextet('Turns');
  await giveSettings(olga, { mayPlay: RoomRight.TURNS, turnPlayers: 2 }, ...players.slice(1));
  for (let round = 0; round < 200; round++) {
    for (const [index, player] of players.entries()) {
      turn(player, (index + round) % 3 === 0 ? TurnAction.PASS : TurnAction.TAKE);
    }
    turn(olga, round % 2 === 0 ? TurnAction.SKIP : TurnAction.MOVE, players[round % 6]?.number, 1 + (round % 4));
    await Promise.all(players.map((player) => player.sync()));
    const { playing, waiting } = await agreed(players);
    expect(new Set([...playing, ...waiting]).size, 'one place each').toBe(playing.length + waiting.length);
    expect(playing.length, 'as many as may').toBe(Math.min(2, playing.length + waiting.length));
  }
  for (const player of players) turn(player, TurnAction.PASS);
  await expect.poll(async () => (await agreed(players)).playing).toEqual([]);
  // Bob and eve are connected to the second process, and play; cam is the next.
  const order = [1, 4, 2, 0, 3].map((index) => players[index] as TestPlayer);
  for (const [index, player] of order.entries()) {
    turn(player, TurnAction.TAKE);
    await expect
      .poll(() => agreed(players).then(({ playing, waiting }) => playing.length + waiting.length))
      .toBe(index + 1);
  }
  const [bob, eve, cam, , dan] = order as [TestPlayer, TestPlayer, TestPlayer, TestPlayer, TestPlayer];
  expect(await agreed(players)).toEqual({
    playing: [bob.number, eve.number],
    waiting: [cam, olga, dan].map((one) => one.number),
  });
  bob.play([0x90, 60, 100]);
  const alive = players.filter((_, index) => index % 3 !== 1);
  for (const listener of alive) await listener.take('midiMessage');
  service.processes[1]?.child.kill('SIGKILL');
  for (const listener of alive) expect(bytesOf(await listener.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  const next = { playing: [cam.number, olga.number], waiting: [dan.number] };
  await expect
    .poll(
      async () => {
        // Signs of life, as clients give them.
        await Promise.all(alive.map((player) => player.sync()));
        return agreed(alive);
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual(next);
  cam.play([0x90, 64, 100]);
  expect(bytesOf(await olga.take('midiMessage'))).toEqual([0x90, 64, 100]);
});

test('R24.1, S34.4, R22.2: sheets and loops of a room on three processes are the same for everybody, whoever turns and edits', async () => {
  const { service, token, roomId, players, olga, bob } = await sextet('Sheets');
  const path = `/api/rooms/${roomId}`;
  const data = Buffer.from('X:1\nT:Reel\nK:D\nDEF|').toString('base64');
  const sheet = { name: 'Reel', kind: 'abc', data };
  const { sheet_id } = await service.site(1).data<{ sheet_id: string }>('POST', `${path}/sheets`, sheet, token);
  for (let measure = 0; measure < 30; measure++) {
    await service.site(measure % 3).data('PUT', `${path}/stand`, { sheet_id, measure, beat: 1 }, token);
  }
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      service.site(index % 3).data('PUT', `${path}/stand`, { sheet_id, measure: 100 + index, beat: 2 }, token),
    ),
  );
  const entries = [{ entry_id: 'one', title: 'First', sheet_id }];
  await service.site(2).data('PUT', `${path}/set-list`, { entries }, token);
  await service.site(0).data('PUT', `${path}/stand`, { entry_id: 'one' }, token);
  const stands = (player: TestPlayer) =>
    bodies(player, 'roomUpdated').map(({ room }) => JSON.parse(room?.stand ?? '{}'));
  for (const player of players) {
    await expect
      .poll(() => stands(player).at(-1))
      .toMatchObject({ title: 'First', entry_id: 'one', set_list_version: 1 });
    const shown = stands(player).map(({ measure }) => measure);
    expect(shown.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, measure) => measure));
  }
  const patterns = {
    ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 8, stepsPerBeat: 4, swing: 50, keys: [36, 42] },
    patterns: [{ steps: 16, lanes: [new Uint8Array(16), new Uint8Array(16)] }],
  };
  const loop = (player: TestPlayer, command: LoopCommand) => player.send({ kind: 'loopCommand', body: command });
  loop(olga, { slot: 0, makePatterns: { name: 'Groove', patterns, replace: false } });
  for (const player of players) await player.take('loopNews');
  for (let edit = 0; edit < 64; edit++) {
    for (const [player, key] of [
      [olga, 36],
      [bob, 42],
    ] as const) {
      loop(player, { slot: 0, setSteps: { pattern: 0, edits: [{ key, step: edit % 16, velocity: 1 + edit }] } });
    }
  }
  const heard = await Promise.all(
    players.map(async (player) => {
      const all: string[] = [];
      for (let edit = 0; edit < 128; edit++) {
        const { revision, steps } = (await player.take('loopNews')).body;
        all.push(JSON.stringify([revision, steps]));
      }
      return all;
    }),
  );
  for (const other of heard) expect(other).toEqual(heard[0]);
  const late = await service.user(2, 'gil');
  await late.join(roomId);
  loop(late, { slot: 0, list: {} });
  const lanes = (await late.take('loopNews')).body.loop?.patterns?.patterns[0]?.lanes;
  const last = Array.from({ length: 16 }, (_, step) => 49 + step);
  expect(lanes?.map((lane) => [...lane])).toEqual([last, last]);
});
