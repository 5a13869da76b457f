import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { runLine } from '@roomtone/sdk/extras';
import { expect, test, vi } from 'vitest';
import { next, onServer } from './on-server.ts';

const noteOn = Uint8Array.of(0x90, 60, 100);
const server = onServer();
const { signUp, open } = server;

/** A room with its owner and another participant. */
async function twoInside() {
  const [ada, bea] = await Promise.all([signUp(), signUp()]);
  const owner = await open(ada, { create: { roomName: 'Order' } });
  const { info: room } = owner;
  const other = await open(bea, { roomId: room.roomId });
  const { participantId: self } = other.self;
  const userId = bea.user?.userId ?? '';
  return { owner, other, bea, roomId: room.roomId, userId, username: bea.user?.username ?? '', self };
}

/** Why a connection was closed for good. */
async function outcome(connection: Room) {
  const { state } = connection;
  return state.status === 'closed' ? state : next(connection, 'state', ({ status }) => status === 'closed');
}

test('R13.3, R13.6: a kicked participant is told why, does not reconnect by itself, and may come back immediately', async () => {
  const { owner, other, bea, roomId, self } = await twoInside();
  const [left, out] = [next(owner, 'participantLeft'), outcome(other)];
  await owner.moderation.kick({ participantId: self }, { reason: 'Too loud' });
  expect(await left).toMatchObject({ participant: { participantId: self }, reason: 'kicked', note: 'Too loud' });
  expect(await out).toEqual({ status: 'closed', reason: { kind: 'kicked', note: 'Too loud' } });
  await expect(open(bea, { roomId })).resolves.toMatchObject({ info: { roomId } });
});

test('R13.4: a banned user stays out until the ban is undone or ends', async () => {
  const { owner, other, bea, roomId, userId } = await twoInside();
  const out = outcome(other);
  await owner.moderation.ban({ userId }, { seconds: 3_600, reason: 'Until later' });
  expect(await out).toEqual({ status: 'closed', reason: { kind: 'banned', note: 'Until later' } });
  const refused = { code: 'AUTHORIZATION_ERROR', details: { reason: 'banned' } };
  await expect(open(bea, { roomId })).rejects.toMatchObject(refused);

  await owner.moderation.unban({ userId });
  const again = await open(bea, { roomId });
  const outAgain = outcome(again);
  await owner.moderation.ban({ userId }, { seconds: 1 });
  expect(await outAgain).toMatchObject({ reason: { kind: 'banned' } });
  const comesIn = () => open(bea, { roomId });
  await vi.waitFor(comesIn, { timeout: 60_000, interval: 500 });
});

test('R13.5: a guest is banned by address, and let in again by the number they had', async () => {
  const { owner, roomId } = await twoInside();
  const guest = await open(new RoomtoneClient({ baseUrl: server.url }), { roomId });
  const { participantId: self } = guest.self;
  const out = outcome(guest);
  await owner.moderation.ban({ participantId: self });
  expect(await out).toMatchObject({ reason: { kind: 'banned' } });
  const another = () => open(new RoomtoneClient({ baseUrl: server.url }), { roomId });
  await expect(another()).rejects.toMatchObject({ details: { reason: 'banned' } });
  await owner.moderation.unban({ participantId: self });
  await expect(another()).resolves.toMatchObject({ self: { guest: true } });
});

test('R13.7, R13.8: a mute takes away notes, chat or both, and unmute gives them back', async () => {
  const { owner, other, userId, self } = await twoInside();
  const played = next(owner, 'notes');
  other.send(noteOn);
  await played;

  const silenced = next(owner, 'notesReleased', ({ participantId }) => participantId === self);
  const released = next(owner, 'notes');
  await owner.moderation.mute({ userId }, { chat: false, seconds: 3_600 });
  await silenced;
  expect([...(await released).data]).toEqual([0x80, 60, 64]);
  expect(owner.participants.get(self)?.muted).toBe(true);
  const refused = { code: 'AUTHORIZATION_ERROR', details: { reason: 'muted' } };
  const problem = next(other, 'error');
  other.send(noteOn);
  expect(await problem).toMatchObject(refused);
  expect(other.send(noteOn)).toEqual({ sent: false, reason: 'muted' });
  await expect(other.chat('still talking')).resolves.toMatchObject({ message: 'still talking' });

  await owner.moderation.mute({ userId }, { notes: false });
  await expect(other.chat('not any more')).rejects.toMatchObject(refused);
  const heard = next(owner, 'notes');
  other.send(noteOn);
  expect([...(await heard).data]).toEqual([...noteOn]);

  await owner.moderation.unmute({ participantId: self });
  await expect(other.chat('again')).resolves.toMatchObject({ message: 'again' });
  expect(owner.participants.get(self)?.muted).toBe(false);
});

