import { RoomtoneError } from '@roomtone/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, type Asked, refusal, startFakeRest, success } from '../test/fake-rest.ts';
import { startUs } from '../test/fake-room.ts';
import { ScriptedServer } from '../test/fake-server.ts';
import { RoomtoneClient } from './client.ts';
import { systemEnvironment } from './environment.ts';
import { ConnectionError } from './errors.ts';
import type { Room } from './room/room.ts';
import { accessToken } from './testing/fake-accounts.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { MemoryTokenStore } from './token-store.ts';

const ada = { sub: 'user-1', username: 'ada', roles: ['member'] };
const user = { userId: 'user-1', username: 'ada', displayName: 'ada', roles: ['member'] };
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A client whose server signs everybody in as ada; its nth token is `t<n>`. */
async function start(answer: (asked: Asked) => Answer | Promise<Answer> | undefined) {
  const given = { tokens: 0, ended: 0 };
  const grant = () => {
    given.tokens++;
    const token = accessToken({ ...ada, jti: `t${given.tokens}` });
    return { token, refresh_token: `r${given.tokens}`, expires_in: 900 };
  };
  const rest = await startFakeRest(async (asked) => {
    const own = await answer(asked);
    if (own !== undefined) return own;
    if (asked.url === '/api/auth/refresh') return success(grant());
    const view = { ...grant(), user: { user_id: 'user-1', username: 'ada', roles: ['member'] } };
    return success(view, asked.url === '/api/auth/register' ? 201 : 200);
  });
  stops.push(rest.close);
  const clock = new FakeClock(startUs);
  const sockets = new ScriptedServer({ timers: clock });
  const store = new MemoryTokenStore();
  const environment = {
    ...systemEnvironment,
    ...{ timers: clock, random: () => 0, openSocket: sockets.openSocket, watchNetwork: () => () => {} },
  };
  const options = { baseUrl: `${rest.baseUrl}/`, tokenStore: store, onSessionEnded: () => given.ended++ };
  const newClient = () => new RoomtoneClient(options, environment);
  return { client: newClient(), newClient, store, rest, clock, sockets, given };
}

const emptyPage = { rooms: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } };

function tokenName(asked: Asked | undefined): string | undefined {
  const payload = asked?.authorization?.split('.')[1];
  return payload === undefined ? undefined : JSON.parse(Buffer.from(payload, 'base64url').toString()).jti;
}

describe('signing in', () => {
  test('register and login send what the server expects and return the user', async () => {
    const { client, rest, store } = await start(() => undefined);
    expect(client.user).toBeUndefined();
    await expect(client.register({ username: 'ada', password: 'lovelace1' })).resolves.toEqual(user);
    expect(client.user).toEqual(user);
    await client.login({ username: 'ada', password: 'lovelace1', rememberMe: true });
    expect(rest.asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/auth/register', { username: 'ada', password: 'lovelace1', confirm_password: 'lovelace1' }],
      ['POST', '/api/auth/login', { username: 'ada', password: 'lovelace1', remember_me: true }],
    ]);
    await expect(store.load()).resolves.toEqual({ refreshToken: 'r2', userId: 'user-1' });
  });

  test('a refusal rejects with the server’s error and its details', async () => {
    const { client } = await start(() => refusal(400, 'VALIDATION_ERROR', { field: 'username', issue: 'is taken' }));
    const error = await client.register({ username: 'ada', password: 'x' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RoomtoneError);
    expect(error).not.toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'username', issue: 'is taken' } });
    expect(client.user).toBeUndefined();
  });

  test('restore signs in with the stored tokens', async () => {
    const { store, newClient, rest } = await start(() => undefined);
    await expect(newClient().restore()).resolves.toBeUndefined();
    await store.save({ refreshToken: 'old', userId: 'user-1' });
    const client = newClient();
    await expect(client.restore()).resolves.toEqual(user);
    expect(rest.asked).toMatchObject([{ url: '/api/auth/refresh', body: { refresh_token: 'old' } }]);
    await expect(store.load()).resolves.toEqual({ refreshToken: 'r1', userId: 'user-1' });
  });

  test('stored tokens that no longer work are deleted', async () => {
    const { store, client, given } = await start(() => refusal(401, 'AUTHENTICATION_ERROR'));
    await store.save({ refreshToken: 'old', userId: 'user-1' });
    await expect(client.restore()).resolves.toBeUndefined();
    await expect(store.load()).resolves.toBeUndefined();
    expect([client.user, given.ended]).toEqual([undefined, 0]);
  });

  test('an unreachable server does not delete them', async () => {
    const { store, client, rest } = await start(() => undefined);
    await store.save({ refreshToken: 'old', userId: 'user-1' });
    await rest.close();
    await expect(client.restore()).rejects.toMatchObject({ reason: 'unreachable' });
    await expect(store.load()).resolves.toEqual({ refreshToken: 'old', userId: 'user-1' });
  });

  test('logout tells the server and deletes the tokens even if the server cannot be reached', async () => {
    const { client, rest, store, given } = await start(() => undefined);
    await client.login({ username: 'ada', password: 'x' });
    await client.logout();
    expect(rest.asked.at(-1)).toMatchObject({ url: '/api/auth/logout', body: { refresh_token: 'r1' } });
    await client.login({ username: 'ada', password: 'x' });
    await rest.close();
    await expect(client.logout()).rejects.toBeInstanceOf(ConnectionError);
    expect([client.user, await store.load(), given.ended]).toEqual([undefined, undefined, 0]);
    await client.logout();
  });
});

