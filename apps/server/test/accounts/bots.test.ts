import { ChatMessageType, TurnAction } from '@roomtone/protocol';
import type { BotScope } from '@roomtone/protocol/rest';
import { describe, expect, test } from 'vitest';
import { botTokens } from '../../src/adapters/tokens/bot-tokens.ts';
import { createBots } from '../../src/application/accounts/bots.ts';
import { createLiveApp, type LiveApp } from '../support/live-app.ts';
import type { SignedIn } from '../support/test-app.ts';

const path = '/api/users/profile/bots';
const all: readonly BotScope[] = ['listen', 'play', 'chat', 'moderate'];

/** Ada, her room, and a way to give her bots. */
async function withOwner(room: object = {}) {
  const app = await createLiveApp();
  const ada = await app.register('ada');
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam', ...room } });
  const roomId: string = made.body.data.room_id;
  const create = (username: string, scopes: readonly BotScope[] = all, by: SignedIn = ada) =>
    app.call('POST', path, { token: by.token, body: { username, scopes, password: 'correct horse' } });
  const botWith = async (scopes: readonly BotScope[], username = 'clicky') => {
    const { data } = (await create(username, scopes)).body;
    return { userId: data.bot.user_id as string, token: data.bot_token as string };
  };
  return { app, ada, roomId, create, botWith };
}

const refusal = ({ body }: Awaited<ReturnType<LiveApp['call']>>) => [body.error?.code, body.error?.details];
const needs = (scope: BotScope) => ['AUTHORIZATION_ERROR', { required: [scope], reason: 'scope' }];