test('R13.10, R13.11, R13.15: a message is deleted for everybody, and the room gets another owner, who agrees', async () => {
  const { owner, other, roomId, userId, username } = await twoInside();
  await expect(other.moderation.deleteChat('none')).rejects.toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  const { messageId } = await other.chat('Oops');
  const deleted = next(other, 'chatDeleted');
  await owner.moderation.deleteChat(messageId);
  expect(await deleted).toEqual({ messageId, participantId: owner.self.participantId });
  const late = (await open(await signUp(), { roomId })).snapshot;
  expect(late.chat).toEqual([]);

  const announced = next(other, 'chat');
  await expect(other.moderation.answerOwnership(true)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  const asked = next(other, 'ownershipOffer');
  await owner.moderation.transferOwner({ userId });
  expect(await asked).toMatchObject({ state: 'open', userId, username, offeredBy: owner.self.userId });
  const outcome = next(owner, 'ownershipOffer', ({ state }) => state !== 'open');
  await other.moderation.answerOwnership(true);
  expect(await outcome).toMatchObject({ state: 'accepted', userId });
  await expect.poll(() => other.info).toMatchObject({ roomOwner: userId, roomOwnerName: username });
  expect(await announced).toMatchObject({ userId: '', message: `The room belongs to ${username} now.` });
  await expect(owner.update({ roomName: 'Mine' })).rejects.toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  await other.update({ roomName: 'Mine' });
  expect(other.info.roomName).toBe('Mine');
});

test('R3.5, R4.12: typing is shown to the others; a guest hears and may neither play nor chat', async () => {
  const { owner, other, roomId, self } = await twoInside();
  const guest = await open(new RoomtoneClient({ baseUrl: server.url }), { roomId });
  expect(guest.self).toMatchObject({ guest: true, userId: '' });
  for (const typing of [true, false]) {
    const seen = [owner, guest].map((each) => next(each, 'typing'));
    expect(other.typing(typing)).toBe(true);
    for (const event of seen) expect(await event).toEqual({ participantId: self, typing });
  }
  const heard = next(guest, 'notes');
  other.send(noteOn);
  expect([...(await heard).data]).toEqual([...noteOn]);

  const refused = { code: 'AUTHORIZATION_ERROR' };
  await expect(guest.chat('Hello')).rejects.toMatchObject(refused);
  await expect(guest.setPlayer({ color: '#123456' })).rejects.toMatchObject(refused);
  await expect(guest.social.setPresence('busy')).rejects.toMatchObject(refused);
  expect(guest.send(noteOn)).toEqual({ sent: false, reason: 'guest' });
});

test('R13: slash commands moderate like the methods', async () => {
  const { owner, other, bea, roomId, userId, username, self } = await twoInside();
  await runLine(`/mute ${username} 1h too much`, owner);
  await expect(runLine('psst', other)).rejects.toMatchObject({ details: { reason: 'muted' } });
  await runLine(`/unmute #${self}`, owner);
  const said = next(owner, 'chat');
  await runLine('/me nods', other);
  expect(await said).toMatchObject({ message: '* nods', userId });
  await expect(runLine('/kick player-0', owner)).rejects.toMatchObject({ details: { field: 'name' } });
  await expect(runLine(`/kick #${self}`, other)).rejects.toMatchObject({ code: 'AUTHORIZATION_ERROR' });

  const out = outcome(other);
  await runLine(`/ban ${username} 2h enough`, owner);
  expect(await out).toEqual({ status: 'closed', reason: { kind: 'banned', note: 'enough' } });
  await runLine(`/unban ${userId}`, owner);
  const again = await open(bea, { roomId });
  const asked = next(again, 'ownershipOffer');
  await runLine(`/owner ${username}`, owner);
  await asked;
  await again.moderation.answerOwnership(true);
  await expect.poll(() => again.info.roomOwner).toBe(userId);
  await runLine('/leave', owner);
  expect(owner.state).toEqual({ status: 'closed', reason: { kind: 'left' } });
});
