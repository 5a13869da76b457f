import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RoomCloseReason, RoomType } from '@roomtone/protocol';
import type { AuditLogView } from '@roomtone/protocol/rest';
import { TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { plain } from '../accounts/pictures.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { end, startServer } from '../support/server-process.ts';
import { shortChecks } from '../support/short-intervals.ts';
import { storageWorker } from '../support/storage-worker.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { command, commandHere, password, processesTimeoutMs, Site, unlimited } from './host.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });
// For commands within this process.
vi.mock(import('../../src/adapters/sqlite/sqlite-storage.ts'), async (importOriginal) => {
  const { openSqliteStorage } = await importOriginal();
  return { openSqliteStorage: (options) => openSqliteStorage({ worker: storageWorker, ...options }) };
});

async function open(env: Readonly<Record<string, string>> = {}) {
  const dataDir = temporaryDirectory();
  const { url } = await startServer(dataDir, { nodeOptions: shortChecks, env: { ...unlimited, ...env } });
  return { dataDir, site: new Site(url) };
}

test('S4.5: user add creates an account while the server runs, even with closed registration', async () => {
  const closed = { ROOMTONE_REGISTRATION: 'closed' };
  const { dataDir, site } = await open(closed);
  await expect(site.register('ada')).rejects.toThrow('403');
  const added = await command(dataDir, ['user', 'add', 'ada'], { input: `${password}\n`, env: closed });
  expect(added).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Created an account for ada \(ada#\d{4}\)\.\n$/),
  });
  const { token } = await site.data<{ token: string }>('POST', '/api/auth/login', { username: 'ADA', password });
  const profile = await site.data('GET', '/api/users/profile', undefined, token);
  expect(profile).toMatchObject({ roles: ['member'], is_member: true, is_pro: false });
});

test('S29.8: the host makes, lists and revokes invitations while the server runs', async () => {
  const env = {
    ROOMTONE_REGISTRATION: 'closed',
    ROOMTONE_HOST: '0.0.0.0',
    ROOMTONE_TLS: 'off',
    ROOMTONE_INVITATIONS: 'off',
  };
  const { dataDir, site } = await open(env);
  const run = (...words: string[]) => commandHere(dataDir, ['invitation', ...words], { env });
  // The first start has printed one for the host.
  const [ofStart = ''] = (await run('list')).stdout.split('  ');
  await run('revoke', ofStart);
  expect((await run('list')).stdout).toBe('There are no invitations.\n');
  const { stdout } = await run('add', '1', '2');
  const [, token = ''] = /#(?:\S*&)?token=([\w-]{43})$/m.exec(stdout) ?? [];
  const [, id = ''] = /It admits 1 person until \d{4}-\d\d-\d\d\. Its id is (\S+)\./.exec(stdout) ?? [];
  const register = (username: string) =>
    site.data('POST', '/api/auth/register', {
      username,
      password,
      confirm_password: password,
      email: `${username}@example.org`,
      invitation: token,
    });
  await register('grace');
  await expect(register('ben')).rejects.toThrow('403');
  expect((await run('list')).stdout).toMatch(new RegExp(`^${id}  1 of 1 used  until .* by the host  to the server\n$`));
  expect(await run('revoke', id)).toMatchObject({ status: 0, stdout: expect.stringContaining('Revoked') });
  expect(await run('revoke', id)).toMatchObject({ status: 1, stderr: `There is no invitation ${id}.\n` });
  expect((await run('list')).stdout).toBe('There are no invitations.\n');
});

test('S4.5: user add works before the server has ever run', async () => {
  const dataDir = join(temporaryDirectory(), 'data');
  expect(await command(dataDir, ['user', 'add', 'ada'], { input: password })).toMatchObject({ status: 0 });
  const { url } = await startServer(dataDir, { env: unlimited });
  expect(await new Site(url).loginStatus('ada')).toBe(200);
});

