import { expect, test } from 'vitest';
import type { BanRecord } from '../../src/ports/room-storage.ts';
import { createTestApp, type TestApp, usualStorage } from '../support/test-app.ts';
import { makeRoom, refusal, signInAs } from './room-app.ts';

const bans = (app: TestApp, token: string | undefined, roomId: string) =>
  app.call('GET', `/api/rooms/${roomId}/bans`, { token });

/** Ada's room, from which Bob is banned. */
async function banned(app: TestApp, room: object = {}, over: Partial<BanRecord> = {}) {
  const ada = await app.register('ada');
  const bob = await app.register('bob');
  const { room_id: roomId } = await makeRoom(app, ada.token, room);
  const ban = { roomId, userId: bob.user.user_id, bannedBy: ada.user.user_id, reason: 'noise', until: undefined };
  await app.storage.addBan({ ...ban, bannedAt: app.clock.nowMs(), ...over });
  return { ada, bob, roomId };
}

test('R13.5: a guest’s ban shows their name and number, and no address', async () => {
  const app = await createTestApp();
  const owner = await app.register('ada');
  const { body } = await app.call('POST', '/api/rooms', { token: owner.token, body: { room_name: 'Quiet' } });
  const roomId: string = body.data.room_id;
  const bannedBy = owner.user.user_id;
  const guest = { participant: 3, address: '192.0.2.1', username: 'Guest-abcd', bannedBy };
  await app.storage.addGuestBan({ roomId, ...guest, reason: 'noise', until: undefined, bannedAt: app.clock.nowMs() });
  expect((await bans(app, owner.token, roomId)).body.data.bans).toEqual([
    {
      user_id: '',
      participant: 3,
      username: 'Guest-abcd',
      display_name: 'Guest-abcd',
      banned_by: bannedBy,
      reason: 'noise',
      until: null,
    },
  ]);
});

test('S18.17: GET /api/rooms/{id}/bans gives {bans: [{user_id, username, banned_by, reason, until}]}, the newest first', async () => {
  const app = await createTestApp({ storage: usualStorage });
  const { ada, bob, roomId } = await banned(app);
  const cyd = await app.register('cyd');
  const now = app.clock.nowMs();
  const ban = { roomId, userId: cyd.user.user_id, bannedBy: ada.user.user_id, reason: '', bannedAt: now + 1 };
  await app.storage.addBan({ ...ban, until: now + 60_000 });
  const { status, body } = await bans(app, ada.token, roomId);
  const forever = {
    user_id: bob.user.user_id,
    username: 'bob',
    display_name: 'bob',
    banned_by: ada.user.user_id,
    reason: 'noise',
    until: null,
  };
  const until = new Date(now + 60_000).toISOString();
  const forAMinute = { ...forever, user_id: cyd.user.user_id, username: 'cyd', display_name: 'cyd', reason: '', until };
  expect([status, body.data]).toEqual([200, { bans: [forAMinute, forever] }]);
  app.clock.advance(59_999);
  // Setting the wall clock changes nothing.
  app.clock.stepWall(3_600_000);
  const { token } = (
    await app.call('POST', '/api/auth/login', { body: { username: 'ada', password: 'correct horse' } })
  ).body.data;
  expect((await bans(app, token, roomId)).body.data.bans).toHaveLength(2);
  app.clock.advance(1);
  expect((await bans(app, token, roomId)).body.data).toEqual({ bans: [forever] });
});

test.each([
  ['public', 'moderator', 200, undefined],
  ['private', 'moderator', 403, ['owner']],
  ['private', 'admin', 200, undefined],
  ['public', 'pro', 403, ['owner', 'moderator']],
  ['public', 'member', 403, ['owner', 'moderator']],
])('S18.17: of a %s room a %s who does not own it gets %i', async (roomType, role, status, required) => {
  const app = await createTestApp();
  const { roomId } = await banned(app, { room_type: roomType });
  const token = await signInAs(app, `the-${role}`, ['member', role]);
  const answer = await bans(app, token, roomId);
  expect([answer.status, answer.body.error?.details]).toEqual([status, required && { required }]);
});

test('S18.17: banned users and guests may not read the list, and an unknown room is 404 for members', async () => {
  const app = await createTestApp();
  const { bob, roomId } = await banned(app);
  expect((await bans(app, bob.token, roomId)).status).toBe(403);
  expect((await bans(app, undefined, roomId)).status).toBe(401);
  expect(refusal(await bans(app, bob.token, 'none'))).toEqual([404, 'ROOM_NOT_FOUND', { room_id: 'none' }]);
});
