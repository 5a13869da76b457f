import { describe, expect, test } from 'vitest';
import { createTestApp, storageKinds } from '../support/test-app.ts';
import { deleteRoom, makeRoom, refusal, signInAs, updateRoom } from './room-app.ts';

describe.each(storageKinds)('over %s', (storage) => {
  test('S18.13, R2.14: PUT answers 200 with the details view, is partial, counts as activity, and tells everybody inside', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const made = await makeRoom(app, token, {
      max_users: 8,
      settings: { welcome_message: 'Hello', allow_guests: false },
    });
    app.clock.advance(5000);
    const { status, body } = await updateRoom(app, token, made.room_id, {
      room_name: '  Late jam ',
      settings: { allow_chat: false },
    });
    const after = { ...made, room_name: 'Late jam', settings: { ...made.settings, allow_chat: false } };
    expect([status, body]).toEqual([200, { success: true, data: after }]);
    expect((await app.call('GET', `/api/rooms/${made.room_id}`)).body.data).toEqual(after);
    const [entry] = (await app.call('GET', '/api/rooms')).body.data.rooms;
    expect(entry.last_activity).toBe(new Date(app.clock.nowMs()).toISOString());
    expect(app.realtime.calls).toEqual([['roomUpdated', await app.storage.roomById(made.room_id)]]);
  });

  test('S18.23, R23.1: who may play, chat and set the metronome is set at creation and by an update', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const rights = { may_play: 'everybody', turn_players: 1, turn_seconds: 0 };
    const others = { may_chat: 'everybody', may_set_metronome: 'moderators' };
    expect((await makeRoom(app, token)).settings).toMatchObject({ ...rights, ...others });
    const given = { may_play: 'turns', turn_players: 8, turn_seconds: 30 };
    const givenOthers = { may_chat: 'members', may_set_metronome: 'players' };
    const made = await makeRoom(app, token, { settings: { ...given, ...givenOthers } });
    expect(made.settings).toMatchObject({ ...given, ...givenOthers });
    const changed = await updateRoom(app, token, made.room_id, { settings: { may_play: 'named', turn_seconds: 3600 } });
    expect(changed.body.data.settings).toEqual({ ...made.settings, may_play: 'named', turn_seconds: 3600 });
    expect((await app.call('GET', `/api/rooms/${made.room_id}`)).body.data).toEqual(changed.body.data);
  });

  test('S18.5, S18.13: a password is set by an update, kept by one without it, and removed by "" and null', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const { room_id: roomId } = await makeRoom(app, token);
    for (const [change, hash] of [
      [{ password: 'sesame' }, 'hash of sesame'],
      [{ max_users: 3 }, 'hash of sesame'],
      [{ password: '' }, undefined],
      [{ password: 'again' }, 'hash of again'],
      [{ password: null }, undefined],
    ] as const) {
      const { text, body } = await updateRoom(app, token, roomId, change);
      expect(body.data.has_password).toBe(hash !== undefined);
      expect(text).not.toMatch(/sesame|again/);
      expect((await app.storage.roomById(roomId))?.passwordHash).toBe(hash);
    }
  });

  test('S18.15, R2.15: DELETE answers 200 {room_id}, removes the room, and tells everybody inside', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const { room_id: roomId } = await makeRoom(app, token);
    const { status, body } = await deleteRoom(app, token, roomId);
    expect([status, body]).toEqual([200, { success: true, data: { room_id: roomId } }]);
    expect(app.realtime.calls).toEqual([['closeRooms', [roomId], expect.any(Number)]]);
    const gone = [404, 'ROOM_NOT_FOUND', { room_id: roomId }];
    expect(refusal(await app.call('GET', `/api/rooms/${roomId}`))).toEqual(gone);
    expect(refusal(await deleteRoom(app, token, roomId))).toEqual(gone);
    expect(refusal(await updateRoom(app, token, roomId, {}))).toEqual(gone);
    expect((await app.call('GET', '/api/rooms')).body.data.pagination.total).toBe(0);
  });

  test('S15.3, S18.7: a deleted room no longer counts towards the limit, but still towards rooms_created', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const made: string[] = [];
    for (let count = 0; count < 10; count++) made.push((await makeRoom(app, token)).room_id);
    await expect(makeRoom(app, token)).rejects.toThrow('403');
    await deleteRoom(app, token, made[0] ?? '');
    await makeRoom(app, token);
    const { body } = await app.call('GET', '/api/users/profile', { token });
    expect(body.data.stats.rooms_created).toBe(11);
  });
});

