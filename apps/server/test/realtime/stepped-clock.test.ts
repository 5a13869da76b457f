import type { ModerationCommand } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const steps = [hourMs, -hourMs, yearMs, -yearMs];

async function moderate(by: TestPlayer, command: Partial<ModerationCommand>): Promise<void> {
  by.send({ kind: 'moderationCommand', body: { reason: '', ...command }, requestId: 7 });
  await by.take('ack');
}

/** Lets time pass in steps short enough that all connections stay open. */
async function advance(ms: number, ...people: TestPlayer[]): Promise<void> {
  for (let left = ms; left > 0; left -= 20_000) {
    stage.time.advance(Math.min(left, 20_000));
    for (const one of people) await one.sync();
  }
}

/** Olga's room, with Olga and Ada inside. */
async function room() {
  const roomId = await stage.room();
  const [olga, ada] = [await stage.user('olga'), await stage.user('ada')];
  await olga.join(roomId);
  await ada.join(roomId);
  await olga.take('participantJoined');
  return { roomId, olga, ada };
}

const user = { userId: 'id-of-ada' };

describe('mutes', () => {
  test('R13.7: a mute ends exactly at its time, not at the next periodic sweep', async () => {
    const { olga, ada } = await room();
    stage.time.advance(333);
    await moderate(olga, { mute: { chat: true, notes: true, seconds: 2 }, ...user });
    expect((await olga.take('participantUpdated')).body.participant?.muted).toBe(true);
    stage.time.advance(1_999);
    ada.play([0x90, 60, 100]);
    expect((await ada.take('error')).body.details).toMatchObject({ reason: 'muted' });
    stage.time.advance(1);
    expect((await olga.take('participantUpdated')).body.participant?.muted).toBe(false);
    ada.play([0x90, 61, 100]);
    expect([...(await olga.take('midiMessage')).body.data]).toEqual([0x90, 61, 100]);
    ada.say('back again');
    await olga.take('chatMessage');
  });

  test('R13.7: a mute that replaces another ends at its own time, and a permanent one never', async () => {
    const { olga, ada } = await room();
    await moderate(olga, { mute: { chat: true, notes: false, seconds: 2 }, ...user });
    await moderate(olga, { mute: { chat: true, notes: false, seconds: 5 }, ...user });
    await olga.take('participantUpdated');
    stage.time.advance(4_999);
    await olga.sync();
    expect(olga.count('participantUpdated')).toBe(1);
    await moderate(olga, { mute: { chat: true, notes: false, seconds: 0 }, ...user });
    await advance(hourMs / 60, olga, ada);
    expect(olga.count('participantUpdated')).toBe(1);
  });

  test.each(steps)('R13.7: a mute keeps its duration when the wall clock is stepped by %d ms', async (by) => {
    const { roomId, olga, ada } = await room();
    await moderate(olga, { mute: { chat: true, notes: false, seconds: 60 }, ...user });
    stage.time.stepWall(by);
    await advance(59_999, olga, ada);
    ada.say('still muted');
    expect((await ada.take('error')).body.details).toMatchObject({ reason: 'muted' });
    const elsewhere = await stage.connect(await stage.ticket('ada'));
    await elsewhere.join(roomId);
    elsewhere.say('muted here, too');
    expect((await elsewhere.take('error')).body.details).toMatchObject({ reason: 'muted' });
    stage.time.advance(1);
    elsewhere.say('and now?');
    expect((await olga.take('chatMessage')).body.message).toBe('and now?');
    const later = await stage.connect(await stage.ticket('ada'));
    expect((await later.join(roomId)).body.participants.at(-1)?.muted).toBe(false);
  });
});

