import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoomtoneClient, readInvitation } from '@roomtone/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { runProgram } from './program-run.ts';

const password = 'correct horse 7';
let server: RunningServer;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ ROOMTONE_EMAIL: 'optional', ROOMTONE_RATE_LIMIT_AUTH: '1000' });
  folder = mkdtempSync(join(tmpdir(), 'roomtone-cli-test-'));
  env = { ROOMTONE_CONFIG_DIR: folder };
  await new RoomtoneClient({ baseUrl: server.url }).register({ username: 'ada', password });
  await runProgram(['login', server.url, '--user', 'ada'], { env, input: `${password}\n` }).ended;
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input = '') => runProgram(args, { env, input }).ended;

/** The objects that a command prints with --json; it has to succeed. */
async function objects(args: readonly string[], input = ''): Promise<readonly Record<string, unknown>[]> {
  const { status, output } = await run([...args, '--json'], input);
  expect(status, output).toBe(0);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('whoami says who is signed in, at one server and at all', async () => {
  const known = { server: server.url, user: 'ada', roles: ['member'], usual: true };
  expect(await objects(['whoami'])).toEqual([expect.objectContaining(known)]);
  expect(await objects(['whoami', '--all'])).toEqual([expect.objectContaining(known)]);
  expect((await run(['whoami', server.url])).output).toBe(`ada at ${server.url} (member)\n`);
  const elsewhere = await run(['whoami', '--server', 'http://127.0.0.1:1']);
  expect([elsewhere.status, elsewhere.output]).toEqual([
    1,
    expect.stringContaining('roomtone login http://127.0.0.1:1'),
  ]);
});

test('room creates, changes and deletes a room, which stays after the command', async () => {
  const settings = ['--set', 'allowGuests=false', '--set', 'welcomeMessage=Hello'];
  const [made] = await objects(['room', 'create', 'Attic', '--private', '--max-users', '5', ...settings]);
  const { roomId, link } = made as { roomId: string; link: string };
  expect(made).toMatchObject({
    ...{ roomName: 'Attic', roomType: 'private', maxUsers: 5, hasPassword: false },
    settings: { allowGuests: false, welcomeMessage: 'Hello' },
  });
  expect(await objects(['rooms', '--mine'])).toMatchObject([{ roomId }]);
  const [edited] = await objects(['room', 'edit', link, '--name', 'Loft', '--password'], 'sesame\n');
  expect(edited).toMatchObject({ roomName: 'Loft', maxUsers: 5, hasPassword: true });
  expect(await objects(['room', 'edit', roomId, '--no-password'])).toMatchObject([{ hasPassword: false }]);
  const misspelt = await run(['room', 'edit', roomId, '--set', 'allowGuest=true']);
  expect([misspelt.status, misspelt.output]).toEqual([2, expect.stringContaining('did you mean `allowGuests`?')]);
  expect((await run(['room', 'edit', roomId])).status).toBe(2);
  expect(await objects(['room', 'delete', roomId])).toEqual([{ roomId, deleted: true }]);
  expect(await objects(['rooms', '--mine'])).toEqual([]);
  expect((await run(['room', 'delete', roomId])).status).toBe(1);
});

test('invite prints a link that leads into the room, and may admit people', async () => {
  const [made] = await objects(['room', 'create', 'Porch']);
  const roomId = String(made?.['roomId']);
  const [plain, admitting] = [
    await objects(['invite', roomId]),
    await objects(['invite', roomId, '--admit', '3', '--days', '2']),
  ];
  expect(readInvitation(String(plain[0]?.['link']))).toMatchObject({ roomId });
  expect(readInvitation(String(plain[0]?.['link'])).token).toBeUndefined();
  const { invitation, link } = admitting[0] as { invitation: { token: string; maxUses: number }; link: string };
  expect(invitation.maxUses).toBe(3);
  expect(readInvitation(link).token).toBe(invitation.token);
  expect((await run(['invite', roomId, '--days', '2'])).status).toBe(2);
});

test('bot makes a bot whose token works, lists it and revokes it', async () => {
  const [made] = await objects(['bot', 'create', 'clicky', '--scopes', 'listen,chat'], `${password}\n`);
  const token = String(made?.['botToken']);
  const asBot = () => new RoomtoneClient({ baseUrl: server.url, token }).restore();
  expect(await asBot()).toMatchObject({ username: 'clicky' });
  expect(await objects(['bot', 'list'])).toMatchObject([
    { username: 'clicky', scopes: ['listen', 'chat'], hasToken: true },
  ]);
  const wrong = await run(['bot', 'create', 'other', '--scopes', 'sing'], `${password}\n`);
  expect([wrong.status, wrong.output]).toEqual([1, expect.stringContaining('scopes')]);
  expect(await objects(['bot', 'revoke', 'clicky'])).toMatchObject([{ username: 'clicky', deleted: true }]);
  expect(await asBot()).toBeUndefined();
  expect((await run(['bot', 'revoke', 'clicky'])).status).toBe(1);
});

test('api calls any endpoint with the sign-in, and what it refuses is an object', async () => {
  expect(await objects(['api', '/api/users/profile'])).toMatchObject([{ username: 'ada' }]);
  const changed = await objects(
    ['api', 'api/users/profile', '--method', 'put', '--body', '-'],
    '{"settings":{"theme":"light"}}',
  );
  expect(changed).toMatchObject([{ settings: { theme: 'light' } }]);
  const { status, output } = await run(['api', '/api/rooms/no-such-room-at-all', '--json']);
  expect([status, JSON.parse(output)]).toEqual([1, expect.objectContaining({ type: 'error', code: 'ROOM_NOT_FOUND' })]);
  const secret = '{"password": "sesame 12';
  const malformed = await run(['api', '/api/auth/login', '--body', secret]);
  expect([malformed.status, malformed.output.includes('sesame')]).toEqual([2, false]);
  expect(JSON.parse((await run(['api', '/api/rooms', '--method', 'SING', '--json'])).output)).toMatchObject({
    ...{ type: 'error', code: 'USAGE_ERROR' },
  });
});

test('what lasts needs a sign-in, never an account for one command', async () => {
  const nobody = { ROOMTONE_CONFIG_DIR: join(folder, 'nobody') };
  for (const args of [
    ['room', 'create', 'Attic'],
    ['bot', 'list'],
    ['invite', 'r'.repeat(22)],
  ]) {
    const { status, output } = await runProgram([...args, '--server', server.url], { env: nobody }).ended;
    expect([status, output]).toEqual([1, expect.stringContaining(`roomtone login ${server.url}`)]);
  }
});