test('S4.5: user add follows the rules of registration, with status 1 and a message for each', async () => {
  const { dataDir, site } = await open();
  await site.register('ada');
  const refused = async (username: string, input: string) => {
    const { status, stderr, stdout } = await commandHere(dataDir, ['user', 'add', username], { input });
    expect([status, stdout]).toEqual([1, '']);
    return stderr;
  };
  expect(await refused('Ada', password)).toBe('username is already taken.\n');
  expect((await commandHere(dataDir, ['user', 'add', 'ADA'], { input: password })).status).toBe(1);
  expect(await refused('me', password)).toMatch(/^username must have at least 3/);
  expect(await refused('profile', password)).toBe('username is reserved.\n');
  expect(await refused('a b c', password)).toMatch(/^username must be 3 to 24 of the characters/);
  expect(await refused('grace', 'short')).toBe('password must have at least 8 characters.\n');
  expect(await refused('grace', 'password123')).toBe('password is too common.\n');
  expect(await refused('grace-hopper', 'Grace-Hopper')).toBe('password must not be the username.\n');
  expect(await refused('grace', '')).toMatch(/^There was no password/);
  expect(await site.loginStatus('grace')).toBe(401);
});

test('S4.8, S25.6: user grant and revoke take effect in a running server, in REST and on open connections', async () => {
  const { dataDir, site } = await open();
  const { token } = await site.register('ada');
  const ada = await site.connect(token);
  const restRoom = async () =>
    (await site.call('POST', '/api/rooms', { room_name: 'Pros', room_type: 'pro' }, token)).status;
  const { room_id: roomId } = await site.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, token);
  expect(await restRoom()).toBe(403);

  const granted = await commandHere(dataDir, ['user', 'grant', 'ADA', 'pro']);
  expect(granted).toEqual({ status: 0, stdout: 'ada now has these roles: member, pro.\n', stderr: '' });
  // A request may see roles that are 2 s old if another process changed them.
  await expect.poll(restRoom).toBe(201);
  ada.send({
    kind: 'createRoomCommand',
    body: { roomName: 'Pros', roomType: RoomType.PRO, password: '', maxUsers: 0, settings: undefined },
    requestId: 1,
  });
  expect((await ada.take('roomJoined')).body.room).toMatchObject({ roomType: RoomType.PRO });
  expect((await commandHere(dataDir, ['user', 'grant', 'ada', 'pro'])).status).toBe(0);

  const revoked = await commandHere(dataDir, ['user', 'revoke', 'ada', 'pro']);
  expect(revoked).toMatchObject({ status: 0, stdout: 'ada now has these roles: member.\n' });
  expect((await commandHere(dataDir, ['user', 'grant', 'ada', 'admin'])).status).toBe(0);
  const log = () => site.data<AuditLogView>('GET', '/api/audit-log?kind=roles_changed&limit=2', undefined, token);
  await expect
    .poll(async () => (await log().catch(() => undefined))?.entries)
    .toMatchObject([
      { username: 'ada', address: '', details: { roles: ['member', 'admin'], by_command: true } },
      { by_user_id: '', details: { roles: ['member'], roles_before: ['member', 'pro'], by_command: true } },
    ]);
  await expect.poll(restRoom).toBe(403);
  await ada.join(roomId);
});

test('S4.6: user password sets a new one, ends every session and the tokens of bots, and closes their connections with 4401', async () => {
  const { dataDir, site } = await open();
  const { token, refresh_token } = await site.register('ada');
  const body = { username: 'clicky', scopes: ['listen'], password };
  const made = await site.data<{ bot_token: string }>('POST', '/api/users/profile/bots', body, token);
  const bot = await site.connect(made.bot_token);
  const ada = await site.connect(token);
  expect((await commandHere(dataDir, ['user', 'password', 'ada'], { input: 'password123' })).status).toBe(1);
  expect(await site.loginStatus('ada')).toBe(200);
  const changed = await commandHere(dataDir, ['user', 'password', 'ada'], { input: 'another horse\n' });
  expect(changed).toMatchObject({
    status: 0,
    stdout: "Changed the password of ada. Sessions and bots' tokens ended: 3.\n",
  });
  expect((await site.call('GET', '/api/auth/validate-token', undefined, token)).status).toBe(401);
  expect((await site.call('POST', '/api/auth/refresh', { refresh_token })).status).toBe(401);
  expect([await site.loginStatus('ada'), await site.loginStatus('ada', 'another horse')]).toEqual([401, 200]);
  expect([await ada.closed, await bot.closed]).toEqual([4401, 4401]);
});

