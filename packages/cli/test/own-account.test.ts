import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoomtoneClient, readInvitation } from '@roomtone/sdk';
import { writeMidiFile } from '@roomtone/smf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { pathOf } from '../src/commands/api.ts';
import { fileNameOf } from '../src/commands/take.ts';
import { createProgram } from '../src/create-program.ts';
import { described, printedBy } from './output-schema.ts';
import { runHere } from './run-here.ts';

const password = 'correct horse 7';
let server: RunningServer;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ ROOMTONE_EMAIL: 'optional', ROOMTONE_RATE_LIMIT_AUTH: '1000' });
  folder = mkdtempSync(join(tmpdir(), 'roomtone-cli-test-'));
  env = { ROOMTONE_CONFIG_DIR: folder };
  await new RoomtoneClient({ baseUrl: server.url }).register({ username: 'ada', password });
  await objects(['login', server.url, '--user', 'ada'], `${password}\n`);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input = '') => runHere(args, { env, input });

/** The objects that a command prints with --json, as the schema has them; it has to succeed. */
async function objects(args: readonly string[], input = '') {
  const { status, output } = await run([...args, '--json'], input);
  expect(status, output).toBe(0);
  const command = args.slice(0, /^(room|bot|take)$/.test(args[0] ?? '') ? 2 : 1).join(' ');
  return printedBy(command, output);
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
  const profile = { success: true, data: { username: 'ada', display_name: 'ada' } };
  expect(await objects(['api', '/api/users/profile'])).toMatchObject([profile]);
  expect(await objects(['api', '/health'])).toMatchObject([{ status: 'ok' }]);
  const changed = await objects(
    ['api', 'api/users/profile', '--method', 'put', '--body', '-'],
    '{"settings":{"theme":"light"},"display_name":"Ada L."}',
  );
  expect(changed).toMatchObject([{ data: { settings: { theme: 'light' }, display_name: 'Ada L.' } }]);
  const { status, output } = await run(['api', '/api/rooms/no-such-room-at-all', '--json']);
  expect([status, printedBy('api', output)]).toEqual([1, [expect.objectContaining({ code: 'ROOM_NOT_FOUND' })]]);
  const secret = '{"password": "sesame 12';
  const malformed = await run(['api', '/api/auth/login', '--body', secret]);
  expect([malformed.status, malformed.output.includes('sesame')]).toEqual([2, false]);
  expect(JSON.parse((await run(['api', '/api/rooms', '--method', 'SING', '--json'])).output)).toMatchObject({
    ...{ type: 'error', code: 'USAGE_ERROR' },
  });
});

test('api --jq prints what a filter makes of the answer, texts as they are', async () => {
  expect(await run(['api', '/api/users/profile', '--jq', '.data | .username, .settings.theme'])).toEqual({
    ...{ status: 0, output: 'ada\nlight\n' },
  });
  const forPrograms = await run(['api', '/api/users/profile', '--jq', '.data.username, [1]', '--json']);
  expect(forPrograms.output).toBe('"ada"\n[1]\n');
  const malformed = await run(['api', '/api/users/profile', '--jq', '.[']);
  expect([malformed.status, malformed.output]).toEqual([2, expect.stringContaining('--jq: syntax error')]);
});

test('api takes a path as Git Bash on Windows changes it', () => {
  const given = ['/api/rooms?limit=5', 'api/rooms?limit=5', 'C:/Program Files/Git/api/rooms?limit=5'];
  expect(given.map(pathOf)).toEqual(given.map(() => '/api/rooms?limit=5'));
});

test('take lists what people have shared in a room, and saves it under a name that every system allows', async () => {
  const ada = new RoomtoneClient({ baseUrl: server.url });
  await ada.login({ username: 'ada', password });
  const room = await ada.createRoom({ roomName: 'Loft' });
  const { roomId } = room.info;
  const file = writeMidiFile([{ name: 'Fugue', events: [] }], 0, { ticksPerQuarter: 96, usPerQuarter: 500_000 });
  const names = ['../Fugue: 1/2', 'Second'];
  for (const name of names) {
    const { fileId } = await ada.rooms.shareFile(roomId, { name, data: Buffer.from(file).toString('base64') });
    await room.chat(`♪ ${name} #file:${fileId}`);
    await room.chat('Listen to this');
  }
  const listed = await objects(['take', 'list', roomId]);
  expect(listed.map(({ name, sharedBy }) => [name, sharedBy])).toEqual(names.toReversed().map((name) => [name, 'ada']));
  const out = join(folder, 'fugue.mid');
  const [saved] = await objects(['take', 'download', roomId, names[0] ?? '', '--out', out]);
  expect(saved).toMatchObject({ file: out, bytes: file.length, name: names[0] });
  expect(readFileSync(out)).toEqual(Buffer.from(file));
  const again = await run(['take', 'download', roomId, '--out', out]);
  expect([again.status, again.output]).toEqual([1, expect.stringContaining('--overwrite')]);
  expect(await objects(['take', 'download', roomId, '--out', out, '--overwrite'])).toMatchObject([{ name: 'Second' }]);
  expect((await run(['take', 'download', roomId, 'Third', '--out', out])).status).toBe(2);
  await room.leave();
  const safe = {
    '../Fugue: 1/2': '-Fugue- 1-2.mid',
    'CON.mid': 'take-CON.mid',
    '..': 'take.mid',
    'Waltz.MIDI': 'Waltz.mid',
  };
  expect(Object.keys(safe).map(fileNameOf)).toEqual(Object.values(safe));
});

test('load-test has players of several accounts play, measures their notes, and deletes its rooms', async () => {
  const [measured] = await objects(['load-test', '--rooms', '3', '--players', '6', '--seconds', '0.5', '--rate', '4']);
  expect(measured).toMatchObject({ rooms: 3, players: 6, sent: 3 * 6 * 2, received: 3 * 6 * 5 * 2, lost: 0 });
  const { median, p99 } = measured.latency;
  expect(median).toBeGreaterThan(0);
  expect(p99).toBeGreaterThanOrEqual(median);
  expect(await objects(['rooms', '--mine'])).toEqual([]);
  expect((await run(['load-test', '--players', '1'])).status).toBe(2);
});

test('the schema describes every command that prints objects', async () => {
  const silent = ['chat', 'complete'];
  const program = createProgram(process, new AbortController().signal, () => {});
  const names = program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((each) => `${command.name()} ${each.name()}`),
  );
  expect(described).toEqual(expect.arrayContaining(names.filter((name) => !silent.includes(name))));
});

test('what lasts needs a sign-in, never an account for one command', async () => {
  const nobody = { ROOMTONE_CONFIG_DIR: join(folder, 'nobody') };
  for (const args of [
    ['room', 'create', 'Attic'],
    ['bot', 'list'],
    ['invite', 'r'.repeat(22)],
  ]) {
    const { status, output } = await runHere([...args, '--server', server.url], { env: nobody });
    expect([status, output]).toEqual([1, expect.stringContaining(`roomtone login ${server.url}`)]);
  }
});
