import { describe, expect, test } from 'vitest';
import type { LiveParticipant } from '../../src/ports/live-rooms.ts';
import { userRecord } from '../support/records.ts';
import { createTestApp, storageKinds, type TestApp } from '../support/test-app.ts';

const create = (app: TestApp, token: string | undefined, body: object = {}) =>
  app.call('POST', '/api/rooms', { token, body: { room_name: 'Jam', ...body } });

const list = async (app: TestApp, query = '', token?: string) =>
  (await app.call('GET', `/api/rooms${query}`, { token })).body.data;

/** Signs in a user with roles that registration does not give. */
async function signInAs(app: TestApp, username: string, roles: readonly string[]): Promise<string> {
  await app.storage.createUser(userRecord(username, { roles, passwordHash: 'hash of correct horse' }));
  const body = { username, password: 'correct horse' };
  return (await app.call('POST', '/api/auth/login', { body })).body.data.token;
}

function participant(username: string, joinedAt: number): LiveParticipant {
  return {
    number: 1,
    userId: `id-of-${username}`,
    username,
    displayName: username,
    avatarUrl: `/avatars/${username}`,
    joinedAt,
  };
}

describe.each(storageKinds)('with %s storage', (storage) => {
  test('S18.1, S18.4, S18.6: creating a room answers 201 with all details and default settings', async () => {
    const app = await createTestApp({ storage });
    const { token, user } = await app.register('ada');
    const { status, body } = await create(app, token, { room_name: '  Sunday jam ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      data: {
        room_id: expect.stringMatching(/^[A-Za-z0-9_-]{16,}$/),
        room_name: 'Sunday jam',
        moderators: [],
        room_owner: user.user_id,
        room_owner_name: 'ada',
        room_owner_display_name: 'ada',
        room_type: 'public',
        current_users: 0,
        max_users: 20,
        has_password: false,
        created_at: new Date(app.clock.nowMs()).toISOString(),
        settings: {
          ...{ allow_chat: true, allow_guests: true, auto_moderation: false, welcome_message: '' },
          ...{ may_play: 'everybody', turn_players: 1, turn_seconds: 0 },
          ...{ may_chat: 'everybody', may_set_metronome: 'moderators', may_loop: 'everybody' },
          ...{ allow_direct: true, chat_to_webhooks: false, may_talk: 'everybody' },
        },
        users: [],
        players: [],
      },
    });
    const read = await app.call('GET', `/api/rooms/${body.data.room_id}`);
    expect([read.status, read.body]).toEqual([200, body]);
  });

  test('S18.5: all settings are stored, and the password is never returned', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const settings = {
      allow_chat: false,
      allow_guests: false,
      auto_moderation: true,
      welcome_message: ' Hi,\nall ',
      may_loop: 'moderators',
      chat_to_webhooks: false,
    };
    const body = { room_type: 'private', password: 'sesame', max_users: 50, settings };
    const { text, body: answer } = await create(app, token, body);
    expect(answer.data).toMatchObject({
      room_type: 'private',
      max_users: 50,
      has_password: true,
      settings: { ...settings, welcome_message: 'Hi,\nall' },
    });
    expect(text).not.toContain('sesame');
    const stored = await app.storage.roomById(answer.data.room_id);
    expect(stored?.passwordHash).toBe('hash of sesame');
  });

  test('S18.8, S18.12: a private room is listed only if its owner asks for private rooms, and anybody who knows its id can read it', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const { token: other } = await app.register('grace');
    const room = (await create(app, token, { room_type: 'private' })).body.data;
    expect((await list(app, '', token)).rooms).toEqual([]);
    const own = await list(app, '?room_type=private', token);
    expect(own.rooms).toEqual([expect.objectContaining({ room_id: room.room_id, room_type: 'private' })]);
    for (const stranger of [other, undefined]) {
      expect(await list(app, '?room_type=private', stranger)).toEqual({
        rooms: [],
        pagination: { page: 1, limit: 20, total: 0, pages: 0 },
      });
    }
    expect((await app.call('GET', `/api/rooms/${room.room_id}`)).status).toBe(200);
  });

  test('S18.8, S18.9: pages are ordered by latest activity, have correct totals and are empty past the end', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      app.clock.advance(1000);
      ids.unshift((await create(app, token)).body.data.room_id);
    }
    const page = async (number: number) => {
      const { rooms, pagination } = await list(app, `?limit=2&page=${number}`);
      return { ids: rooms.map((room: { room_id: string }) => room.room_id), pagination };
    };
    const pagination = { limit: 2, total: 5, pages: 3 };
    expect(await page(1)).toEqual({ ids: ids.slice(0, 2), pagination: { ...pagination, page: 1 } });
    expect(await page(3)).toEqual({ ids: ids.slice(4), pagination: { ...pagination, page: 3 } });
    expect(await page(4)).toEqual({ ids: [], pagination: { ...pagination, page: 4 } });
    expect((await list(app)).pagination).toEqual({ page: 1, limit: 20, total: 5, pages: 1 });
  });

  test('S18.6, S18.10, S18.11: participants and latest activity come from live rooms and decide the order of the list', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const quiet = (await create(app, token)).body.data.room_id;
    const busy = (await create(app, token, { room_name: 'Busy' })).body.data.room_id;
    const later = app.clock.nowMs() + 5000;
    app.realtime.setParticipants(quiet, [participant('grace', later), participant('linus', later)]);
    app.realtime.setActivity(quiet, later);
    const { rooms } = await list(app);
    expect(rooms.map((room: { room_id: string }) => room.room_id)).toEqual([quiet, busy]);
    expect(rooms[0]).toMatchObject({ current_users: 2, last_activity: new Date(later).toISOString() });
    expect(Object.keys(rooms[0])).not.toContain('users');
    const { body } = await app.call('GET', `/api/rooms/${quiet}`);
    expect(body.data.current_users).toBe(2);
    expect(body.data.users[0]).toEqual({
      user_id: 'id-of-grace',
      username: 'grace',
      display_name: 'grace',
      avatar_url: '/avatars/grace',
      joined_at: new Date(later).toISOString(),
      participant: 1,
    });
    expect((await list(app, '?has_users=true')).rooms).toHaveLength(1);
    expect((await list(app, '?has_users=false')).rooms).toHaveLength(2);
  });

  test('S18.7: a member owns up to 10 rooms, Pro up to 50; one too many is 403', async () => {
    const app = await createTestApp({ storage });
    const { token } = await app.register('ada');
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await create(app, token)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    const { body } = await create(app, token);
    expect(body.error).toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { required: ['pro'], limit: 10 } });
    const pro = await signInAs(app, 'pro', ['member', 'pro']);
    const proStatuses = await Promise.all(Array.from({ length: 51 }, async () => (await create(app, pro)).status));
    expect(proStatuses.filter((status) => status === 201)).toHaveLength(50);
  });
});

