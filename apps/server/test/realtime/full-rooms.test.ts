import { LeaveReason } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

/** So many guests from one address join, and the room refuses one more; resolves with those who are inside. */
async function fillFrom(roomId: string, address: string, count: number): Promise<TestPlayer[]> {
  const inside: TestPlayer[] = [];
  for (let number = 0; number < count; number++) {
    const guest = await stage.guest('Guest-0001', address);
    await guest.join(roomId);
    inside.push(guest);
  }
  const late = await stage.guest('Guest-0001', address);
  expect((await late.refusedJoin(roomId)).body).toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { reason: 'full' },
  });
  return inside;
}

describe('guests who fill a room', () => {
  test('R2.18: they get ten places from one address, and three quarters of the room in all', async () => {
    const roomId = await stage.room({ maxUsers: 20 });
    await fillFrom(roomId, '192.0.2.7', 10);
    await fillFrom(roomId, '192.0.2.8', 5);
    await fillFrom(roomId, '192.0.2.9', 0);
    for (const name of ['ada', 'bo', 'cleo', 'dan', 'eve']) await (await stage.user(name)).join(roomId);
    expect(await stage.occupancy(roomId)).toBe(20);
    const alone = await stage.room({ maxUsers: 1 });
    await fillFrom(alone, '192.0.2.7', 1);
  });

  test('R2.17: users take their places one by one, the newest guest of the busiest address first, and the guest is told why', async () => {
    const roomId = await stage.room({ maxUsers: 4 });
    const early = await stage.guest('Guest-0001', '192.0.2.8');
    await early.join(roomId);
    const crowd = await fillFrom(roomId, '192.0.2.7', 2);
    const [ada, bo] = [await stage.user('ada'), await stage.user('bo')];
    await ada.join(roomId);
    expect(await stage.occupancy(roomId)).toBe(4);
    await bo.join(roomId);
    const { body } = (await crowd[1]?.take('roomLeft')) ?? {};
    expect(body).toMatchObject({ roomId, reason: LeaveReason.KICKED });
    expect(body?.note).toMatch(/full/);
    expect((await ada.take('participantLeft')).body).toMatchObject({
      participant: { number: crowd[1]?.number, guest: true },
      reason: LeaveReason.KICKED,
    });
    expect(await stage.occupancy(roomId)).toBe(4);
    expect((await crowd[1]?.refusedJoin(roomId))?.body.details).toMatchObject({ reason: 'full' });
    for (const name of ['cleo', 'dan']) await (await stage.user(name)).join(roomId);
    await stage.settle();
    for (const guest of [early, ...crowd]) await guest.sync();
    expect([early, ...crowd].map((guest) => guest.count('roomLeft'))).toEqual([1, 1, 1]);
    expect((await (await stage.user('eve')).refusedJoin(roomId)).body.details).toMatchObject({ reason: 'full' });
  });
});

test('R2.19: in a room full of users, somebody who is not inside takes the newest place of whoever has the most', async () => {
  const roomId = await stage.room({ maxUsers: 4 });
  const bo = await stage.user('bo');
  await bo.join(roomId);
  const windows: TestPlayer[] = [];
  for (let number = 0; number < 3; number++) {
    const window = await stage.user('ada');
    await window.join(roomId);
    windows.push(window);
  }
  const cleo = await stage.user('cleo');
  await cleo.join(roomId);
  expect((await windows[2]?.take('roomLeft'))?.body).toMatchObject({ roomId, reason: LeaveReason.KICKED });
  expect((await windows[2]?.refusedJoin(roomId))?.body.details).toMatchObject({ reason: 'full' });
  await (await stage.user('dan')).join(roomId);
  expect((await windows[1]?.take('roomLeft'))?.body.note).toMatch(/full/);
  expect((await (await stage.user('eve')).refusedJoin(roomId)).body.details).toMatchObject({ reason: 'full' });
  expect(await stage.occupancy(roomId)).toBe(4);
});

describe('those who moderate a room', () => {
  test('R2.9: the owner, moderators and admins get into a room full of users, each once', async () => {
    const roomId = await stage.room({ maxUsers: 2 });
    for (const name of ['ada', 'bo']) await (await stage.user(name)).join(roomId);
    const late = [
      await stage.user('olga'),
      await stage.user('mo', ['member', 'moderator']),
      await stage.user('al', ['member', 'admin']),
    ];
    for (const one of late) await one.join(roomId);
    const again = await stage.connect(await stage.ticket('olga'));
    expect((await again.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'full' });
    const member = await stage.user('cleo');
    expect((await member.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'full' });
  });

  test('R2.9: moderators get into no private room that is full, but its owner does', async () => {
    const roomId = await stage.room({ maxUsers: 1, roomType: 'private' });
    await (await stage.user('ada')).join(roomId);
    const mo = await stage.user('mo', ['member', 'moderator']);
    expect((await mo.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'full' });
    await (await stage.user('olga')).join(roomId);
  });
});

describe('moderation from outside', () => {
  const actor = { userId: 'id-of-olga', username: 'olga', roles: ['member'] };

  test('R13.13, R13.3, R13.4: the owner kicks and bans from outside, as participant 0', async () => {
    const roomId = await stage.room();
    const [ada, bo] = [await stage.user('ada'), await stage.user('bo')];
    for (const one of [ada, bo]) await one.join(roomId);
    await stage.realtime.moderate(actor, roomId, { kick: {}, participant: 1, reason: 'too loud' });
    expect((await ada.take('roomLeft')).body).toEqual({ roomId, reason: LeaveReason.KICKED, note: 'too loud' });
    expect(await bo.take('participantLeft')).toMatchObject({ sender: 0, body: { reason: LeaveReason.KICKED } });
    await stage.realtime.moderate(actor, roomId, { ban: { seconds: 0 }, userId: 'id-of-ada', reason: '' });
    expect((await ada.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
    await stage.realtime.moderate(actor, roomId, { unban: {}, userId: 'id-of-ada', reason: '' });
    await ada.join(roomId);
  });

  test('R13.13, R13.7: a mute from outside takes effect at once, and members may do none of it', async () => {
    const roomId = await stage.room();
    const ada = await stage.user('ada');
    await ada.join(roomId);
    const mute = { chat: true, notes: false, seconds: 0 };
    await stage.realtime.moderate(actor, roomId, { mute, userId: 'id-of-ada', reason: '' });
    expect((await ada.take('participantUpdated')).body.participant).toMatchObject({ muted: true });
    ada.say('hello');
    expect((await ada.take('error')).body.details).toMatchObject({ reason: 'muted' });
    await stage.ticket('bo');
    const bo = { userId: 'id-of-bo', username: 'bo', roles: ['member'] };
    const attempt = stage.realtime.moderate(bo, roomId, { kick: {}, userId: 'id-of-ada', reason: '' });
    await expect(attempt).rejects.toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  });
});
