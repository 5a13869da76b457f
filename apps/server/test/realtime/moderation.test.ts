import { ChatMessageType, LeaveReason, limits, type ModerationCommand, OwnershipOfferState } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

function moderate(by: TestPlayer, command: Partial<ModerationCommand>, requestId = 7): void {
  by.send({ kind: 'moderationCommand', body: { reason: '', ...command }, requestId });
}

async function done(by: TestPlayer, command: Partial<ModerationCommand>): Promise<void> {
  moderate(by, command);
  expect((await by.take('ack')).requestId).toBe(7);
}

async function refused(by: TestPlayer, command: Partial<ModerationCommand>) {
  moderate(by, command);
  const { requestId, body } = await by.take('error');
  expect(requestId).toBe(7);
  return body;
}

/** Answers an offer of ownership. */
async function answer(by: TestPlayer, accept: boolean): Promise<void> {
  by.send({ kind: 'userCommand', body: { answerOwnership: { accept } }, requestId: 8 });
  expect((await by.take('ack')).requestId).toBe(8);
}

async function refusedAnswer(by: TestPlayer) {
  by.send({ kind: 'userCommand', body: { answerOwnership: { accept: true } }, requestId: 8 });
  const { requestId, body } = await by.take('error');
  expect(requestId).toBe(8);
  return body.code;
}

const user = (name: string) => ({ userId: `id-of-${name}` });

/** Olga's room with her inside as number 1, and others with these names and roles. */
async function roomWith(
  others: Readonly<Record<string, readonly string[]>>,
  wishes: Parameters<Stage['room']>[0] = {},
) {
  const roomId = await stage.room(wishes);
  const people: Record<string, TestPlayer> = {};
  for (const [name, roles] of Object.entries({ olga: ['member'], ...others })) {
    const one = await stage.user(name, roles);
    await stage.storage.setRoles(`id-of-${name}`, roles);
    await one.join(roomId);
    people[name] = one;
  }
  const who = (name: string) => {
    const one = people[name];
    if (one === undefined) throw new Error(`${name} is not here`);
    return one;
  };
  return { roomId, who };
}

const member = ['member'];

