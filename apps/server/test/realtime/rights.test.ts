import {
  type ModerationCommand,
  type Outgoing,
  RoomRight,
  type RoomSettings,
  type RoomSettingsValues,
} from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

/** Olga, who owns the room, and others inside. Ada and bo have accounts without passwords. */
async function roomWith(settings: Partial<RoomSettingsValues>, ...names: string[]) {
  const roomId = await stage.room({ settings });
  const players: TestPlayer[] = [];
  for (const name of ['olga', ...names]) {
    const player = await stage.user(name);
    await player.join(roomId);
    players.push(player);
  }
  const [olga, ada, bo] = players as [TestPlayer, TestPlayer, TestPlayer];
  return { roomId, olga, ada, bo };
}

async function giveSettings(owner: TestPlayer, settings: RoomSettings): Promise<void> {
  owner.send({ kind: 'updateRoomCommand', body: { settings }, requestId: 40 });
  for (;;) if ((await owner.take('roomUpdated')).requestId === 40) return;
}

async function name(by: TestPlayer, command: Partial<ModerationCommand>): Promise<void> {
  by.send({ kind: 'moderationCommand', body: { reason: '', ...command }, requestId: 41 });
  await by.take('ack');
}

const noteOn = [0x90, 60, 100];
const reasonOf = async (player: TestPlayer) => (await player.take('error')).body.details;

/** Tries a note; resolves with true if another player hears it. */
async function isHeard(player: TestPlayer, by: TestPlayer): Promise<boolean> {
  const before = by.count('midiMessage');
  stage.time.advance(1_000);
  player.play(noteOn, [0x80, 60, 0]);
  await player.sync();
  await stage.settle();
  await by.sync();
  return by.count('midiMessage') > before;
}

describe('who may play', () => {
  test('R23.1: everybody with an account, unless the owner says otherwise', async () => {
    const { olga, ada } = await roomWith({}, 'ada');
    expect(await isHeard(ada, olga)).toBe(true);
    const { room } = (await (await stage.guest()).join(await stage.room())).body;
    expect(room?.settings).toMatchObject({
      mayPlay: RoomRight.EVERYBODY,
      turnPlayers: 1,
      turnSeconds: 0,
      mayChat: RoomRight.EVERYBODY,
      maySetMetronome: RoomRight.MODERATORS,
    });
  });

  test('R23.2: notes that are not allowed reach nobody, and are refused at most once a second, with the reason', async () => {
    const { olga, ada } = await roomWith({ mayPlay: 'named' }, 'ada');
    for (let index = 0; index < 5; index++) ada.play(noteOn);
    await ada.sync();
    await stage.settle();
    await olga.sync();
    expect(olga.count('midiMessage')).toBe(0);
    expect(ada.count('error')).toBe(1);
    expect((await ada.take('error')).body).toMatchObject({
      code: 'AUTHORIZATION_ERROR',
      details: { reason: 'may_play', may_play: 'named' },
    });
  });

  test('R23.3: the sound of somebody who may no longer play ends at once', async () => {
    const { roomId, olga, ada } = await roomWith({}, 'ada');
    ada.play(noteOn, [0xb0, 64, 127]);
    await olga.take('midiMessage');
    await giveSettings(olga, { mayPlay: RoomRight.NAMED });
    const ended = await olga.take('midiMessage');
    expect(ended.sender).toBe(ada.number);
    expect([...ended.body.data]).toEqual([0x80, 60, 64, 0xb0, 64, 0]);
    expect(await isHeard(ada, olga)).toBe(false);
    const newcomer = await stage.user('cy');
    // The pedal is up.
    expect((await newcomer.join(roomId)).body.sounding).toMatchObject([{ data: Uint8Array.of(0xb0, 64, 0) }]);
  });

  test('R23.4: members have a password; the owner and those whom the room names play, too', async () => {
    const { olga, ada, bo } = await roomWith({ mayPlay: 'members' }, 'ada', 'bo');
    expect(await isHeard(olga, ada)).toBe(true);
    expect(await isHeard(ada, olga)).toBe(false);
    expect(await reasonOf(ada)).toEqual({ reason: 'may_play', may_play: 'members' });
    await name(olga, { namePlayer: { named: true }, userId: 'id-of-ada' });
    expect(await isHeard(ada, olga)).toBe(true);
    expect(await isHeard(bo, olga)).toBe(false);
    stage.realtime.accountChanged({ userId: 'id-of-bo', username: 'bo', avatarUrl: '', member: true });
    expect((await bo.take('participantUpdated')).body.participant).toMatchObject({ member: true });
    expect(await isHeard(bo, olga)).toBe(true);
  });

  test('R23.4: an account with a password is a member when it joins, and a bot is none', async () => {
    await stage.ticket('mia');
    await stage.storage.changePassword('id-of-mia', 'a hash', '');
    const { roomId, olga } = await roomWith({ mayPlay: 'members' });
    const mia = await stage.user('mia');
    const { participants } = (await mia.join(roomId)).body;
    expect(participants.map(({ member }) => member)).toEqual([false, true]);
    expect(await isHeard(mia, olga)).toBe(true);
  });

  test('R23.4: moderators keep the list of named players, which has at most 100', async () => {
    const { roomId, olga, ada, bo } = await roomWith({ mayPlay: 'named' }, 'ada', 'bo');
    const mayName = (by: TestPlayer, command: Partial<ModerationCommand>) =>
      by.send({ kind: 'moderationCommand', body: { reason: '', ...command }, requestId: 3 });
    mayName(ada, { namePlayer: { named: true }, userId: 'id-of-bo' });
    expect(await reasonOf(ada)).toMatchObject({ required: 'owner,moderator' });
    await name(olga, { setModerator: { moderator: true }, userId: 'id-of-ada' });
    expect(await isHeard(ada, olga)).toBe(true);
    await name(ada, { namePlayer: { named: true }, userId: 'id-of-bo' });
    expect((await stage.storage.roomById(roomId))?.playerIds).toEqual(['id-of-bo']);
    expect(stage.audited.at(-1)).toMatchObject({ details: { action: 'namePlayer', named: true } });
    expect(await isHeard(bo, olga)).toBe(true);
    for (let index = 1; index < 100; index++) {
      await stage.ticket(`user-${index}`);
      await name(olga, { namePlayer: { named: true }, userId: `id-of-user-${index}` });
    }
    await stage.ticket('late');
    mayName(olga, { namePlayer: { named: true }, userId: 'id-of-late' });
    expect(await reasonOf(olga)).toMatchObject({ reason: 'player_quota', limit: '100' });
    await name(ada, { namePlayer: { named: false }, userId: 'id-of-bo' });
    expect(await isHeard(bo, olga)).toBe(false);
    mayName(ada, { namePlayer: { named: false }, userId: 'id-of-bo' });
    expect((await ada.take('error')).body.code).toBe('RESOURCE_NOT_FOUND');
  });

  test('R23.13: a setting that does not exist, or is out of range, is refused', async () => {
    const { olga } = await roomWith({});
    const wrong: [RoomSettings, string][] = [
      [{ mayPlay: RoomRight.MODERATORS }, 'settings.may_play'],
      [{ mayChat: RoomRight.TURNS }, 'settings.may_chat'],
      [{ maySetMetronome: RoomRight.EVERYBODY }, 'settings.may_set_metronome'],
      [{ turnPlayers: 0 }, 'settings.turn_players'],
      [{ turnPlayers: 9 }, 'settings.turn_players'],
      [{ turnSeconds: 29 }, 'settings.turn_seconds'],
      [{ turnSeconds: 3601 }, 'settings.turn_seconds'],
    ];
    for (const [settings, field] of wrong) {
      olga.send({ kind: 'updateRoomCommand', body: { settings }, requestId: 5 });
      expect((await olga.take('error')).body).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } });
    }
    await giveSettings(olga, { turnPlayers: 8, turnSeconds: 3600 });
    await giveSettings(olga, { turnPlayers: 1, turnSeconds: 30 });
  });
});