describe('bans', () => {
  test.each(steps)('R13.4: a ban keeps its duration when the wall clock is stepped by %d ms', async (by) => {
    const { roomId, olga, ada } = await room();
    await moderate(olga, { ban: { seconds: 60 }, ...user });
    stage.time.stepWall(by);
    // Storage removes ended bans when another is added.
    await stage.ticket('bo');
    await moderate(olga, { ban: { seconds: 60 }, userId: 'id-of-bo' });
    await advance(59_999, olga, ada);
    expect((await ada.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
    stage.time.advance(1);
    await ada.join(roomId);
  });

  test.each(steps)('R13.5: a guest’s ban keeps its duration when the wall clock is stepped by %d ms', async (by) => {
    const { roomId, olga } = await room();
    const guest = await stage.guest('Guest-0001', '192.0.2.7');
    await guest.join(roomId);
    await moderate(olga, { ban: { seconds: 60 }, participant: guest.number });
    stage.time.stepWall(by);
    await advance(59_999, olga, guest);
    expect((await guest.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
    stage.time.advance(1);
    await guest.join(roomId);
    olga.send({ kind: 'moderationCommand', body: { reason: '', unban: {}, participant: guest.number }, requestId: 8 });
    expect((await olga.take('error')).body.code).toBe('RESOURCE_NOT_FOUND');
  });

  test('R13.4, R13.7: bans and mutes from an earlier run end by the wall clock as it was at the start of this run', async () => {
    const { roomId, olga, ada } = await room();
    const until = stage.time.nowMs() + 60_000;
    const ban = { roomId, userId: 'id-of-bo', bannedBy: 'id-of-olga', reason: '', bannedAt: 0, until };
    const bo = await stage.user('bo');
    await stage.storage.addBan(ban);
    await stage.ticket('cy');
    await stage.storage.setMute({ roomId, userId: 'id-of-cy', chat: true, notes: true, until });
    stage.time.stepWall(yearMs);
    expect((await bo.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
    const cy = await stage.user('cy');
    expect((await cy.join(roomId)).body.participants.at(-1)?.muted).toBe(true);
    await advance(60_000, olga, ada, bo, cy);
    expect((await cy.take('participantUpdated')).body.participant?.muted).toBe(false);
    await bo.join(roomId);
  });
});

test.each(steps)(
  'R2.8: too many wrong passwords lock a user out for a minute when the wall clock is stepped by %d ms',
  async (by) => {
    const roomId = await stage.room({ password: 'right' });
    const ada = await stage.user('ada');
    for (let time = 0; time < 5; time++) await ada.refusedJoin(roomId, 'wrong');
    stage.time.stepWall(by);
    await advance(59_999, ada);
    const { code, details } = (await ada.refusedJoin(roomId, 'right')).body;
    expect(code).toBe('RATE_LIMIT_EXCEEDED');
    // The answer uses the wall clock.
    expect(Number(details['reset'])).toBe(Math.ceil((stage.time.nowMs() + 1) / 1000));
    stage.time.advance(1);
    await ada.join(roomId, 'right');
  },
);

test.each(steps)(
  'R4.4, R10.1: nothing else in a room depends on the wall clock when it is stepped by %d ms',
  async (by) => {
    const { roomId, olga, ada } = await room();
    for (let time = 0; time < 10; time++) ada.say(`message ${time}`);
    for (let time = 0; time < 10; time++) await olga.take('chatMessage');
    stage.time.stepWall(by);
    await advance(9_999, olga, ada);
    ada.say('one too many');
    const { code, details } = (await ada.take('error')).body;
    expect(code).toBe('RATE_LIMIT_EXCEEDED');
    expect(Number(details['reset'])).toBe(Math.ceil((stage.time.nowMs() + 1) / 1000));
    stage.time.advance(1);
    ada.say('in time');
    await olga.take('chatMessage');
    await ada.acknowledge();
    ada.socket.terminate();
    await stage.untilLogged('socket closed');
    stage.time.stepWall(by);
    await advance(29_000, olga);
    const again = await stage.resume(ada);
    expect(again.welcome.resumed).toBe(true);
    expect((await again.take('roomJoined')).body.room?.roomId).toBe(roomId);
  },
);