describe('kicks and bans', () => {
  test('R13.3, R13.6: a kicked participant and the others get the reason, and the participant may join again', async () => {
    const { roomId, who } = await roomWith({ ada: member, bo: member });
    const before = who('ada').number;
    who('ada').play([0x90, 60, 100]);
    await who('bo').take('midiMessage');
    await done(who('olga'), { kick: {}, ...user('ada'), reason: ' too loud ' });
    expect((await who('ada').take('roomLeft')).body).toEqual({ roomId, reason: LeaveReason.KICKED, note: 'too loud' });
    expect([...(await who('bo').take('midiMessage')).body.data]).toEqual([0x80, 60, 64]);
    expect(await who('bo').take('participantLeft')).toMatchObject({
      sender: who('olga').number,
      body: { participant: { number: before }, reason: LeaveReason.KICKED, note: 'too loud' },
    });
    expect((await who('ada').join(roomId)).body.self).not.toBe(before);
  });

  test('R13.3, S25.1: a kick of a participant removes only that one, a kick of a user all of their participants', async () => {
    const { roomId, who } = await roomWith({ ada: member });
    const second = await stage.connect(await stage.ticket('ada'));
    await second.join(roomId);
    await done(who('olga'), { kick: {}, participant: second.number });
    await second.take('roomLeft');
    await second.join(roomId);
    await done(who('olga'), { kick: {}, ...user('ada') });
    await Promise.all([second.take('roomLeft'), who('ada').take('roomLeft')]);
    const kick = { action: 'kick', room_id: roomId };
    const kicked = { kind: 'moderation', userId: 'id-of-ada', byUserId: 'id-of-olga', details: kick };
    expect(stage.audited).toEqual([kicked, kicked]);
    expect(await refused(who('olga'), { kick: {}, ...user('ada') })).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  test('R13.4, R2.10: a banned user stays out on every connection until the ban ends, even if the room is full', async () => {
    const { roomId, who } = await roomWith({ ada: member }, { maxUsers: 2 });
    await done(who('olga'), { ban: { seconds: 60 }, participant: who('ada').number, reason: 'enough' });
    expect((await who('ada').take('roomLeft')).body).toMatchObject({ reason: LeaveReason.BANNED, note: 'enough' });
    const elsewhere = await stage.connect(await stage.ticket('ada'));
    const bo = await stage.user('bo');
    await bo.join(roomId);
    expect((await elsewhere.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
    expect(await stage.storage.bansOf(roomId, stage.time.nowMs())).toMatchObject([
      { userId: 'id-of-ada', bannedBy: 'id-of-olga', reason: 'enough', until: stage.time.nowMs() + 60_000 },
    ]);
    await done(who('olga'), { kick: {}, ...user('bo') });
    for (let beat = 0; beat < 3; beat++) {
      stage.time.advance(20_000);
      for (const one of [who('olga'), who('ada'), elsewhere]) await one.sync();
    }
    await elsewhere.join(roomId);
  });

  test('R13.4: a user who is not inside can be banned and unbanned', async () => {
    const { roomId, who } = await roomWith({});
    const ada = await stage.user('ada');
    await done(who('olga'), { ban: { seconds: 0 }, ...user('ada') });
    expect((await ada.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
    await done(who('olga'), { unban: {}, ...user('ada') });
    await ada.join(roomId);
    expect((await refused(who('olga'), { unban: {}, ...user('ada') })).code).toBe('RESOURCE_NOT_FOUND');
  });

  test('R13.5: a guest is banned by address, and unbanned by their participant number', async () => {
    const { roomId, who } = await roomWith({});
    const guest = await stage.guest('Guest-0001', '192.0.2.7');
    const same = await stage.guest('Guest-0002', '192.0.2.7');
    const other = await stage.guest('Guest-0003', '192.0.2.8');
    for (const one of [guest, same, other]) await one.join(roomId);
    await done(who('olga'), { ban: { seconds: 0 }, participant: 2 });
    const ban = { action: 'ban', room_id: roomId, participant: 2, seconds: 0 };
    expect(stage.audited).toEqual([{ kind: 'moderation', byUserId: 'id-of-olga', details: ban }]);
    await Promise.all([guest.take('roomLeft'), same.take('roomLeft')]);
    expect((await same.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
    await other.sync();
    expect(other.count('roomLeft')).toBe(0);
    await done(who('olga'), { unban: {}, participant: 2 });
    await same.join(roomId);
  });
});

test('R13.14: a banned user cannot come back as a guest from the same address until the ban ends', async () => {
  const { roomId, who } = await roomWith({ ada: member });
  const around = await stage.guest('Guest-0001', '192.0.2.1');
  const other = await stage.guest('Guest-0002', '192.0.2.9');
  await done(who('olga'), { ban: { seconds: 60 }, ...user('ada') });
  expect((await around.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
  await other.join(roomId);
  await done(who('olga'), { unban: {}, ...user('ada') });
  await around.join(roomId);
});

describe('mutes', () => {
  test('R13.7: a mute of chat stops chat and typing, survives leaving, and ends with unmute', async () => {
    const { roomId, who } = await roomWith({ ada: member });
    const [olga, ada] = [who('olga'), who('ada')];
    await done(olga, { mute: { chat: true, notes: false, seconds: 0 }, ...user('ada') });
    expect((await ada.take('participantUpdated')).body.participant).toMatchObject({ number: ada.number, muted: true });
    ada.say('hello', 3);
    expect(await ada.take('error')).toMatchObject({
      requestId: 3,
      body: { code: 'AUTHORIZATION_ERROR', details: { reason: 'muted' } },
    });
    ada.play([0x90, 60, 100]);
    await olga.take('midiMessage');
    ada.send({ kind: 'leaveRoomCommand', body: {} });
    await ada.take('roomLeft');
    const back = await ada.join(roomId);
    expect(back.body.participants.at(-1)).toMatchObject({ number: ada.number, muted: true });
    ada.send({ kind: 'userCommand', body: { typing: true }, requestId: 4 });
    expect((await ada.take('error')).body.details).toMatchObject({ reason: 'muted' });
    await done(olga, { unmute: {}, participant: ada.number });
    ada.say('at last');
    expect((await olga.take('chatMessage')).body.message).toBe('at last');
    expect((await refused(olga, { unmute: {}, ...user('ada') })).code).toBe('RESOURCE_NOT_FOUND');
  });

  test('R13.7, R13.8: a mute of notes releases held notes, is answered once a second, and ends by itself', async () => {
    const { who } = await roomWith({ ada: member });
    const [olga, ada] = [who('olga'), who('ada')];
    ada.play([0x90, 60, 100], [0xb0, 64, 127]);
    await olga.take('midiMessage');
    await done(olga, { mute: { chat: false, notes: true, seconds: 5 }, participant: ada.number });
    const release = await olga.take('midiMessage');
    expect([release.sender, ...release.body.data]).toEqual([ada.number, 0x80, 60, 64, 0xb0, 64, 0]);
    for (let note = 0; note < 3; note++) ada.play([0x90, 62, 100]);
    await ada.sync();
    expect((await ada.take('error')).body.details).toMatchObject({ reason: 'muted' });
    expect(ada.count('error')).toBe(1);
    ada.say('still here');
    await olga.take('chatMessage');
    await olga.take('participantUpdated');
    stage.time.advance(5_000);
    expect((await olga.take('participantUpdated')).body.participant).toMatchObject({
      number: ada.number,
      muted: false,
    });
    ada.play([0x90, 62, 100]);
    expect([...(await olga.take('midiMessage')).body.data]).toEqual([0x90, 62, 100]);
  });

  test('R13.7, R13.9: a mute must name chat or notes, and a user with an account', async () => {
    const { roomId, who } = await roomWith({ ada: member });
    const guest = await stage.guest();
    await guest.join(roomId);
    const nothing = { mute: { chat: false, notes: false, seconds: 0 }, ...user('ada') };
    expect((await refused(who('olga'), nothing)).details).toMatchObject({ field: 'mute' });
    const all = { mute: { chat: true, notes: true, seconds: 0 }, participant: guest.number };
    expect((await refused(who('olga'), all)).details).toMatchObject({ field: 'target' });
    expect((await refused(who('olga'), { transferOwner: {}, participant: guest.number })).details).toMatchObject({
      field: 'target',
    });
  });
});

describe('permissions', () => {
  test('R13.1, R13.2: a moderator may moderate, but not the owner or an admin', async () => {
    const { who } = await roomWith({ mo: ['member', 'moderator'], al: ['member', 'admin'], ada: member });
    const mo = who('mo');
    await done(mo, { mute: { chat: true, notes: false, seconds: 1 }, ...user('ada') });
    for (const [target, action] of [
      ['olga', { kick: {} }],
      ['olga', { ban: { seconds: 1 } }],
      ['al', { mute: { chat: true, notes: true, seconds: 1 } }],
      ['ada', { transferOwner: {} }],
    ] as const) {
      expect(await refused(mo, { ...action, ...user(target) })).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    }
    expect((await refused(who('olga'), { kick: {}, ...user('al') })).details).toMatchObject({ required: 'admin' });
    expect((await refused(mo, { unmute: {}, ...user('mo') })).details).toMatchObject({ field: 'target' });
    await done(who('al'), { kick: {}, ...user('olga') });
  });

  test('R13.1: a moderator may not moderate a private room, and members and guests no room', async () => {
    const { roomId, who } = await roomWith({ mo: ['member', 'moderator'], ada: member }, { roomType: 'private' });
    const guest = await stage.guest();
    await guest.join(roomId);
    for (const one of [who('mo'), who('ada'), guest]) {
      expect((await refused(one, { kick: {}, participant: 1 })).code).toBe('AUTHORIZATION_ERROR');
    }
  });

  test('R13.1: the roles are those in storage at that moment', async () => {
    const { who } = await roomWith({ ada: member, bo: member });
    await stage.storage.setRoles('id-of-ada', ['member', 'moderator']);
    await done(who('ada'), { kick: {}, ...user('bo') });
  });

  test('R13.12: a command must name an action and a known target', async () => {
    const { who } = await roomWith({});
    const olga = who('olga');
    expect((await refused(olga, {})).details).toMatchObject({ field: 'action' });
    expect((await refused(olga, { kick: {} })).details).toMatchObject({ field: 'target' });
    expect((await refused(olga, { kick: {}, participant: 9 })).code).toBe('RESOURCE_NOT_FOUND');
    expect((await refused(olga, { ban: { seconds: 1 }, userId: 'nobody' })).code).toBe('RESOURCE_NOT_FOUND');
    const long = { kick: {}, participant: 1, reason: 'x'.repeat(501) };
    expect((await refused(olga, long)).details).toMatchObject({ field: 'reason' });
  });
});

describe('transfer of the room', () => {
  test('R13.10, R13.15, R4.13: a user who accepts owns the room, and everybody is told', async () => {
    const { roomId, who } = await roomWith({ ada: member, bo: member });
    await done(who('olga'), { transferOwner: {}, ...user('ada') });
    const offer = { userId: 'id-of-ada', username: 'ada', offeredBy: 'id-of-olga', offeredByName: 'olga' };
    for (const one of [who('ada'), who('olga')]) {
      expect((await one.take('ownershipOffer')).body).toMatchObject({ ...offer, state: OwnershipOfferState.OPEN });
    }
    expect((await stage.storage.roomById(roomId))?.ownerId).toBe('id-of-olga');
    expect(await refusedAnswer(who('bo'))).toBe('RESOURCE_NOT_FOUND');
    await answer(who('ada'), true);
    for (const one of [who('ada'), who('olga')]) {
      expect((await one.take('ownershipOffer')).body).toMatchObject({ ...offer, state: OwnershipOfferState.ACCEPTED });
    }
    expect((await who('bo').take('roomUpdated')).body.room).toMatchObject({
      roomOwner: 'id-of-ada',
      roomOwnerName: 'ada',
    });
    expect(await who('bo').take('chatMessage')).toMatchObject({
      sender: 0,
      body: { userId: '', username: '', displayName: '', messageType: ChatMessageType.SYSTEM },
    });
    expect((await stage.storage.roomById(roomId))?.ownerId).toBe('id-of-ada');
    const users = { userId: 'id-of-ada', byUserId: 'id-of-olga' };
    expect(stage.audited).toEqual([{ kind: 'room_transferred', ...users, details: { room_id: roomId } }]);
    expect((await refused(who('olga'), { kick: {}, ...user('bo') })).code).toBe('AUTHORIZATION_ERROR');
    await done(who('ada'), { kick: {}, ...user('olga') });
    await who('bo').sync();
    expect(who('bo').count('ownershipOffer')).toBe(0);
  });

  test('R13.15: an offer ends when it is declined, after 30 s, and when either of the two leaves', async () => {
    const { roomId, who } = await roomWith({ ada: member, bo: member });
    const outcome = async (one: TestPlayer) => {
      expect((await one.take('ownershipOffer')).body.state).toBe(OwnershipOfferState.OPEN);
      return (await one.take('ownershipOffer')).body.state;
    };
    const offer = () => done(who('olga'), { transferOwner: {}, ...user('ada') });
    await offer();
    await answer(who('ada'), false);
    expect(await outcome(who('olga'))).toBe(OwnershipOfferState.DECLINED);

    await offer();
    for (const ms of [limits.ownershipOfferMs / 2, limits.ownershipOfferMs / 2 - 1]) {
      stage.time.advance(ms);
      for (const name of ['olga', 'ada', 'bo']) await who(name).sync();
    }
    expect(who('olga').frames.at(-1)?.kind).toBe('heartbeat');
    stage.time.advance(1);
    expect(await outcome(who('olga'))).toBe(OwnershipOfferState.EXPIRED);
    expect(await refusedAnswer(who('ada'))).toBe('RESOURCE_NOT_FOUND');

    await offer();
    who('ada').send({ kind: 'leaveRoomCommand', body: {} });
    expect(await outcome(who('olga'))).toBe(OwnershipOfferState.WITHDRAWN);
    await who('ada').join(roomId);
    expect(await refusedAnswer(who('ada'))).toBe('RESOURCE_NOT_FOUND');

    await offer();
    await done(who('olga'), { transferOwner: {}, ...user('bo') });
    expect(await outcome(who('olga'))).toBe(OwnershipOfferState.WITHDRAWN);
    who('olga').send({ kind: 'leaveRoomCommand', body: {} });
    expect(await outcome(who('bo'))).toBe(OwnershipOfferState.WITHDRAWN);
    expect((await stage.storage.roomById(roomId))?.ownerId).toBe('id-of-olga');
  });

  test('R13.15: what may be transferred is decided when the offer is accepted', async () => {
    const { roomId, who } = await roomWith({ olga: ['member', 'admin'], ada: member, bo: member });
    await done(who('olga'), { transferOwner: {}, ...user('ada') });
    await who('ada').take('ownershipOffer');
    await stage.storage.transferRoom(roomId, 'id-of-bo', 10, stage.time.nowMs());
    const record = await stage.storage.roomById(roomId);
    if (record !== undefined) stage.realtime.roomUpdated(record);
    await stage.storage.setRoles('id-of-olga', member);
    expect(await refusedAnswer(who('ada'))).toBe('AUTHORIZATION_ERROR');
    expect((await who('ada').take('ownershipOffer')).body.state).toBe(OwnershipOfferState.WITHDRAWN);
    expect((await stage.storage.roomById(roomId))?.ownerId).toBe('id-of-bo');
  });

  test('R13.10: a room cannot be transferred to a user who is not inside or could not have created it', async () => {
    const { who } = await roomWith({ olga: ['member', 'pro'], ada: ['member', 'pro'] }, { roomType: 'pro' });
    await stage.ticket('bo');
    expect((await refused(who('olga'), { transferOwner: {}, ...user('bo') })).details).toMatchObject({
      field: 'target',
    });
    await stage.storage.setRoles('id-of-ada', ['member']);
    expect((await refused(who('olga'), { transferOwner: {}, ...user('ada') })).details).toMatchObject({
      required: 'pro',
    });
  });
});

describe('deleting chat', () => {
  test('R13.11, R13.2: a message is deleted for all and from the history, but a moderator may not delete the owner’s', async () => {
    const { roomId, who } = await roomWith({ mo: ['member', 'moderator'], ada: member });
    who('ada').say('rude');
    const { messageId } = (await who('mo').take('chatMessage')).body;
    await done(who('mo'), { deleteChat: { messageId } });
    expect((await who('ada').take('chatDeleted')).body).toEqual({ messageId });
    expect(await stage.storage.recentChat(roomId, 50)).toEqual([]);
    expect((await who('ada').join(roomId)).body.chat).toEqual([]);
    expect((await refused(who('mo'), { deleteChat: { messageId } })).code).toBe('RESOURCE_NOT_FOUND');
    who('olga').say('mine');
    const own = (await who('mo').take('chatMessage')).body.messageId;
    expect((await refused(who('mo'), { deleteChat: { messageId: own } })).code).toBe('AUTHORIZATION_ERROR');
  });
});

describe('moderators of this room', () => {
  test('S32.10, S32.11, S25.1: a named user moderates a private room and its metronome, but not the owner and other moderators', async () => {
    const { roomId, who } = await roomWith({ ada: member, bo: member, cy: member }, { roomType: 'private' });
    expect(await refused(who('ada'), { kick: {}, ...user('cy') })).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    for (const name of ['ada', 'bo']) {
      await done(who('olga'), { setModerator: { moderator: true }, ...user(name) });
      await who('cy').take('roomUpdated');
    }
    expect(await stage.storage.roomById(roomId)).toMatchObject({ moderatorIds: ['id-of-ada', 'id-of-bo'] });
    expect(stage.audited[0]).toMatchObject({
      userId: 'id-of-ada',
      details: { action: 'setModerator', moderator: true },
    });
    const body = { tempo: 90_000, beatsPerBar: 3, running: false, startTime: 0, beatsBefore: 0 };
    who('ada').send({ kind: 'transport', body, requestId: 5 });
    expect((await who('ada').take('transport')).requestId).toBe(5);
    for (const name of ['olga', 'bo']) {
      expect(await refused(who('ada'), { kick: {}, ...user(name) })).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    }
    await done(who('ada'), { mute: { chat: true, notes: true, seconds: 0 }, ...user('cy') });
    await done(who('olga'), { kick: {}, ...user('bo') });
    for (const command of [
      { setModerator: { moderator: true }, ...user('cy') },
      { transferOwner: {}, ...user('cy') },
    ]) {
      expect((await refused(who('ada'), command)).details).toMatchObject({ required: 'owner' });
    }
    who('ada').send({ kind: 'updateRoomCommand', body: { roomName: 'Mine' }, requestId: 6 });
    expect((await who('ada').take('error')).body.details).toMatchObject({ required: 'owner' });
    await done(who('olga'), { setModerator: { moderator: false }, ...user('ada') });
    expect(await refused(who('ada'), { kick: {}, ...user('cy') })).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    const again = await refused(who('olga'), { setModerator: { moderator: false }, ...user('ada') });
    expect(again.code).toBe('RESOURCE_NOT_FOUND');
  });

  test('S32.12: a room has twenty of them at most, and neither guests nor the owner', async () => {
    const { who } = await roomWith({ root: ['member', 'admin'] });
    for (let index = 0; index < 20; index++) {
      await stage.ticket(`user-${index}`);
      await done(who('olga'), { setModerator: { moderator: true }, ...user(`user-${index}`) });
    }
    const more = await refused(who('olga'), { setModerator: { moderator: true }, ...user('root') });
    expect(more).toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason: 'moderator_quota', limit: '20' } });
    const owner = await refused(who('root'), { setModerator: { moderator: true }, ...user('olga') });
    expect(owner).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'target' } });
  });
});