describe('bots', () => {
  test('S32.1, S32.2: a bot has a name of its own and a token that works at once, and never more than a hash is stored', async () => {
    const { app, ada, create } = await withOwner();
    const made = await create('clicky', ['chat', 'listen']);
    expect([made.status, made.body.data]).toMatchObject([
      201,
      {
        bot: { username: 'clicky', scopes: ['listen', 'chat'] },
        bot_token: expect.stringMatching(/^rtbot_[\w-]{64}$/),
      },
    ]);
    const { bot, bot_token: token } = made.body.data;
    const own = await app.call('GET', '/api/users/profile', { token });
    expect(own.body.data).toMatchObject({ user_id: bot.user_id, username: 'clicky', has_password: false });
    expect(own.body.data.scopes).toEqual(['listen', 'chat']);
    const [session] = await app.storage.sessionsOf(bot.user_id, app.clock.nowMs());
    expect(JSON.stringify(session)).not.toContain(token.slice(-40));
    app.clock.advance(400 * 24 * 3_600_000);
    expect((await app.call('GET', '/api/auth/validate-token', { token })).status).toBe(200);
    expect((await app.call('POST', '/api/auth/login', { body: { username: 'clicky', password: token } })).status).toBe(
      401,
    );
    expect((await app.call('POST', '/api/auth/refresh', { body: { refresh_token: token } })).status).toBe(401);
    expect((await app.call('GET', '/api/users/clicky')).body.data).toMatchObject({ username: 'clicky' });
    expect(ada.user.user_id).not.toBe(bot.user_id);
  });

  test('S32.1: a bot may have a display name, which it is shown by; its username stays its address', async () => {
    const { app, ada } = await withOwner();
    const body = { username: 'clicky', display_name: ' Herr  Klick ', scopes: ['chat'], password: 'correct horse' };
    const made = await app.call('POST', path, { token: ada.token, body });
    expect(made.body.data.bot).toMatchObject({ username: 'clicky', display_name: 'Herr Klick' });
    const found = await app.call('GET', '/api/users/clicky');
    expect(found.body.data).toMatchObject({ username: 'clicky', display_name: 'Herr Klick' });
    const hidden = { ...body, username: 'clacky', display_name: 'a\u202eb' };
    expect(refusal(await app.call('POST', path, { token: ada.token, body: hidden }))).toMatchObject([
      'VALIDATION_ERROR',
      { field: 'display_name' },
    ]);
  });

  test('S32.1: names follow the rules of registration, and a user has ten bots at most', async () => {
    const { create } = await withOwner();
    expect((await create('ADA')).body.error.details).toMatchObject({ field: 'username', code: 'taken' });
    expect((await create('moderator')).body.error.details).toMatchObject({ field: 'username', code: 'reserved' });
    expect((await create('x')).body.error.details).toMatchObject({ field: 'username' });
    expect((await create('clicky', [])).body.error.details).toMatchObject({ field: 'scopes' });
    const statuses = [];
    for (let index = 0; index < 11; index++) statuses.push((await create(`bot-number-${index}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 403]);
    expect((await create('one-more')).body.error.details).toEqual({ required: [], reason: 'bot_quota', limit: 10 });
  });

  test('S32.3, S32.4: bots are listed; a replaced or revoked token stops working at once and closes connections', async () => {
    const { app, ada, botWith } = await withOwner();
    const bot = await botWith(all);
    const listed = await app.call('GET', path, { token: ada.token });
    expect(listed.body.data.bots).toMatchObject([{ user_id: bot.userId, username: 'clicky', scopes: all }]);
    const first = await app.connect(bot.token);
    const replaced = await app.call('POST', `${path}/${bot.userId}/token`, {
      token: ada.token,
      body: { password: 'correct horse' },
    });
    expect(await first.closed).toBe(4401);
    expect((await app.call('GET', '/api/users/profile', { token: bot.token })).status).toBe(401);
    const second = await app.connect(replaced.body.data.bot_token);
    const bea = await app.register('bea');
    for (const [method, url] of [
      ['DELETE', `${path}/${bot.userId}`],
      ['POST', `${path}/${bot.userId}/token`],
    ] as const) {
      const body = method === 'POST' ? { password: 'correct horse' } : undefined;
      expect((await app.call(method, url, { token: bea.token, body })).status).toBe(404);
    }
    expect((await app.call('DELETE', `${path}/${bot.userId}`, { token: ada.token })).status).toBe(200);
    expect(await second.closed).toBe(4401);
    expect((await app.call('GET', '/api/users/clicky')).status).toBe(404);
  });

  test('S32.14: whoever makes a bot or another token knows the password, and neither happens unnoticed', async () => {
    const { app, ada, botWith } = await withOwner();
    const bot = await botWith(all);
    const again = (password?: string) =>
      app.call('POST', `${path}/${bot.userId}/token`, { token: ada.token, body: { password } });
    const made = (password?: string) =>
      app.call('POST', path, { token: ada.token, body: { username: 'other', scopes: ['listen'], password } });
    for (const attempt of [again, made]) {
      expect(refusal(await attempt())).toMatchObject(['VALIDATION_ERROR', { field: 'password', code: 'required' }]);
      expect(refusal(await attempt('a guess'))).toMatchObject([
        'VALIDATION_ERROR',
        { field: 'password', code: 'wrong' },
      ]);
    }
    expect((await again('correct horse')).status).toBe(200);
    await app.storage.setRoles(ada.user.user_id, ['member', 'admin']);
    const log = async (user: string) => {
      const { body } = await app.call('GET', `/api/audit-log?user=${user}`, { token: ada.token });
      return body.data.entries.map(({ kind }: { kind: string }) => kind);
    };
    await expect.poll(() => log('clicky')).toEqual(['bot_token_replaced', 'account_created']);
  });

  test('S17.3, S12.18, S24.5: tokens of bots end with a forced sign-out, and on request with a new password', async () => {
    const { app, ada, botWith } = await withOwner();
    const bot = await botWith(all);
    const works = async (token: string) => (await app.call('GET', '/api/users/profile', { token })).status === 200;
    const change = (body: object) => app.call('PUT', '/api/auth/password', { token: ada.token, body });
    const passwords = { current_password: 'correct horse', new_password: 'another horse 7' };
    expect((await change(passwords)).status).toBe(200);
    expect(await works(bot.token)).toBe(true);
    const player = await app.connect(bot.token);
    const next = { current_password: 'another horse 7', new_password: 'correct horse', end_bots: true };
    expect((await change(next)).status).toBe(200);
    expect([await player.closed, await works(bot.token)]).toEqual([4401, false]);
    const { body } = await app.call('GET', path, { token: ada.token });
    expect(body.data.bots).toMatchObject([{ username: 'clicky', has_token: false }]);
    const answer = await app.call('POST', `${path}/${bot.userId}/token`, {
      token: ada.token,
      body: { password: 'correct horse' },
    });
    const token: string = answer.body.data.bot_token;
    const second = await app.connect(token);
    const admin = await app.register('admina');
    await app.storage.setRoles(admin.user.user_id, ['member', 'admin']);
    await app.call('DELETE', `/api/users/${ada.user.user_id}/sessions`, { token: admin.token });
    expect([await second.closed, await works(token)]).toEqual([4403, false]);
  });

  test('S32.4: bots go with the account of their owner', async () => {
    const { app, ada, botWith } = await withOwner();
    const bot = await botWith(all);
    const player = await app.connect(bot.token);
    const gone = await app.call('DELETE', '/api/users/profile', {
      token: ada.token,
      body: { password: 'correct horse' },
    });
    expect(gone.status).toBe(200);
    expect(await player.closed).toBe(4401);
    expect(await app.storage.userById(bot.userId)).toBeUndefined();
  });

  test('S32.5: over REST a bot does what its scopes name, and nothing that is for people', async () => {
    const { app, ada, roomId, botWith } = await withOwner();
    const { token } = await botWith(['listen']);
    const bodies = {
      moderation: { action: 'kick', user_id: ada.user.user_id },
      files: { name: 'x', data: 'TVRoZA==' },
    };
    expect((await app.call('GET', `/api/rooms/${roomId}`, { token })).status).toBe(200);
    for (const [method, url, expected, body] of [
      ['POST', `/api/rooms/${roomId}/moderation`, needs('moderate'), bodies.moderation],
      ['GET', `/api/rooms/${roomId}/bans`, needs('moderate'), undefined],
      ['POST', `/api/rooms/${roomId}/files`, needs('play'), bodies.files],
    ] as const) {
      expect([url, ...refusal(await app.call(method, url, { token, body }))]).toEqual([url, ...expected]);
    }
    for (const [method, url] of [
      ['POST', '/api/rooms'],
      ['PUT', '/api/users/profile'],
      ['GET', '/api/auth/sessions'],
      ['GET', '/api/users/friends'],
      ['POST', path],
      ['DELETE', '/api/users/profile'],
    ] as const) {
      const answer = await app.call(method, url, { token, headers: { 'content-type': 'application/json' } });
      expect([url, ...refusal(answer)]).toEqual([url, 'AUTHORIZATION_ERROR', { required: [], reason: 'bot' }]);
    }
  });

  test('S32.6, S32.7: over the WebSocket, too: without play it is refused like a listener', async () => {
    const { app, ada, roomId, botWith } = await withOwner();
    const owner = await app.connect(ada.token);
    await owner.join(roomId);
    const bot = await app.connect((await botWith(['listen'])).token);
    await bot.join(roomId);
    bot.play([0x90, 60, 100]);
    expect((await bot.take('error')).body).toMatchObject({
      code: 'AUTHORIZATION_ERROR',
      details: { required: 'play' },
    });
    bot.say('hello');
    expect((await bot.take('error')).body.details).toEqual({ required: 'chat', reason: 'scope' });
    const transport = { tempo: 120_000, beatsPerBar: 4, running: true, startTime: 0, beatsBefore: 0 };
    bot.send({ kind: 'transport', body: transport });
    expect((await bot.take('error')).body.details).toMatchObject({ required: 'moderate' });
    bot.send({ kind: 'updateRoomCommand', body: { roomName: 'Mine' } });
    expect((await bot.take('error')).body.details).toMatchObject({ reason: 'bot' });
    bot.send({ kind: 'userCommand', body: { setPresence: { status: 2 } }, requestId: 9 });
    expect((await bot.take('ack')).requestId).toBe(9);
    owner.play([0x90, 60, 100]);
    expect((await bot.take('midiMessage')).sender).toBe(1);
    const deaf = await app.connect((await botWith(['chat'], 'deaf-one')).token);
    expect((await deaf.refusedJoin(roomId)).body.details).toMatchObject({ required: 'listen', reason: 'scope' });
  });

  test('S32.8: everybody sees that it is a bot, in the room, in its messages and over REST', async () => {
    const { app, ada, roomId, botWith } = await withOwner({ max_users: 2 });
    const owner = await app.connect(ada.token);
    await owner.join(roomId);
    const guest = await app.connect();
    await guest.join(roomId);
    const bot = await app.connect((await botWith(all)).token);
    expect((await bot.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'full' });
    guest.send({ kind: 'leaveRoomCommand', body: {} });
    await guest.take('roomLeft');
    await bot.join(roomId);
    expect((await owner.take('participantJoined')).body.participant).toMatchObject({ guest: true });
    expect((await owner.take('participantJoined')).body.participant).toMatchObject({ username: 'clicky', bot: true });
    bot.say('One, two, three, four');
    expect((await owner.take('chatMessage')).body).toMatchObject({
      ...{ username: 'clicky', messageType: ChatMessageType.BOT },
    });
    expect((await app.storage.recentChat(roomId, 1))[0]?.messageType).toBe('bot');
    const { users } = (await app.call('GET', `/api/rooms/${roomId}`)).body.data;
    expect(users.map(({ bot: isBot }: { bot?: boolean }) => isBot)).toEqual([undefined, true]);
  });
});

describe('what restricts a user restricts their bots (S32.13)', () => {
  /** Mallory's bot and Mallory inside Ada's room, and a way to moderate it. */
  async function withMallory(room: object = {}) {
    const made = await withOwner(room);
    const { app, ada, roomId, create } = made;
    const mallory = await app.register('mallory');
    const { data } = (await create('helper', all, mallory)).body;
    const bot = { userId: data.bot.user_id as string, token: data.bot_token as string };
    const inside = async (token: string) => {
      const player = await app.connect(token);
      await player.join(roomId);
      return player;
    };
    const act = async (body: object) => {
      const answer = await app.call('POST', `/api/rooms/${roomId}/moderation`, { token: ada.token, body });
      expect(answer.status).toBe(200);
    };
    return { ...made, mallory, bot, inside, act, userId: mallory.user.user_id };
  }

  test('R13.16: a ban of the owner takes their bots out and keeps them out, also one that is made later', async () => {
    const { app, roomId, mallory, bot, inside, act, userId, create } = await withMallory();
    const helper = await inside(bot.token);
    await act({ action: 'ban', user_id: userId, seconds: 0 });
    expect((await helper.take('roomLeft')).body.roomId).toBe(roomId);
    const later = (await create('later', all, mallory)).body.data.bot_token;
    for (const token of [bot.token, later]) {
      const player = await app.connect(token);
      expect((await player.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'banned' });
    }
    await act({ action: 'unban', user_id: userId });
    await inside(bot.token);
    await act({ action: 'ban', user_id: bot.userId, seconds: 0 });
    await inside(mallory.token);
  });

  test('R13.16: a mute of the owner is their bots’, and ends for them, too', async () => {
    const { roomId, app, bot, inside, act, userId } = await withMallory();
    const helper = await inside(bot.token);
    const refused = async () => {
      helper.say('hello');
      return (await helper.take('error')).body.details;
    };
    await act({ action: 'mute', user_id: userId, chat: true, notes: true });
    expect((await helper.take('participantUpdated')).body.participant).toMatchObject({
      username: 'helper',
      muted: true,
    });
    expect(await refused()).toMatchObject({ reason: 'muted' });
    // A shorter mute of the bot alone, and the end of it, leave the owner's in force.
    await act({ action: 'mute', user_id: bot.userId, notes: true, seconds: 60 });
    await act({ action: 'unmute', user_id: bot.userId });
    expect(await refused()).toMatchObject({ reason: 'muted' });
    const again = await app.connect(bot.token);
    expect(
      (await again.join(roomId)).body.participants.filter(({ bot: isBot }) => isBot).every(({ muted }) => muted),
    ).toBe(true);
    await act({ action: 'unmute', user_id: userId });
    helper.say('hello again');
    expect((await helper.take('chatMessage')).body.message).toBe('hello again');
  });

  test('S16.9, R4.11: a block of the owner hides what their bots write, also one that is made later', async () => {
    const { app, ada, mallory, bot, inside, userId, create } = await withMallory();
    const owner = await inside(ada.token);
    const helper = await inside(bot.token);
    await app.call('POST', `/api/users/blocks/${userId}`, { token: ada.token });
    const later = await inside((await create('later', all, mallory)).body.data.bot_token);
    for (const one of [helper, later]) one.say('hello');
    for (const one of [helper, later]) await one.take('chatMessage');
    await owner.sync();
    expect(owner.count('chatMessage')).toBe(0);
    await app.call('DELETE', `/api/users/blocks/${userId}`, { token: ada.token });
    later.say('again');
    expect((await owner.take('chatMessage')).body.message).toBe('again');
  });

  test('R4.11: a bot that the host makes by command, of which this process hears nothing, is blocked with its owner', async () => {
    const { app, ada, roomId, inside, userId } = await withMallory();
    const owner = await inside(ada.token);
    await app.call('POST', `/api/users/blocks/${userId}`, { token: ada.token });
    const other = await inside((await app.register('grace')).token);
    const { storage, clock } = app;
    const realtime = { sessionEnded() {}, closeRooms() {}, accountDeleted() {} };
    const deleting = {
      ...{ realtime, log: { warn() {} }, billing: { stopRenewals: async () => {} } },
      avatars: { delete: async () => {} },
    } as unknown as Parameters<typeof createBots>[0]['deleting'];
    const elsewhere = createBots({
      ...{ storage, clock, deleting, tokens: botTokens },
      news: { blockChanged() {} },
      record() {},
    });
    const { token } = await elsewhere.create(userId, { username: 'by-command', scopes: ['listen', 'chat'] });
    const bot = await app.connect(token);
    await bot.join(roomId);
    bot.say('hello');
    expect((await other.take('chatMessage')).body.username).toBe('by-command');
    owner.send({ kind: 'chatHistory', body: { before: 0, limit: 0, messages: [], more: false } });
    expect((await owner.take('chatHistory')).body.messages).toEqual([]);
    expect((await owner.join(roomId)).body.chat).toEqual([]);
    expect(owner.count('chatMessage')).toBe(0);
  });

  test('R1.7, R4.4, R18.1: they share their limits, and R23.5 one place in the queue', async () => {
    const { ada, mallory, bot, inside } = await withMallory({ settings: { may_play: 'turns' } });
    const owner = await inside(ada.token);
    owner.send({ kind: 'turnCommand', body: { action: TurnAction.TAKE, participant: 0, position: 0 } });
    const [person, helper] = [await inside(mallory.token), await inside(bot.token)];
    const take = async (player: typeof person) => {
      player.send({
        kind: 'turnCommand',
        body: { action: TurnAction.TAKE, participant: 0, position: 0 },
        requestId: 5,
      });
      for (;;) {
        const { requestId, body } = await player.take('turns');
        if (requestId === 5) return body;
      }
    };
    expect(await take(person)).toMatchObject({ waiting: [person.number] });
    expect(await take(helper)).toMatchObject({ waiting: [helper.number] });
    for (let count = 0; count < 5; count++) {
      for (const one of [person, helper]) {
        const text = `message ${count} of ${one.number}`;
        one.say(text);
        // Each hears the other's, too.
        while ((await one.take('chatMessage')).body.message !== text);
      }
    }
    helper.say('one more');
    expect((await helper.take('error')).body.code).toBe('RATE_LIMIT_EXCEEDED');
  });
});

test('S18.24, R23.4: those who moderate a room name its players by REST, and everybody inside is told', async () => {
  const { app, ada, roomId, botWith } = await withOwner({ room_type: 'private' });
  const bot = await botWith(['listen', 'play'], 'drummer');
  const owner = await app.connect(ada.token);
  await owner.join(roomId);
  const players = `/api/rooms/${roomId}/players`;
  expect((await app.call('PUT', `${players}/drummer`, { token: bot.token })).status).toBe(403);
  const named = await app.call('PUT', `${players}/drummer`, { token: ada.token });
  expect([named.status, named.body.data]).toEqual([200, { room_id: roomId }]);
  expect((await owner.take('roomUpdated')).body.room?.players).toEqual([bot.userId]);
  const list = await app.call('GET', players, { token: ada.token });
  expect(list.body.data.players).toEqual([
    { user_id: bot.userId, username: 'drummer', display_name: 'drummer', bot: true },
  ]);
  expect((await app.call('DELETE', `${players}/${bot.userId}`, { token: ada.token })).status).toBe(200);
  expect((await app.call('DELETE', `${players}/${bot.userId}`, { token: ada.token })).status).toBe(404);
  expect((await owner.take('roomUpdated')).body.room?.players).toEqual([]);
});

test('R13.2: in a public room, a moderator of the service acts against one whom the owner has named, and not the other way round', async () => {
  const { app, ada, roomId } = await withOwner();
  const [mo, named] = [await app.register('mona'), await app.register('named')];
  await app.storage.setRoles(mo.user.user_id, ['member', 'moderator']);
  const moderators = `/api/rooms/${roomId}/moderators/named`;
  expect((await app.call('PUT', moderators, { token: ada.token })).status).toBe(200);
  const act = async (by: SignedIn, whom: SignedIn, action: string) =>
    (
      await app.call('POST', `/api/rooms/${roomId}/moderation`, {
        token: by.token,
        body: { action, user_id: whom.user.user_id, chat: action === 'mute' ? true : undefined },
      })
    ).status;
  const refused = [await act(named, mo, 'mute'), await act(named, mo, 'ban'), await act(mo, ada, 'mute')];
  expect(refused).toEqual([403, 403, 403]);
  expect([await act(mo, named, 'mute'), await act(mo, named, 'ban')]).toEqual([200, 200]);
  expect((await app.call('PUT', moderators, { token: mo.token })).status).toBe(403);
  expect((await app.call('DELETE', moderators, { token: mo.token })).status).toBe(200);
  expect(await act(named, mo, 'mute')).toBe(403);
});

test('R13.9: nobody asks a bot to own a room', async () => {
  const { app, ada, roomId, botWith } = await withOwner();
  const [owner, bot] = [await app.connect(ada.token), await botWith(all)];
  for (const one of [owner, await app.connect(bot.token)]) await one.join(roomId);
  owner.send({ kind: 'moderationCommand', body: { transferOwner: {}, userId: bot.userId, reason: '' } });
  expect((await owner.take('error')).body).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'target' } });
});

describe('moderators of a room', () => {
  test('S32.10, S32.11: a bot that the owner names moderates a private room', async () => {
    const { app, ada, roomId, botWith } = await withOwner({ room_type: 'private' });
    const bot = await botWith(['listen', 'moderate'], 'bouncer');
    const bea = await app.register('bea');
    const [owner, noisy] = [await app.connect(ada.token), await app.connect(bea.token)];
    await owner.join(roomId);
    await noisy.join(roomId);
    const bouncer = await app.connect(bot.token);
    await bouncer.join(roomId);
    const kick = { kind: 'moderationCommand', body: { kick: {}, userId: bea.user.user_id, reason: '' } } as const;
    bouncer.send(kick);
    expect((await bouncer.take('error')).body.details).toMatchObject({ required: 'owner' });
    const named = await app.call('PUT', `/api/rooms/${roomId}/moderators/bouncer`, { token: ada.token });
    expect([named.status, named.body.data]).toEqual([200, { room_id: roomId }]);
    for (const player of [noisy, bouncer]) {
      expect((await player.take('roomUpdated')).body.room?.moderators).toEqual([bot.userId]);
    }
    bouncer.send(kick);
    await bouncer.take('ack');
    expect((await noisy.take('roomLeft')).body.roomId).toBe(roomId);
    const list = await app.call('GET', `/api/rooms/${roomId}/moderators`, { token: bot.token });
    expect(list.body.data.moderators).toEqual([
      { user_id: bot.userId, username: 'bouncer', display_name: 'bouncer', bot: true },
    ]);
    const { status } = await app.call('DELETE', `/api/rooms/${roomId}/moderators/${bot.userId}`, { token: ada.token });
    expect(status).toBe(200);
    await bouncer.take('roomUpdated');
    bouncer.send(kick);
    expect((await bouncer.take('error')).body.code).toBe('AUTHORIZATION_ERROR');
  });
});
