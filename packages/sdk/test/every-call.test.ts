import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RoomtoneClient, type RoomtoneError } from '@roomtone/sdk';
import {
  archiveCalls,
  billingCalls,
  botCalls,
  hostingCalls,
  loopCalls,
  moderatorCalls,
  playerCalls,
  roomTimeCalls,
  secondFactorCalls,
  turnCalls,
} from '@roomtone/sdk/extras';
import { URI } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';

const password = 'correct horse 7';
const newPassword = 'battery staple 8';
let server: RunningServer;
let ended = 0;

beforeAll(async () => {
  server = await startServer({ ROOMTONE_RATE_LIMIT_AUTH: '1000', ROOMTONE_RATE_LIMIT_BILLING: '1000' });
});
afterAll(() => server?.stop());

async function signUp(username: string, baseUrl = server.url): Promise<RoomtoneClient> {
  const client = new RoomtoneClient({ baseUrl, onSessionEnded: () => ended++ });
  await client.register({ username, email: `${username}@example.org`, password });
  return client;
}

/** The code with which the server refuses a call. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'nothing',
    (error: { code: string }) => error.code,
  );
}

test('S23.2, S23.6: an account gets a second factor, and signs in with it', async () => {
  const mary = await signUp('mary');
  const { uri } = await secondFactorCalls(mary).beginTotp(password);
  const { recoveryCodes } = await secondFactorCalls(mary).confirmTotp(URI.parse(uri).generate());
  expect(await secondFactorCalls(mary).status()).toEqual({
    ...{ enabled: true, totp: true, passkeys: [], recoveryCodes: 10, required: false },
  });
  const elsewhere = new RoomtoneClient({ baseUrl: server.url });
  const needed = await elsewhere.login({ username: 'mary', password }).then(
    () => undefined,
    ({ details }: RoomtoneError) => details.secondFactor,
  );
  expect(needed).toEqual({ challenge: expect.any(String), expiresIn: 300, methods: ['code', 'recovery_code'] });
  const { challenge = '' } = needed ?? {};
  const [recoveryCode = ''] = recoveryCodes;
  expect(await refusal(elsewhere.loginWithSecondFactor({ challenge, code: '12345' }))).toBe('VALIDATION_ERROR');
  expect(await elsewhere.loginWithSecondFactor({ challenge, recoveryCode })).toEqual(mary.user);
  expect(await refusal(elsewhere.loginWithSecondFactor({ challenge, recoveryCode }))).toBe('AUTHENTICATION_ERROR');
  expect((await secondFactorCalls(elsewhere).replaceRecoveryCodes(password)).recoveryCodes).toHaveLength(10);
  expect(await refusal(secondFactorCalls(mary).removeTotp(newPassword))).toBe('VALIDATION_ERROR');
  expect(await secondFactorCalls(mary).removeTotp(password)).toMatchObject({ enabled: false, recoveryCodes: 0 });
  expect(await elsewhere.login({ username: 'mary', password })).toEqual(mary.user);
});

test('S11.6, S12.13, S13.7: an account from creation to deletion through the client’s calls', async () => {
  const ada = await signUp('ada');
  const { account } = ada;
  const userId = ada.user?.userId ?? '';
  expect(await account.profile()).toMatchObject({ userId: userId, username: 'ada', settings: { theme: 'dark' } });
  const updated = await account.update({ username: 'Lovelace', displayName: 'Ада', settings: { theme: 'light' } });
  expect(updated).toMatchObject({
    username: 'Lovelace',
    displayName: 'Ада',
    settings: { theme: 'light', notifications: true },
  });
  expect(ada.user?.username).toBe('ada');
  const email = 'lovelace@example.org';
  expect(await refusal(account.update({ email }))).toBe('VALIDATION_ERROR');
  expect(await account.update({ email, currentPassword: password })).toMatchObject({ email });
  expect(await ada.refreshUser()).toMatchObject({ userId, username: 'Lovelace', displayName: 'Ада' });
  expect((await account.validateToken()).expiresAt).toBeGreaterThan(Date.now());

  const { avatarUrl } = await account.uploadAvatar(new Blob([onePixel]), { onProgress: () => {} });
  expect((await ada.users.get('lovelace')).avatarUrl).toBe(avatarUrl);
  expect((await fetch(server.url + avatarUrl)).headers.get('content-type')).toBe('image/webp');
  expect(await refusal(account.uploadAvatar(new Blob(['no picture'])))).toBe('VALIDATION_ERROR');

  const elsewhere = new RoomtoneClient({ baseUrl: server.url, onSessionEnded: () => ended++ });
  await elsewhere.login({ username: 'Lovelace', password, rememberMe: true });
  const { sessions } = await account.sessions();
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
  const sid = sessions.find(({ current }) => !current)?.sid ?? '';
  expect(await account.endSession(sid)).toEqual({ sid });
  expect(await refusal(elsewhere.account.profile())).toBe('AUTHENTICATION_ERROR');
  expect([elsewhere.user, ended]).toEqual([undefined, 1]);

  const wrong = { currentPassword: newPassword, newPassword: newPassword };
  expect(await refusal(account.changePassword(wrong))).toBe('VALIDATION_ERROR');
  await account.changePassword({ ...wrong, currentPassword: password });
  await elsewhere.login({ username: 'lovelace', password: newPassword });
  await elsewhere.logout();

  expect(await refusal(archiveCalls(ada).export({ password }))).toBe('VALIDATION_ERROR');
  expect((await archiveCalls(ada).export({ password: newPassword })).name).toMatch(/\.tar\.gz$/);
  expect(await refusal(account.delete(password))).toBe('VALIDATION_ERROR');
  await account.delete(newPassword);
  expect([ada.user, ended]).toEqual([undefined, 2]);
  expect(await refusal(elsewhere.users.get(userId))).toBe('RESOURCE_NOT_FOUND');
});

test('S16.2, S16.8, S13.6: friends, blocks and other people', async () => {
  const [bob, cyd] = [await signUp('bob'), await signUp('cyd')];
  expect(await bob.friends.request('CYD')).toMatchObject({ username: 'cyd', state: 'requested' });
  expect((await cyd.friends.list()).pendingRequests).toMatchObject([{ username: 'bob' }]);
  expect(await cyd.friends.accept('bob')).toMatchObject({ state: 'friends' });
  expect((await bob.friends.list()).friends).toMatchObject([{ username: 'cyd', status: 'offline', currentRoom: '' }]);
  expect(await bob.friends.remove('cyd')).toEqual({ userId: cyd.user?.userId });
  expect(await bob.blocks.add('cyd')).toEqual({ userId: cyd.user?.userId });
  expect((await bob.blocks.list()).blocks).toMatchObject([{ username: 'cyd' }]);
  expect(await refusal(cyd.friends.request('bob'))).toBe('AUTHORIZATION_ERROR');
  await bob.blocks.remove('cyd');
  expect((await bob.blocks.list()).blocks).toEqual([]);
  expect(await refusal(bob.users.get('nobody/../bob'))).toBe('RESOURCE_NOT_FOUND');
  // Only admins may; the server's own tests cover that they can.
  expect(await refusal(bob.users.setRoles('cyd', ['pro']))).toBe('AUTHORIZATION_ERROR');
  expect(await refusal(bob.users.signOut('cyd'))).toBe('AUTHORIZATION_ERROR');
  const { auditLog, reachTest, admins, webhooks } = hostingCalls(bob);
  const asked = [
    admins.addUser({ username: 'eve', password }),
    admins.setPassword('cyd', password),
    admins.suspend('cyd'),
    admins.unsuspend('cyd'),
    admins.deleteUser('cyd'),
    webhooks.list(),
    webhooks.add({ url: 'https://example.org/', events: ['room.left'] }),
    webhooks.change('none', { active: false }),
    webhooks.remove('none'),
    webhooks.test('none'),
    webhooks.deliveries('none'),
    webhooks.repeat('none', 'none'),
  ];
  expect(await Promise.all(asked.map(refusal))).toEqual(asked.map(() => 'AUTHORIZATION_ERROR'));
  expect(await refusal(auditLog.list({ kind: 'sign_in', from: 0, limit: 1 }))).toBe('AUTHORIZATION_ERROR');
  expect(await refusal(reachTest.read())).toBe('AUTHORIZATION_ERROR');
  expect(await refusal(reachTest.start())).toBe('AUTHORIZATION_ERROR');
});

test('S29.1, S29.3, S29.12: an owner invites to a room, and lists and revokes the invitation', async () => {
  const eva = await signUp('eva');
  const { roomId } = await eva.rooms.create({ roomName: 'Cellar' });
  const { invitations, addresses } = hostingCalls(eva);
  const { token, ...made } = await invitations.create({ roomId, maxUses: 3, seconds: 3_600 });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(made.expiresAt - made.createdAt).toBe(3_600_000);
  expect(await invitations.list()).toEqual([made]);
  await invitations.revoke(made.invitationId);
  expect(await invitations.list()).toEqual([]);
  // This server is for its own machine.
  expect(await addresses()).toMatchObject({ addresses: [], fingerprint: '' });
});

test('S32.2, S32.3, S32.10, S18.24: bots are made, listed, named moderators and players, renewed and deleted; a client acts as one by its token', async () => {
  const gus = await signUp('gus');
  const bots = botCalls(gus);
  const { bot, botToken } = await bots.create({
    username: 'gus-bot',
    displayName: 'Gus’ bot',
    scopes: ['listen', 'moderate'],
    password,
  });
  expect((await bots.list()).bots).toEqual([bot]);
  let revoked = 0;
  const acting = new RoomtoneClient({ baseUrl: server.url, token: botToken, onSessionEnded: () => revoked++ });
  expect([acting.user, await acting.restore()]).toEqual([
    undefined,
    { userId: bot.userId, username: 'gus-bot', displayName: 'Gus’ bot', roles: ['member'] },
  ]);
  expect(acting.user?.username).toBe('gus-bot');
  const { roomId } = await gus.rooms.create({ roomName: 'Loft', roomType: 'private' });
  const moderators = moderatorCalls(gus, roomId);
  expect(await refusal(moderatorCalls(acting, roomId).list())).toBe('AUTHORIZATION_ERROR');
  await moderators.add('gus-bot');
  const named = [{ userId: bot.userId, username: 'gus-bot', displayName: 'Gus’ bot', bot: true }];
  expect((await moderatorCalls(acting, roomId).list()).moderators).toEqual(named);
  const room = await acting.joinRoom(roomId);
  expect([room.self.bot, room.info.moderators]).toEqual([true, [bot.userId]]);
  const players = playerCalls(gus, roomId);
  await players.add('gus-bot');
  expect((await players.list()).players).toEqual(named);
  await players.remove(bot.userId);
  expect((await players.list()).players).toEqual([]);
  await moderators.remove(bot.userId);
  expect((await moderators.list()).moderators).toEqual([]);
  expect(await refusal(acting.rooms.create({ roomName: 'Mine' }))).toBe('AUTHORIZATION_ERROR');
  const { botToken: next } = await bots.replaceToken(bot.userId, { password });
  expect(await refusal(acting.account.profile())).toBe('AUTHENTICATION_ERROR');
  expect([acting.user, revoked]).toEqual([undefined, 1]);
  const again = new RoomtoneClient({ baseUrl: server.url, token: next });
  await again.logout();
  expect(await new RoomtoneClient({ baseUrl: server.url, token: next }).restore()).toMatchObject({
    username: 'gus-bot',
  });
  await bots.delete(bot.userId);
  expect(await new RoomtoneClient({ baseUrl: server.url, token: next }).restore()).toBeUndefined();
});

test('S35.1, S35.2, S36.2, S37.1: loops, turns and the metronome are used without joining the room', async () => {
  const ivy = await signUp('ivy');
  const { roomId } = await ivy.rooms.create({ roomName: 'Shed', settings: { mayPlay: 'turns' } });
  const loops = loopCalls(ivy, roomId);
  const instrument = { channel: 9, bankMsb: 0, bankLsb: 0, program: 0 };
  const events = [
    { tick: 0, data: Uint8Array.of(0x99, 36, 100) },
    { tick: 240, data: Uint8Array.of(0x89, 36, 64) },
  ];
  const layer = { ...instrument, events };
  const made = await loops.record(1, { name: 'Kick', bars: 1, beatsPerBar: 4, layers: [layer] });
  expect(made).toMatchObject({ slot: 1, revision: 1, loop: { name: 'Kick', bars: 1, layers: 1, plan: [] } });
  await loops.overdub(1, layer);
  expect(await loops.get(1)).toMatchObject({ revision: 2, content: { kind: 'recorded', layers: [layer, layer] } });
  expect((await loops.undo(1)).loop?.layers).toBe(1);
  const grid = { ...instrument, stepsPerBeat: 4, swing: 50, keys: [36], patterns: [{ steps: 2, lanes: [[100, 0]] }] };
  await loops.makePatterns(0, { name: 'Beat', ...grid });
  await loops.setSteps(0, 0, [{ key: 36, step: 1, velocity: 80 }]);
  await loops.changePatterns(0, { swing: 60, lengths: [{ pattern: 1, steps: 2 }] });
  expect((await loops.choosePattern(0, 1)).loop?.pattern).toBe(1);
  const { content } = await loops.get(0);
  expect(content).toMatchObject({ swing: 60, patterns: [{ lanes: [[100, 80]] }, { lanes: [[0, 0]] }] });
  expect((await loops.set(1, { name: 'Bass drum', volume: 90 })).loop).toMatchObject({ name: 'Bass drum', volume: 90 });
  expect((await loops.start(1)).loop).toMatchObject({ playing: true, plan: [{ playing: true, bpm: 120 }] });
  expect((await loops.stop(1)).loop?.playing).toBe(false);
  expect((await loops.stopAll()).loops.map(({ slot }) => slot)).toEqual([0, 1]);
  expect(atob((await loops.midiFile(1)).data).slice(0, 4)).toBe('MThd');
  expect(await loops.remove(1)).toMatchObject({ slot: 1, loop: undefined });
  expect((await loops.list()).loops).toMatchObject([{ slot: 0, kind: 'patterns', playing: false }]);
  const time = roomTimeCalls(ivy, roomId);
  expect(await time.setMetronome({ bpm: 96.5, running: false })).toMatchObject({ bpm: 96.5, beatsPerBar: 4 });
  expect(await time.metronome()).toMatchObject({ serverTimeUs: expect.any(Number) });
  const interval = { matched: false, intervalBars: 2, commonDelayUs: 0 };
  expect([await time.setPlayoutMode({ intervalBars: 2 }), await time.playoutMode()]).toEqual([interval, interval]);
  const turns = turnCalls(ivy, roomId);
  expect(await refusal(turns.take())).toBe('AUTHORIZATION_ERROR');
  const room = await ivy.joinRoom(roomId);
  const { participantId } = room.self;
  expect((await turns.take()).playing).toMatchObject([{ participantId, username: 'ivy' }]);
  expect((await turns.move(participantId, 1)).playing).toHaveLength(1);
  expect((await turns.skip(participantId)).playing).toEqual([]);
  await turns.take(participantId);
  expect(await turns.pass()).toEqual({ playing: [], waiting: [] });
  expect(await turns.queue()).toEqual({ playing: [], waiting: [] });
  await room.leave();
});

test('S18.4, S18.13, S18.15: rooms are created, listed, changed and deleted', async () => {
  const dan = await signUp('dan');
  const { rooms } = dan;
  const made = await rooms.create({ roomName: 'Loft', roomType: 'private', password: 'sesame' });
  const { roomId } = made;
  expect(await rooms.get(roomId)).toEqual(made);
  expect((await rooms.list()).rooms.map(({ roomId }) => roomId)).not.toContain(roomId);
  const own = await rooms.list({ roomType: 'private', page: 1, limit: 5 });
  expect(own).toMatchObject({ rooms: [{ roomId }], pagination: { page: 1, limit: 5, total: 1, pages: 1 } });
  expect((await rooms.list({ roomType: 'private', hasUsers: true })).rooms).toEqual([]);
  const changed = await rooms.update(roomId, { roomName: 'Attic', password: null, settings: { allowChat: false } });
  expect(changed).toMatchObject({ roomName: 'Attic', hasPassword: false, settings: { allowChat: false } });
  expect(await rooms.bans(roomId)).toEqual({ bans: [] });
  expect(await rooms.delete(roomId)).toEqual({ roomId });
  expect(await refusal(rooms.get(roomId))).toBe('ROOM_NOT_FOUND');
});

test('S19.2, S19.3, S19.4: Pro is bought, managed and cancelled', async () => {
  const eve = await signUp('eve');
  const [product] = (await billingCalls(eve).products()).products;
  const body = { productId: product?.productId ?? '', successUrl: 'roomtone://paid', cancelUrl: 'roomtone://not' };
  expect(await refusal(billingCalls(eve).cancel())).toBe('RESOURCE_NOT_FOUND');
  const { checkoutUrl } = await billingCalls(eve).checkout(body);
  await fetch(`${checkoutUrl}/pay`, { method: 'POST', redirect: 'manual' });
  expect((await eve.refreshUser())?.roles).toEqual(['member', 'pro']);
  const { portalUrl } = await billingCalls(eve).portal({ returnUrl: 'https://app.test/' });
  expect((await fetch(portalUrl)).status).toBe(200);
  const cancelled = await billingCalls(eve).cancel();
  expect(cancelled.status).toBe('cancelled');
  expect(await billingCalls(eve).cancel()).toEqual(cancelled);
});

test('S21.1, S21.2, S20.1: the server’s health, and the description of a web page', async () => {
  const page = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Bach</title><meta name="description" content="Preludes">');
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(page.address() as AddressInfo).port}`;
  const own = await startServer({ ROOMTONE_SCRAPE_ALLOW_HOSTS: address });
  try {
    const fay = await signUp('fay', own.url);
    expect((await fay.health()).status).toBe('ok');
    expect(await fay.healthDetails()).toMatchObject({
      status: 'ok',
      services: { database: 'ok', redis: 'disabled' },
    });
    const url = `http://${address}/`;
    expect(await fay.scrapeUrl(url)).toEqual({ title: 'Bach', description: 'Preludes', image: '', url });
    expect(await refusal(fay.scrapeUrl('http://127.0.0.1:1/'))).toBe('VALIDATION_ERROR');
  } finally {
    await own.stop();
    page.close();
  }
});

/** A PNG. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
