import type { AddressInfo } from 'node:net';
import { closeCodes, serviceLimits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { inviteAsHost } from '../../src/application/accounts/invitations.ts';
import { createLiveApp } from '../support/live-app.ts';
import { createTestApp, registration, type TestApp } from '../support/test-app.ts';

const { uses, seconds, ofOne } = serviceLimits.invitations;
/** As a server on the internet is. */
const closed = { ROOMTONE_REGISTRATION: 'closed', ROOMTONE_GUESTS: 'off' };
const path = '/api/invitations';

interface Signed {
  readonly token: string;
  readonly userId: string;
}

/** A user of a server that admits nobody else. */
async function userOf(
  { storage, clock, call }: Pick<TestApp, 'storage' | 'clock' | 'call'>,
  username: string,
  roles: readonly string[] = ['member'],
) {
  const { token: invitation } = await inviteAsHost({ storage, clock }, {});
  const { body } = await call('POST', '/api/auth/register', { body: { ...registration(username), invitation } });
  await storage.setRoles(body.data.user.user_id, roles);
  return { token: body.data.token, userId: body.data.user.user_id } satisfies Signed;
}

async function closedApp(env: Readonly<Record<string, string>> = {}) {
  const app = await createTestApp({ env: { ...closed, ROOMTONE_RATE_LIMIT_AUTH: '1000', ...env } });
  const admin = await userOf(app, 'root', ['member', 'admin']);
  const ada = await userOf(app, 'ada');
  const room = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Loft' } });
  const roomId: string = room.body.data.room_id;
  const invite = (by: Signed, body: object = {}) => app.call('POST', path, { token: by.token, body });
  const register = (username: string, invitation?: string) =>
    app.call('POST', '/api/auth/register', { body: { ...registration(username), invitation } });
  /** A guest's request with an invitation. */
  const asGuest = (invitation: string, address: string, url = '/api/rooms') =>
    app.app.inject({
      method: url === '/api/rooms' ? 'GET' : 'POST',
      url,
      headers: { authorization: `Invitation ${invitation}` },
      remoteAddress: address,
    });
  return { ...app, admin, ada, roomId, invite, register, asGuest };
}

test('S29.1: admins invite to the server and to every room, owners to their room, others to nothing', async () => {
  const app = await closedApp();
  const { admin, ada, roomId, invite } = app;
  const grace = await userOf(app, 'grace');
  expect((await invite(admin)).body.data).toMatchObject({ room_id: '', made_by_name: 'root', uses: 0 });
  expect((await invite(admin, { room_id: roomId })).status).toBe(201);
  expect((await invite(ada, { room_id: roomId })).body.data).toMatchObject({ room_id: roomId, room_name: 'Loft' });
  for (const refused of [await invite(ada), await invite(grace, { room_id: roomId })]) {
    expect(refused.body.error).toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { required: ['owner'] } });
  }
});

test('S29.15: whom a member has let in lets nobody else in; whom the host or an admin has let in does', async () => {
  const app = await closedApp();
  const { admin, ada, roomId, invite } = app;
  const enter = async (username: string, by: Signed, room?: string) => {
    const invitation = (await invite(by, room === undefined ? {} : { room_id: room })).body.data.token;
    const { body } = await app.register(username, invitation);
    const made = await app.call('POST', '/api/rooms', { token: body.data.token, body: { room_name: username } });
    const signed = { token: body.data.token, userId: body.data.user.user_id } satisfies Signed;
    return { signed, roomId: made.body.data.room_id as string };
  };
  const [bea, cleo] = [await enter('bea', ada, roomId), await enter('cleo', admin, roomId)];
  const refused = await invite(bea.signed, { room_id: bea.roomId });
  expect(refused.body.error).toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason: 'invited' } });
  expect((await invite(cleo.signed, { room_id: cleo.roomId })).status).toBe(201);
  await app.storage.setRoles(bea.signed.userId, ['member', 'admin']);
  expect((await invite(bea.signed, { room_id: bea.roomId })).status).toBe(201);
});