test('R23.10: where only members or moderators chat, others neither write nor show that they type; off is off for all', async () => {
  const { olga, ada } = await roomWith({ mayChat: 'members' }, 'ada');
  ada.say('hello', 2);
  expect(await reasonOf(ada)).toEqual({ reason: 'may_chat', may_chat: 'members' });
  await name(olga, { namePlayer: { named: true }, userId: 'id-of-ada' });
  ada.say('hello', 3);
  expect((await ada.take('chatMessage')).requestId).toBe(3);
  await giveSettings(olga, { mayChat: RoomRight.MODERATORS });
  ada.say('hello', 4);
  expect(await reasonOf(ada)).toEqual({ reason: 'may_chat', may_chat: 'moderators' });
  ada.send({ kind: 'userCommand', body: { typing: true }, requestId: 5 });
  expect(await reasonOf(ada)).toEqual({ reason: 'may_chat', may_chat: 'moderators' });
  olga.say('order', 6);
  expect((await ada.take('chatMessage')).body.message).toBe('order');
  await giveSettings(olga, { allowChat: false });
  olga.say('still there?', 7);
  expect(await reasonOf(olga)).toEqual({ reason: 'chat' });
});

test('R23.11: where players set the metronome, whoever may play now does, and nobody else', async () => {
  const { olga, ada } = await roomWith({ maySetMetronome: 'players', mayPlay: 'named' }, 'ada');
  const waltz: Outgoing = {
    kind: 'transport',
    body: { tempo: 90_000, beatsPerBar: 3, running: false, startTime: 0, beatsBefore: 0 },
    requestId: 7,
  };
  ada.send(waltz);
  expect(await reasonOf(ada)).toEqual({ reason: 'may_set_metronome' });
  await name(olga, { namePlayer: { named: true }, userId: 'id-of-ada' });
  ada.send(waltz);
  expect((await ada.take('transport')).requestId).toBe(7);
  ada.send({ kind: 'playoutMode', body: { matched: true, commonDelay: 0, intervalBars: 0 }, requestId: 8 });
  expect(await reasonOf(ada)).toMatchObject({ required: 'owner,moderator' });
  await name(olga, { mute: { chat: false, notes: true, seconds: 0 }, userId: 'id-of-ada' });
  ada.send(waltz);
  expect(await reasonOf(ada)).toEqual({ reason: 'muted' });
});