test('S18.16: only the owner and admins may update and delete a room; others get 403', async () => {
  const app = await createTestApp();
  const { token } = await app.register('ada');
  const room = await makeRoom(app, token, { room_type: 'private' });
  for (const roles of [['member'], ['member', 'pro'], ['member', 'moderator']]) {
    const other = await signInAs(app, roles.at(-1) ?? '', roles);
    const refused = [403, 'AUTHORIZATION_ERROR', { required: ['owner'] }];
    expect(refusal(await updateRoom(app, other, room.room_id, { room_name: 'Mine' }))).toEqual(refused);
    expect(refusal(await deleteRoom(app, other, room.room_id))).toEqual(refused);
  }
  for (const refused of [
    await updateRoom(app, undefined, room.room_id, { room_name: 'Mine' }),
    await deleteRoom(app, undefined, room.room_id),
  ]) {
    expect(refusal(refused)).toEqual([401, 'AUTHENTICATION_ERROR', {}]);
  }
  expect((await app.call('GET', `/api/rooms/${room.room_id}`)).body.data).toEqual(room);
  const admin = await signInAs(app, 'adele', ['member', 'admin']);
  const updated = await updateRoom(app, admin, room.room_id, { room_name: 'Theirs' });
  expect(updated.body.data).toMatchObject({ room_name: 'Theirs', room_owner: room.room_owner });
  expect((await deleteRoom(app, admin, room.room_id)).status).toBe(200);
});

test.each([
  [{ room_type: 'pro' }, 'room_type', 'is not a known field'],
  [{ room_owner: 'me' }, 'room_owner', 'is not a known field'],
  [{ settings: { theme: 'dark' } }, 'settings.theme', 'is not a known field'],
  [{ room_name: '   ' }, 'room_name', 'must not be empty'],
  [{ room_name: null }, 'room_name', 'must be text'],
  [{ room_name: 'x'.repeat(65) }, 'room_name', 'must have at most 64 characters'],
  [{ max_users: 0 }, 'max_users', 'must be at least 1'],
  [{ max_users: 51 }, 'max_users', 'must be a whole number from 1 to 50'],
  [{ max_users: '5' }, 'max_users', 'must be a whole number'],
  [{ password: 'x'.repeat(129) }, 'password', 'must have at most 128 characters'],
  [{ settings: { welcome_message: 'x'.repeat(501) } }, 'settings.welcome_message', 'must have at most 500 characters'],
  [{ settings: { turn_players: 9 } }, 'settings.turn_players', 'must be at most 8'],
  [{ settings: { turn_seconds: 29 } }, 'settings.turn_seconds', 'must be a whole number from 30 to 3600'],
])('S18.13, S18.23: an update with %j is 400 on %s: it %s; nothing changes', async (change, field, issue) => {
  const app = await createTestApp();
  const { token } = await app.register('ada');
  const room = await makeRoom(app, token);
  const body = { settings: { allow_chat: false }, ...change };
  expect(refusal(await updateRoom(app, token, room.room_id, body))).toMatchObject([
    400,
    'VALIDATION_ERROR',
    { field, issue, errors: [{ field, issue }] },
  ]);
  expect((await app.call('GET', `/api/rooms/${room.room_id}`)).body.data).toEqual(room);
  expect(app.realtime.calls).toEqual([]);
});

test('S18.19, decision 005: a user who is no longer Pro keeps rooms as they are, but new values must be within the limits of a member', async () => {
  const app = await createTestApp();
  const { token, user } = await app.register('ada');
  await app.storage.setRoles(user.user_id, ['member', 'pro']);
  const pro = await makeRoom(app, token, { room_type: 'pro', max_users: 500 });
  for (let count = 1; count < 11; count++) await makeRoom(app, token);
  await app.storage.setRoles(user.user_id, ['member']);
  // Nothing is taken away, and fields that an update leaves out stay.
  const renamed = await updateRoom(app, token, pro.room_id, { room_name: 'Still here' });
  expect(renamed.body.data).toMatchObject({ room_name: 'Still here', room_type: 'pro', max_users: 500 });
  expect((await updateRoom(app, token, pro.room_id, { max_users: 500 })).status).toBe(400);
  expect((await updateRoom(app, token, pro.room_id, { max_users: 50 })).status).toBe(200);
  // Eleven rooms; a member may have ten.
  const body = { room_name: 'One more' };
  expect(refusal(await app.call('POST', '/api/rooms', { token, body }))).toEqual([
    403,
    'AUTHORIZATION_ERROR',
    { required: ['pro'], reason: 'room_quota', limit: 10 },
  ]);
  expect((await deleteRoom(app, token, pro.room_id)).status).toBe(200);
});