describe('access tokens', () => {
  test('are refreshed before they expire, once for all waiting calls', async () => {
    const { client, rest, clock } = await start(({ url }) => (url === '/api/rooms' ? success(emptyPage) : undefined));
    await client.login({ username: 'ada', password: 'x' });
    await client.rooms.list();
    clock.sleep(871_000);
    await Promise.all([client.rooms.list(), client.rooms.list(), client.rooms.list()]);
    const urls = rest.asked.map(({ url }) => url.replace('/api/', ''));
    expect(urls).toEqual(['auth/login', 'rooms', 'auth/refresh', 'rooms', 'rooms', 'rooms']);
    expect(rest.asked.map(tokenName)).toEqual([undefined, 't1', undefined, 't2', 't2', 't2']);
  });

  test('that the server refuses are refreshed once for all, and the calls are sent again', async () => {
    const { client, rest } = await start((asked) => {
      if (asked.url !== '/api/rooms') return undefined;
      return tokenName(asked) === 't1' ? refusal(401, 'AUTHENTICATION_ERROR') : success(emptyPage);
    });
    await client.login({ username: 'ada', password: 'x' });
    await Promise.all([client.rooms.list(), client.rooms.list()]);
    expect(rest.asked.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
  });

  test('a refused refresh ends the session, once', async () => {
    const { client, store, given } = await start(({ url }) =>
      url === '/api/auth/login' ? undefined : refusal(401, 'AUTHENTICATION_ERROR'),
    );
    await client.login({ username: 'ada', password: 'x' });
    const results = await Promise.allSettled([client.rooms.list(), client.rooms.get('a')]);
    expect(results).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'AUTHENTICATION_ERROR' } }));
    expect([client.user, await store.load(), given.ended]).toEqual([undefined, undefined, 1]);
  });

  test('any other failure of a refresh ends nothing', async () => {
    const down = { now: false };
    const { client, clock, given } = await start(({ url }) => {
      if (url === '/api/auth/refresh' && down.now) return refusal(500, 'SERVER_ERROR');
      return url === '/api/rooms' ? success(emptyPage) : undefined;
    });
    await client.login({ username: 'ada', password: 'x' });
    clock.sleep(900_000);
    down.now = true;
    await expect(client.rooms.list()).rejects.toMatchObject({ code: 'SERVER_ERROR' });
    down.now = false;
    await client.rooms.list();
    expect([client.user, given.ended]).toEqual([user, 0]);
  });

  test('tokens refreshed by another program with the same store are used', async () => {
    const { client, newClient, clock, rest } = await start(({ url }) =>
      url === '/api/rooms' ? success(emptyPage) : undefined,
    );
    await client.login({ username: 'ada', password: 'x' });
    await newClient().restore();
    clock.sleep(900_000);
    await client.rooms.list();
    const refreshes = rest.asked.filter(({ url }) => url === '/api/auth/refresh');
    expect(refreshes.map(({ body }) => body)).toEqual([{ refresh_token: 'r1' }, { refresh_token: 'r2' }]);
  });
});