test('S4.20, S23.10: user reset-second-factor lets a user in with the password alone; a rotation of all keys does not', async () => {
  const dataDir = temporaryDirectory();
  const server = await startServer(dataDir, { env: unlimited });
  let site = new Site(server.url);
  const { token } = await site.register('ada');
  const path = '/api/users/profile/second-factor/totp';
  const { secret } = await site.data<{ secret: string }>('POST', path, { password }, token);
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
  await site.data('PUT', path, { code: codeAt(Date.now() - 30_000) }, token);
  expect(await site.loginStatus('ada')).toBe(401);
  expect(await end(server, 'SIGTERM')).toBe(0);
  expect(await commandHere(dataDir, ['keys', 'rotate', '--compromised'])).toMatchObject({ status: 0 });
  site = new Site((await startServer(dataDir, { env: unlimited })).url);
  const first = await site.call('POST', '/api/auth/login', { username: 'ada', password });
  const { challenge } = first.details['second_factor'] as { challenge: string };
  const finished = await site.call('POST', '/api/auth/login/second-factor', { challenge, code: codeAt(Date.now()) });
  expect(finished.status).toBe(200);
  const reset = await commandHere(dataDir, ['user', 'reset-second-factor', 'ADA']);
  expect(reset).toMatchObject({ status: 0, stdout: 'ada now signs in with the password alone.\n' });
  await expect.poll(() => site.loginStatus('ada')).toBe(200);
  expect(await commandHere(dataDir, ['user', 'reset-second-factor', 'ada'])).toMatchObject({
    stdout: 'ada has no second factor.\n',
  });
});

test('S4.7: user delete does what DELETE /api/users/profile does, and the running server follows', async () => {
  const { dataDir, site } = await open();
  const [ada, bob] = [await site.register('ada'), await site.register('bob')];
  const makeRoom = (token: string) => site.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, token);
  const [adas, bobs] = [(await makeRoom(ada.token)).room_id, (await makeRoom(bob.token)).room_id];
  const form = new FormData();
  form.set('avatar', new Blob([await plain().png().toBuffer()]), 'ada.png');
  await site.data('POST', '/api/users/avatar', form, ada.token);
  const adaInBobs = await site.connect(ada.token);
  const bobInAdas = await site.connect(bob.token);
  await Promise.all([adaInBobs.join(bobs), bobInAdas.join(adas)]);
  adaInBobs.say('hello');
  await adaInBobs.take('chatMessage');
  expect(readdirSync(join(dataDir, 'avatars'))).toHaveLength(1);

  expect(await commandHere(dataDir, ['user', 'delete', 'ada'])).toMatchObject({ status: 0, stdout: 'Deleted ada.\n' });
  expect((await site.call('GET', `/api/users/${ada.user.user_id}`)).status).toBe(404);
  expect((await site.call('GET', `/api/rooms/${adas}`)).status).toBe(404);
  expect(await site.loginStatus('ada')).toBe(401);
  expect(readdirSync(join(dataDir, 'avatars'))).toEqual([]);
  expect(await adaInBobs.closed).toBe(4401);
  expect((await bobInAdas.take('roomClosed')).body).toEqual({ roomId: adas, reason: RoomCloseReason.DELETED });
  const { body } = await bobInAdas.join(bobs);
  expect(body.chat).toMatchObject([{ userId: '', username: 'deleted', message: 'hello' }]);
  expect((await site.register('ada')).user.user_id).not.toBe(ada.user.user_id);
});

test('S4.10: a command for a user that does not exist ends with status 1 and says so', async () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'roomtone.sqlite'), emptyDatabase);
  for (const args of [['password'], ['delete'], ['grant', 'pro'], ['revoke', 'pro']]) {
    const [action = '', ...role] = args;
    const outcome = await commandHere(dataDir, ['user', action, 'nobody', ...role], { input: password });
    expect(outcome).toEqual({ status: 1, stdout: '', stderr: 'There is no such user.\n' });
  }
});
