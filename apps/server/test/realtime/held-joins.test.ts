import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

const { count, heldMs } = serverLimits.joinNews;
let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

async function leave(one: TestPlayer): Promise<void> {
  one.send({ kind: 'leaveRoomCommand', body: {} });
  await one.take('roomLeft');
}

/** Joins and leaves as often as the others hear of at once. */
async function flap(one: TestPlayer, roomId: string, times: number = count): Promise<void> {
  for (let join = 0; join < times; join++) {
    await one.join(roomId);
    await leave(one);
  }
}

async function counted(one: TestPlayer) {
  await one.sync();
  return [one.count('participantJoined'), one.count('participantLeft')];
}

test('R3.8: somebody who keeps joining and leaving costs the others a few messages, however often', async () => {
  const roomId = await stage.room();
  const [olga, ada] = [await stage.user('olga'), await stage.user('ada')];
  await olga.join(roomId);
  await flap(ada, roomId, 50);
  expect(await counted(olga)).toEqual([count, count]);
  // Guests count by address.
  for (let each = 0; each < 10; each++) {
    await flap(await stage.guest(`Guest-000${each}`, '192.0.2.7'), roomId, 2);
  }
  expect(await counted(olga)).toEqual([2 * count, 2 * count]);
});

test('R3.8: the others hear of a participant who stays, and newcomers do not see them before', async () => {
  const roomId = await stage.room();
  const [olga, ada, bo] = [await stage.user('olga'), await stage.user('ada'), await stage.user('bo')];
  await olga.join(roomId);
  await flap(ada, roomId);
  const { self } = (await ada.join(roomId)).body;
  expect(await counted(olga)).toEqual([count, count]);
  const seen = (await bo.join(roomId)).body;
  expect(seen.participants.map(({ username }) => username)).toEqual(['olga', 'bo']);
  expect([seen.noteNumbers.length, seen.room?.currentUsers]).toEqual([2, 3]);
  expect((await ada.take('participantJoined')).body.participant?.username).toBe('bo');

  stage.time.advance(heldMs - 1);
  expect(await counted(olga)).toEqual([count + 1, count]);
  stage.time.advance(1);
  for (const one of [olga, bo]) {
    await one.sync();
    expect(one.frames.findLast(({ kind }) => kind === 'participantJoined')).toMatchObject({
      body: { participant: { number: self, username: 'ada' } },
    });
  }
  await leave(ada);
  expect(await counted(olga)).toEqual([count + 2, count + 1]);
  expect(await counted(bo)).toEqual([1, 1]);
  expect(ada.count('participantJoined')).toBe(1);
});

test('R3.8, R5.1: the others hear of a participant before what that participant plays, says or is told', async () => {
  const roomId = await stage.room();
  const [olga, ada] = [await stage.user('olga'), await stage.user('ada')];
  await olga.join(roomId);
  const lastTwo = async (kind: 'midiMessage' | 'typing' | 'participantUpdated') => {
    await olga.take(kind);
    const kinds = olga.frames.map((frame) => frame.kind).filter((each) => each !== 'heartbeat' && each !== 'ack');
    return kinds.slice(-2);
  };
  await flap(ada, roomId);

  await ada.join(roomId);
  ada.play([0x90, 60, 100]);
  expect(await lastTwo('midiMessage')).toEqual(['participantJoined', 'midiMessage']);
  await leave(ada);
  await ada.join(roomId);
  ada.send({ kind: 'userCommand', body: { typing: true } });
  expect(await lastTwo('typing')).toEqual(['participantJoined', 'typing']);
  await leave(ada);
  await ada.join(roomId);
  const mute = { mute: { chat: true, notes: false, seconds: 0 }, userId: 'id-of-ada', reason: '' };
  olga.send({ kind: 'moderationCommand', body: mute });
  expect(await lastTwo('participantUpdated')).toEqual(['participantJoined', 'participantUpdated']);
});