test('S29.3: whoever owns a room now sees and revokes the invitations to it, whoever made them', async () => {
  const app = await closedApp();
  const { ada, roomId, invite } = app;
  const grace = await userOf(app, 'grace');
  const { invitation_id: id } = (await invite(ada, { room_id: roomId })).body.data;
  const revoke = () => app.call('DELETE', `${path}/${id}`, { token: grace.token });
  const seen = async () => {
    const { body } = await app.call('GET', path, { token: grace.token });
    return body.data.invitations.map(({ invitation_id: each }: { invitation_id: string }) => each);
  };
  expect([await seen(), (await revoke()).status]).toEqual([[], 404]);
  await app.storage.transferRoom(roomId, grace.userId, 10, app.clock.nowMs());
  expect([await seen(), (await revoke()).status]).toEqual([[id], 200]);
});

test('S29.7: a ticket from before does not outlive the invitation', async () => {
  const app = await createLiveApp({ env: closed });
  const { token, invitation } = await inviteAsHost(app, {});
  const answer = await app.call('POST', '/api/auth/websocket-ticket', {
    headers: { authorization: `Invitation ${token}` },
  });
  expect(answer.status).toBe(200);
  await app.storage.removeInvitation(invitation.invitationId);
  const { port } = app.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/websocket/${answer.body.data.encrypted_payload}`);
  const status = await new Promise((resolve) =>
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode)),
  );
  expect(status).toBe(401);
});

test('S29.1: the host may leave invitations to admins, or to itself', async () => {
  const admins = await closedApp({ ROOMTONE_INVITATIONS: 'admins' });
  expect((await admins.invite(admins.ada, { room_id: admins.roomId })).body.error.details.required).toEqual(['admin']);
  expect((await admins.invite(admins.admin)).status).toBe(201);
  const off = await closedApp({ ROOMTONE_INVITATIONS: 'off' });
  expect((await off.invite(off.admin)).body.error.code).toBe('AUTHORIZATION_ERROR');
  expect((await off.call('GET', '/api/server')).body.data).toMatchObject({ guests: 'off', invitations: 'off' });
});

test('S29.2: an invitation has its bounds, and a user so many at most', async () => {
  const { clock, admin, invite } = await closedApp();
  const { body } = await invite(admin);
  expect(body.data.max_uses).toBe(uses.default);
  expect(Date.parse(body.data.expires_at) - clock.nowMs()).toBe(seconds.default * 1000);
  for (const body of [{ max_uses: uses.max }, { seconds: seconds.max }, { seconds: seconds.min }, { max_uses: 1 }]) {
    expect((await invite(admin, body)).status).toBe(201);
  }
  for (const [field, value] of [
    ['max_uses', 0],
    ['max_uses', uses.max + 1],
    ['seconds', seconds.min - 1],
    ['seconds', seconds.max + 1],
  ] as const) {
    expect((await invite(admin, { [field]: value })).body.error.details).toMatchObject({ field });
  }
  for (let made = 5; made < ofOne; made++) expect((await invite(admin)).status).toBe(201);
  expect((await invite(admin)).body.error.details).toMatchObject({ reason: 'invitation_quota', limit: ofOne });
});

test('S29.3: users see and revoke their own invitations, admins everybody’s', async () => {
  const { call, admin, ada, roomId, invite } = await closedApp();
  const own = (await invite(ada, { room_id: roomId })).body.data.invitation_id;
  const ofAdmin = (await invite(admin)).body.data.invitation_id;
  const list = async ({ token }: Signed) => (await call('GET', path, { token })).body.data.invitations;
  expect(await list(ada)).toEqual([expect.objectContaining({ invitation_id: own, made_by_name: 'ada' })]);
  const ids = (await list(admin)).map(({ invitation_id: id }: { invitation_id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([own, ofAdmin]));
  expect(JSON.stringify(await list(admin))).not.toContain('token');
  expect((await call('DELETE', `${path}/${ofAdmin}`, { token: ada.token })).body.error.code).toBe('RESOURCE_NOT_FOUND');
  expect((await call('DELETE', `${path}/${own}`, { token: admin.token })).body.data).toEqual({ invitation_id: own });
  expect(await list(ada)).toEqual([]);
});

test('S29.4: a token has 256 random bits, and neither storage nor the log has it', async () => {
  const { admin, invite, storage, clock, register, logLines } = await closedApp();
  const { token } = (await invite(admin)).body.data;
  expect(token).toMatch(/^[\w-]{43}$/);
  await register('grace', token);
  expect(JSON.stringify(await storage.invitations(clock.nowMs()))).not.toContain(token);
  expect(logLines.join('')).not.toContain(token);
});

test('S29.5: with closed registration an account needs an invitation, and each counts as one use', async () => {
  const { admin, invite, register, clock, call, storage } = await closedApp();
  const { token, invitation_id: id } = (await invite(admin, { max_uses: 2, seconds: 3_600 })).body.data;
  expect((await register('grace')).body.error.details.reason).toBe('registration_closed');
  for (const wrong of ['made up', 'x'.repeat(43)]) {
    expect((await register('grace', wrong)).body.error.details.reason).toBe('invitation');
  }
  // A failed attempt uses up nothing.
  expect((await register('ada', token)).body.error.details).toMatchObject({ field: 'username' });
  expect((await register('grace', token)).status).toBe(201);
  expect((await register('ben', token)).status).toBe(201);
  expect((await register('mallory', token)).body.error.details.reason).toBe('invitation');
  const entries = await storage.auditEntries({ kind: 'account_created', user: 'grace', limit: 1 });
  expect(entries.map(({ details }) => details)).toEqual([{ invitation_id: id }]);
  const next = (await invite(admin, { seconds: 3_600 })).body.data.token;
  clock.advance(3_600_000);
  expect((await register('late', next)).body.error.details.reason).toBe('invitation');
  expect((await call('GET', '/api/server')).body.data.registration).toBe('closed');
});

test('S29.5: where anybody may make an account, an invitation is neither needed nor used', async () => {
  const { storage, clock, call } = await createTestApp();
  const { token, invitation } = await inviteAsHost({ storage, clock }, {});
  for (const sent of [token, 'made up']) {
    const body = { ...registration(`user-${sent.length}`), invitation: sent };
    expect((await call('POST', '/api/auth/register', { body })).status).toBe(201);
  }
  expect((await storage.invitationByToken(invitation.tokenHash, clock.nowMs()))?.uses).toBe(0);
});

test('S29.6: with guests off an invitation lets guests in; one address counts once a day', async () => {
  const { admin, invite, asGuest, clock, call } = await closedApp();
  const { token } = (await invite(admin, { max_uses: 2 })).body.data;
  expect((await call('GET', '/api/rooms')).body.error.details.reason).toBe('guests');
  expect((await asGuest('made up', '203.0.113.1')).json().error.details.reason).toBe('invitation');
  const first = await Promise.all([asGuest(token, '203.0.113.1'), asGuest(token, '203.0.113.1')]);
  expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await asGuest(token, '2001:db8::1')).statusCode).toBe(200);
  expect((await asGuest(token, '2001:db8::2')).statusCode).toBe(200);
  expect((await asGuest(token, '203.0.113.2')).json().error.details.reason).toBe('invitation');
  clock.advance(serviceLimits.invitations.guestMs - 1);
  expect((await asGuest(token, '203.0.113.1')).statusCode).toBe(200);
  clock.advance(1);
  expect((await asGuest(token, '203.0.113.1')).json().error.details.reason).toBe('invitation');
});

test('S29.3: its holder reads from whom it is and to which room, which is no use of it, until it has ended', async () => {
  const { app, admin, ada, roomId, invite, asGuest, call, register } = await closedApp();
  const read = async (token: string, address = '203.0.113.9') => {
    const headers = { authorization: `Invitation ${token}` };
    const body = (await app.inject({ url: `${path}/current`, headers, remoteAddress: address })).json();
    return body.data ?? body.error.details.reason;
  };
  const { token, invitation_id: invitationId } = (await invite(ada, { room_id: roomId, max_uses: 2 })).body.data;
  const expected = { room_id: roomId, room_name: 'Loft', made_by_name: 'ada', has_places: true };
  for (let times = 0; times < 3; times++) expect(await read(token)).toMatchObject(expected);
  expect((await asGuest(token, '203.0.113.1')).statusCode).toBe(200);
  expect((await register('grace', token)).status).toBe(201);
  // Used up: the guest whom it admitted still comes in, and nobody else.
  expect(await read(token, '203.0.113.1')).toMatchObject({ ...expected, has_places: false });
  expect(await read(token)).toBe('invitation');
  await call('DELETE', `${path}/${invitationId}`, { token: ada.token });
  expect(await read(token, '203.0.113.1')).toBe('invitation');
  expect(await read('made up')).toBe('invitation');
  const toServer = (await invite(admin)).body.data.token;
  expect(await read(toServer)).toMatchObject({ room_id: '', room_name: '', made_by_name: 'root' });
});

test('S29.6: it opens nothing that needs an account', async () => {
  const { admin, invite, app } = await closedApp();
  const { token } = (await invite(admin)).body.data;
  const headers = { authorization: `Invitation ${token}` };
  for (const url of ['/api/users/profile', '/api/invitations', '/api/server/addresses']) {
    expect((await app.inject({ url, headers })).statusCode).toBe(401);
  }
  const signOut = await app.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect(signOut.json().error.code).toBe('AUTHENTICATION_ERROR');
  expect((await app.inject({ url: '/api/server', headers })).statusCode).toBe(200);
});

test('S29.6, S29.7: a guest’s ticket names the invitation and its room, and a revoked one ends the guest’s stay', async () => {
  const { ada, roomId, invite, asGuest, realtime, call } = await closedApp();
  const { token, invitation_id: invitationId } = (await invite(ada, { room_id: roomId })).body.data;
  const ticket = (await asGuest(token, '203.0.113.1', '/api/auth/websocket-ticket')).json().data.encrypted_payload;
  expect((await realtime.deps().tickets.redeem(ticket))?.identity).toMatchObject({
    kind: 'guest',
    invitationId,
    roomId,
  });
  await call('DELETE', `${path}/${invitationId}`, { token: ada.token });
  expect(realtime.calls).toContainEqual(['invitationRevoked', invitationId]);
  expect((await asGuest(token, '203.0.113.1')).json().error.details.reason).toBe('invitation');
});

test('S29.8: the host’s invitations need no account and no rule', async () => {
  const { storage, clock, register, call, admin } = await closedApp({ ROOMTONE_INVITATIONS: 'off' });
  for (let made = 0; made <= ofOne; made++) await inviteAsHost({ storage, clock }, { maxUses: 1 });
  const { token } = await inviteAsHost({ storage, clock }, { maxUses: 1 });
  expect((await storage.invitations(clock.nowMs())).length).toBe(ofOne);
  expect((await register('grace', token)).status).toBe(201);
  const [latest] = (await call('GET', path, { token: admin.token })).body.data.invitations;
  expect(latest).toMatchObject({ made_by: '', made_by_name: '' });
});

test('S29.6, S29.7: a guest joins the room of the invitation and no other, and leaves when it is revoked', async () => {
  const app = await createLiveApp({ env: closed });
  const ada = await userOf(app, 'ada');
  const room = async (name: string): Promise<string> =>
    (await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: name } })).body.data.room_id;
  const [loft, cellar] = [await room('Loft'), await room('Cellar')];
  const { body } = await app.call('POST', path, { token: ada.token, body: { room_id: loft } });
  const guest = await app.connect(undefined, { authorization: `Invitation ${body.data.token}` });
  guest.send({ kind: 'joinRoomCommand', body: { roomId: cellar, password: '' }, requestId: 1 });
  expect((await guest.take('error')).body).toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { reason: 'invitation' },
  });
  guest.send({ kind: 'joinRoomCommand', body: { roomId: loft, password: '' }, requestId: 2 });
  expect((await guest.take('roomJoined')).requestId).toBe(2);
  await app.call('DELETE', `${path}/${body.data.invitation_id}`, { token: ada.token });
  expect(await guest.closed).toBe(closeCodes.forcedSignOut);
});