describe('calls', () => {
  test('list, create and read rooms', async () => {
    const { client, rest } = await start(({ method, url }) =>
      url === '/health'
        ? { status: 200, body: { status: 'ok', timestamp: '2026-01-01T00:00:00.000Z' } }
        : success({ method, url, users: [] }),
    );
    await client.rooms.list({ page: 2, limit: 5, roomType: 'pro', hasUsers: true });
    await client.rooms.list();
    await client.rooms.create({ roomName: 'Attic' });
    await client.rooms.get('a/b');
    await expect(client.health()).resolves.toEqual({ status: 'ok', timestamp: 1_767_225_600_000 });
    expect(rest.asked).toEqual([
      { method: 'GET', url: '/api/rooms?page=2&limit=5&room_type=pro&has_users=true' },
      { method: 'GET', url: '/api/rooms' },
      { method: 'POST', url: '/api/rooms', body: { room_name: 'Attic' } },
      { method: 'GET', url: '/api/rooms/a%2Fb' },
      { method: 'GET', url: '/health' },
    ]);
  });

  test.each([
    { status: 502, body: '<h1>Bad gateway</h1>' },
    { status: 200, body: '<h1>Welcome to nginx</h1>' },
    { status: 200, body: null },
    { status: 400, body: { success: false, error: { code: 'ODD', message: 'x', details: {} } } },
    { status: 200, body: { hello: 'world' } },
  ])('reject with a ConnectionError for an answer that is not from a Roomtone server: %j', async (answer) => {
    const { client } = await start(() => answer);
    await expect(client.rooms.list()).rejects.toMatchObject({ name: 'ConnectionError', reason: 'unexpectedAnswer' });
  });

  test.each(['nonsense', 'localhost:7420', '127.0.0.1:7420', 'ftp://music.example', ''])(
    'the address %j is refused immediately, with an example of one',
    (baseUrl) => {
      expect(() => new RoomtoneClient({ baseUrl })).toThrow(/^baseUrl must be .+ http:\/\/127\.0\.0\.1:7420/);
    },
  );

  test('unknown keys are refused with the one that was meant, and nothing is sent', async () => {
    const { client, rest } = await start(() => undefined);
    const misspelt = (given: object) => given as never;
    expect(() => new RoomtoneClient(misspelt({ baseURL: 'http://a' }))).toThrow('did you mean `baseUrl`?');
    for (const [call, meant] of [
      [client.rooms.create(misspelt({ room_name: 'x' })), 'roomName'],
      [client.rooms.update('a', misspelt({ settings: { allow_chat: true } })), 'allowChat'],
      [client.rooms.list(misspelt({ pages: 1 })), 'page'],
      [client.login(misspelt({ username: 'a', password: 'b', remember: true })), 'rememberMe'],
      [client.createRoom(misspelt({ name: 'x' })), 'roomName'],
      [client.joinRoom('a', misspelt({ pasword: 'x' })), 'password'],
      [client.health(misspelt({ timeout: 1 })), 'timeoutMs'],
      [client.server(misspelt({ timeOutMs: 1 })), 'timeoutMs'],
    ] as const) {
      await expect(call).rejects.toThrow(new RegExp(`did you mean \\\`${meant}\\\``));
    }
    expect(rest.asked).toEqual([]);
  });

  test('names and times are the same as from the WebSocket', async () => {
    const { client } = await start(() =>
      success({ ...roomEntry, settings: { allow_chat: false, welcome_message: 'a_b' }, users: [{ user_id: 'u_1' }] }),
    );
    expect(await client.rooms.get('a')).toEqual({
      ...{ roomId: 'a', roomName: 'Attic', roomType: 'pro', createdAt: 1_767_225_600_000 },
      ...{ settings: { allowChat: false, welcomeMessage: 'a_b' }, users: [{ userId: 'u_1' }] },
    });
  });

  test('a call can be aborted and limited in time', async () => {
    const { client, rest } = await start(() => new Promise<Answer>(() => {}));
    const given = new AbortController();
    const aborted = client.server({ signal: given.signal });
    await expect.poll(() => rest.asked.length).toBe(1);
    given.abort(new Error('enough'));
    await expect(aborted).rejects.toMatchObject({ reason: 'aborted', cause: { message: 'enough' } });
    await expect(client.health({ timeoutMs: 5 })).rejects.toMatchObject({ reason: 'timeout', retryable: true });
  });
});