test('S17.1, S18.3, S18.7: stored roles decide: max_users is at most 50, or 500 with Pro, and pro rooms need Pro', async () => {
  const app = await createTestApp();
  const { token } = await app.register('ada');
  const tooMany = await create(app, token, { max_users: 51 });
  expect([tooMany.status, tooMany.body.error.details.field]).toEqual([400, 'max_users']);
  const proRoom = await create(app, token, { room_type: 'pro' });
  expect([proRoom.status, proRoom.body.error]).toEqual([
    403,
    { code: 'AUTHORIZATION_ERROR', message: expect.any(String), details: { required: ['pro'] } },
  ]);
  for (const role of ['pro', 'admin']) {
    const pro = await signInAs(app, `a-${role}`, ['member', role]);
    expect((await create(app, pro, { room_type: 'pro', max_users: 500 })).status).toBe(201);
    expect((await create(app, pro, { max_users: 501 })).status).toBe(400);
  }
});

test('S18.4: creating a room needs a token, which is checked before the body', async () => {
  const { status, body } = await create(await createTestApp(), undefined, { room_name: 5 });
  expect([status, body.error.code]).toEqual([401, 'AUTHENTICATION_ERROR']);
});

test.each([
  [{ room_name: '   ' }, 'room_name', 'must not be empty'],
  [{ room_name: 'x'.repeat(65) }, 'room_name', 'must have at most 64 characters'],
  [{ room_name: 'a\u202eb' }, 'room_name', 'must not contain control or bidirectional-override characters'],
  [{ room_name: 'a\nb' }, 'room_name', 'must not contain control or bidirectional-override characters'],
  [{ room_name: 5 }, 'room_name', 'must be text'],
  [{ room_type: 'secret' }, 'room_type', 'must be one of public, private, pro'],
  [{ max_users: 0 }, 'max_users', 'must be at least 1'],
  [{ max_users: 2.5 }, 'max_users', 'must be a whole number'],
  [{ max_users: '5' }, 'max_users', 'must be a whole number'],
  [{ password: 'x'.repeat(129) }, 'password', 'must have at most 128 characters'],
  [{ settings: { allow_chat: 'yes' } }, 'settings.allow_chat', 'must be true or false'],
  [{ settings: { colour: 'red' } }, 'settings.colour', 'is not a known field'],
  [{ settings: { welcome_message: 'x'.repeat(501) } }, 'settings.welcome_message', 'must have at most 500 characters'],
  [{ owner: 'me' }, 'owner', 'is not a known field'],
])('S18.2, S18.3: %j is refused on %s: it %s', async (over, field, issue) => {
  const app = await createTestApp();
  const { token } = await app.register('ada');
  const { status, body } = await create(app, token, over);
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject({ field, issue, errors: [{ field, issue }] });
});

test('S18.2, S18.3, S18.5: an empty or null password means none, and text lengths count code points after trimming', async () => {
  const app = await createTestApp();
  const { token } = await app.register('ada');
  for (const password of ['', null]) {
    expect((await create(app, token, { password })).body.data.has_password).toBe(false);
  }
  const settings = { welcome_message: '🎹'.repeat(500) };
  expect((await create(app, token, { room_name: ` ${'🎹'.repeat(64)} `, settings })).status).toBe(201);
});

test.each([
  'limit=101',
  'limit=0',
  'limit=-1',
  'limit=x',
  'limit=',
  'limit=1.5',
  'page=0',
  'page=x',
  'page=1e999',
  'page=1&page=2',
])('S18.9: ?%s is 400', async (query) => {
  const { status, body } = await (await createTestApp()).call('GET', `/api/rooms?${query}`);
  expect([status, body.error.details.field]).toEqual([400, query.split('=')[0]]);
});

test.each(['has_users=1', 'has_users=yes', 'has_users=', 'has_users=TRUE', 'room_type=secret', 'room_type='])(
  'S18.9, S18.10: ?%s is 400, because it is not one of the documented values',
  async (query) => {
    expect((await (await createTestApp()).call('GET', `/api/rooms?${query}`)).status).toBe(400);
  },
);

test('S9.4, S18.9: page defaults to 1, limit may be 100, and unknown parameters are ignored', async () => {
  const app = await createTestApp();
  expect((await list(app, '?limit=100&colour=red')).pagination).toMatchObject({ page: 1, limit: 100 });
  expect((await list(app, '?page=999999999999')).rooms).toEqual([]);
});

test.each(['none', 'x'.repeat(2000), '%2e%2e%2fadmin', "'; drop table rooms; --"])(
  'S8.7, S18.12: an unknown room is 404 ROOM_NOT_FOUND with its id: %s',
  async (roomId) => {
    const { status, body } = await (await createTestApp()).call('GET', `/api/rooms/${roomId}`);
    expect([status, body.error.code]).toEqual([404, 'ROOM_NOT_FOUND']);
    expect(body.error.details).toEqual({ room_id: decodeURIComponent(roomId) });
  },
);