const roomEntry = { room_id: 'a', room_name: 'Attic', room_type: 'pro', created_at: '2026-01-01T00:00:00.000Z' };

describe('joinRoom', () => {
  const ticket = success({ encrypted_payload: 'p', ws_url: 'ws://there/api/websocket/p', expires_in: 60 });

  test('opens the ticket’s address as the user or as a guest', async () => {
    const { client, rest, sockets } = await start(({ url }) => (url.endsWith('ticket') ? ticket : undefined));
    const guest = await client.joinRoom('a');
    await client.login({ username: 'ada', password: 'x' });
    const member = await client.joinRoom('a');
    expect(sockets.sockets.map(({ url }) => url)).toEqual(Array(2).fill('ws://there/api/websocket/p'));
    expect(rest.asked.filter(({ url }) => url === '/api/auth/websocket-ticket')).toMatchObject([
      { authorization: undefined, body: {} },
      { authorization: expect.stringMatching(/^Bearer /) },
    ]);
    guest.close();
    member.close();
  });

  test('a connection closed with 4401 ends the session', async () => {
    const { client, sockets, given } = await start(({ url }) => (url.endsWith('ticket') ? ticket : undefined));
    await client.login({ username: 'ada', password: 'x' });
    const connection = await client.joinRoom('a');
    sockets.socket.drop(4401);
    expect(connection.state).toEqual({ status: 'closed', reason: { kind: 'sessionEnded' } });
    expect([client.user, given.ended]).toEqual([undefined, 1]);
  });

  test('a connection does not come back as a guest after signing out', async () => {
    const { client, sockets, clock, given } = await start(({ url }) => (url.endsWith('ticket') ? ticket : undefined));
    await client.login({ username: 'ada', password: 'x' });
    const connection = await client.joinRoom('a');
    await client.logout();
    sockets.socket.drop();
    await clock.advance(0);
    await clock.advance(0);
    expect(connection.state).toEqual({ status: 'closed', reason: { kind: 'sessionEnded' } });
    expect(given.ended).toBe(0);
  });

  test('wake() brings forward the retries of all open connections, and leaves closed ones alone', async () => {
    const { client, sockets } = await start(({ url }) => (url.endsWith('ticket') ? ticket : undefined));
    const [kept, gone] = [await client.joinRoom('a'), await client.joinRoom('b')];
    gone.close();
    for (const socket of sockets.sockets) socket.drop(1006);
    expect(kept.state.status).toBe('reconnecting');
    client.wake();
    await expect.poll(() => kept.state.status).toBe('joined');
    expect(sockets.sockets).toHaveLength(3);
  });

  test('when one connection ends the session, the others do not try to continue it', async () => {
    const { client, rest, sockets, clock } = await start(({ url }) => (url.endsWith('ticket') ? ticket : undefined));
    await client.login({ username: 'ada', password: 'x' });
    const connections = [await client.joinRoom('a'), await client.joinRoom('b')];
    sockets.sockets[0]?.drop(4401);
    const { length } = rest.asked;
    sockets.sockets[1]?.drop(1006);
    await clock.advance(0);
    await clock.advance(0);
    expect(connections.map(({ state }) => state.status)).toEqual(['closed', 'closed']);
    expect(rest.asked).toHaveLength(length);
  });

  test('a replaced session continues with its own tokens and leaves those of the new one alone', async () => {
    const { client, store, rest, clock, sockets } = await start(({ url }) => {
      return url.endsWith('ticket') ? ticket : undefined;
    });
    await client.login({ username: 'ada', password: 'x' });
    const connection = await client.joinRoom('a');
    await client.login({ username: 'ada', password: 'x' });
    clock.sleep(900_000);
    const back = new Promise((resolve) => connection.on('joined', resolve));
    sockets.socket.drop();
    await clock.advance(0);
    await back;
    expect(rest.asked.at(-2)).toMatchObject({ url: '/api/auth/refresh', body: { refresh_token: 'r1' } });
    await expect(store.load()).resolves.toMatchObject({ refreshToken: 'r2' });
    connection.close();
  });

  test('a dead server is tried for a while, and then the promise rejects with what was wrong', async () => {
    const { client, rest, clock } = await start(() => undefined);
    await rest.close();
    const joining = client.joinRoom('a', { timeoutMs: 3_000 });
    const refused = expect(joining).rejects.toMatchObject({ name: 'ConnectionError', reason: 'unreachable' });
    let room: Room | undefined;
    const aborted = new AbortController();
    const other = client.joinRoom('a', {
      signal: aborted.signal,
      prepare: (opened) => {
        room = opened;
      },
    });
    const cancelled = expect(other).rejects.toMatchObject({ reason: 'aborted' });
    await expect.poll(() => room?.state.status).toBe('reconnecting');
    aborted.abort();
    await cancelled;
    expect(room?.state).toMatchObject({ status: 'closed', reason: { kind: 'failed', error: { reason: 'aborted' } } });
    await clock.advance(3_000);
    await refused;
    expect(clock.waiting).toBe(0);
  });

  test('an invitation to this server is followed, and one to another is refused', async () => {
    const { client, rest } = await start(({ url }) => (url.endsWith('ticket') ? ticket : undefined));
    const link = `${rest.baseUrl}/rooms/kitchen-0123456789`;
    const room = await client.joinInvitation(link);
    expect(room.info.roomName).toBe('Kitchen');
    room.close();
    await expect(client.joinInvitation('https://elsewhere.example/rooms/kitchen-0123456789')).rejects.toThrow(
      new TypeError('the invitation leads to https://elsewhere.example'),
    );
    await expect(client.joinInvitation('nonsense')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(RoomtoneClient.forInvitation(link)).toBeInstanceOf(RoomtoneClient);
  });

  test('waitFor() resolves with the next event, and rejects after a time, by a signal or when the room is closed', async () => {
    const { client, sockets, clock } = await start(({ url }) => (url.endsWith('ticket') ? ticket : undefined));
    const room = await client.joinRoom('a');
    const heard = room.waitFor('typing');
    sockets.socket.deliver({ kind: 'typing', sender: 2, body: { typing: true } });
    expect(await heard).toEqual({ participantId: 2, typing: true });
    const late = expect(room.waitFor('chat', { timeoutMs: 50 })).rejects.toMatchObject({ reason: 'timeout' });
    await clock.advance(50);
    await late;
    const signal = AbortSignal.abort();
    await expect(room.waitFor('chat', { signal })).rejects.toMatchObject({ reason: 'aborted' });
    const closed = expect(room.waitFor('chat')).rejects.toMatchObject({ reason: 'closed' });
    let times = 0;
    const count = () => times++;
    room.once('state', count);
    room.on('state', count);
    room.off('state', count);
    room.once('state', count);
    room.close();
    await closed;
    expect(times).toBe(1);
    await expect(room.waitFor('chat')).rejects.toMatchObject({ reason: 'closed' });
  });
});
