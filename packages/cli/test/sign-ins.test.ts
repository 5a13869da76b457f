import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoomtoneClient } from '@roomtone/sdk';
import { botCalls } from '@roomtone/sdk/extras';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { programPath } from './program-run.ts';
import { runHere } from './run-here.ts';

const hasNoKeyring = (process.env['ROOMTONE_SKIP'] ?? '').split(',').includes('gnome-keyring');
const password = 'correct horse 7';
let server: RunningServer;
let folder: string;
let ada: RoomtoneClient;

beforeAll(async () => {
  server = await startServer({ ROOMTONE_PASSWORD: 'optional', ROOMTONE_EMAIL: 'optional' });
  folder = mkdtempSync(join(tmpdir(), 'roomtone-cli-test-'));
  ada = new RoomtoneClient({ baseUrl: server.url });
  await ada.register({ username: 'ada', password });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const linkTo = (roomId: string) => `${server.url}/rooms/${roomId}`;
const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const signIn = (env: Record<string, string>) =>
  runHere(['login', server.url, '--user', 'ada'], { env, input: `${password}\n` });

test('login keeps the sign-in in a file only its owner can read where there is no keychain, and logout forgets it', async () => {
  const env = { ROOMTONE_CONFIG_DIR: join(folder, 'signed-in') };
  const signedIn = await runHere(['login', server.url, '--user', 'ada'], { env, input: `${password}\n` });
  expect(signedIn, signedIn.output).toMatchObject({ status: 0 });
  expect(signedIn.output).toContain('has no keychain');
  const files = readdirSync(env.ROOMTONE_CONFIG_DIR);
  expect(files).toHaveLength(2);
  for (const file of files) expect(statSync(join(env.ROOMTONE_CONFIG_DIR, file)).mode & 0o777).toBe(0o600);
  const mine = await ada.rooms.create({ roomName: 'Den', roomType: 'private' });
  const listed = await runHere(['rooms', '--mine', '--json'], { env });
  expect(jsonLines(listed.output)).toMatchObject([{ roomId: mine.roomId, roomName: 'Den' }]);
  expect((await runHere(['logout'], { env })).status).toBe(0);
  expect(readdirSync(env.ROOMTONE_CONFIG_DIR)).toEqual(['servers.json']);
  expect((await runHere(['logout', server.url], { env })).output).toContain('You are not signed in');
});

test.skipIf(hasNoKeyring)('login keeps the sign-in in the keychain where there is one, and logout forgets it', () => {
  const home = mkdtempSync(join(folder, 'keyring-'));
  const script = `
    printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null
    roomtone() { "$NODE" "$PROGRAM" "$@"; }
    printf '%s\\n' "$PASSWORD" | roomtone login "$SERVER" --user ada
    secret-tool search --all service roomtone-cli 2>/dev/null | grep -c ^secret
    roomtone rooms --mine --json
    ls "$ROOMTONE_CONFIG_DIR"
    roomtone logout
    secret-tool search --all service roomtone-cli 2>/dev/null | grep -c ^secret`;
  const { stdout, stderr } = spawnSync('dbus-run-session', ['--', 'bash', '-c', script], {
    encoding: 'utf8',
    env: {
      ...process.env,
      ...{ HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, XDG_RUNTIME_DIR: home },
      ...{ NODE: process.execPath, PROGRAM: programPath, SERVER: server.url, PASSWORD: password },
      ROOMTONE_CONFIG_DIR: join(home, 'settings'),
    },
  });
  const lines = stdout.trim().split('\n');
  expect(
    lines.filter((line) => /^\d+$/.test(line)),
    `${stdout}${stderr}`,
  ).toEqual(['1', '0']);
  expect(lines, 'no file has the sign-in').toContain('servers.json');
  expect(stdout).not.toContain('sign-in-');
  expect(stdout).toContain('"roomName":"Den"');
});

test('login refuses a wrong password and keeps nothing', async () => {
  const env = { ROOMTONE_CONFIG_DIR: join(folder, 'refused') };
  const refused = await runHere(['login', server.url, '--user', 'ada'], { env, input: 'wrong one\n' });
  expect(refused.status).toBe(1);
  expect(refused.output).not.toContain('wrong one');
  expect(existsSync(env.ROOMTONE_CONFIG_DIR)).toBe(false);
});

test('a bot signs in with its token, by login or by ROOMTONE_TOKEN', async () => {
  const { botToken } = await botCalls(ada).create({ username: 'clicky', scopes: ['listen', 'chat'], password });
  const room = await ada.createRoom({ roomName: 'Loft' });
  const env = { ROOMTONE_CONFIG_DIR: join(folder, 'bot') };
  const signedIn = await runHere(['login', server.url, '--bot'], { env, input: `${botToken}\n` });
  expect(signedIn.output).toContain('as clicky');
  const heard = room.waitFor('chat');
  const said = await runHere(['chat', linkTo(room.info.roomId), 'One,', 'two'], { env });
  expect(said, said.output).toMatchObject({ status: 0 });
  expect(await heard).toMatchObject({ username: 'clicky', message: 'One, two', messageType: 'bot' });
  const next = room.waitFor('chat');
  await runHere(['chat', linkTo(room.info.roomId)], {
    env: { ROOMTONE_TOKEN: botToken, ROOMTONE_SERVER: server.url },
    input: 'three\n',
  });
  expect(await next).toMatchObject({ username: 'clicky', message: 'three' });
  await room.leave();
});

test('a mistyped password and Ctrl-C at the prompt leave the sign-in from before', async () => {
  const env = { ROOMTONE_CONFIG_DIR: join(folder, 'kept') };
  expect((await signIn(env)).status).toBe(0);
  const mistyped = await runHere(['login', server.url, '--user', 'ada'], { env, input: 'wrong one\n' });
  expect(mistyped.status).toBe(1);
  // A terminal, in which Ctrl-C is a character that the prompt reads.
  const typed = `sleep 0.1; while ! grep -q Password "$LOG"; do sleep 0.02; done; printf '\\003'; sleep 0.2`;
  const { status } = spawnSync(
    'bash',
    ['-c', `: >"$LOG"; { ${typed}; } | script -qefc '"$NODE" "$PROGRAM" login "$SERVER" --user ada' "$LOG"`],
    {
      env: {
        ...{ ...process.env, ...env, ROOMTONE_KEYCHAIN: 'off', LOG: join(folder, 'typed') },
        ...{ NODE: process.execPath, PROGRAM: programPath, SERVER: server.url },
      },
      timeout: 20_000,
    },
  );
  expect(status).toBe(130);
  const listed = await runHere(['rooms', '--mine', '--json'], { env });
  expect(listed, listed.output).toMatchObject({ status: 0 });
});

test('a sign-in that has ended is no throwaway account: commands fail and say what to do', async () => {
  const env = { ROOMTONE_CONFIG_DIR: join(folder, 'ended') };
  await signIn(env);
  const room = await ada.createRoom({ roomName: 'Attic' });
  const { sessions } = await ada.account.sessions();
  for (const { sid, current } of sessions) if (!current) await ada.account.endSession(sid);
  for (const args of [['chat', linkTo(room.info.roomId), 'Hi'], ['rooms'], ['rooms', '--json']]) {
    const { status, output } = await runHere(args, { env });
    expect([status, output]).toEqual([1, expect.stringContaining(`roomtone login ${server.url}`)]);
    if (args.includes('--json'))
      expect(JSON.parse(output)).toMatchObject({ type: 'error', code: 'AUTHENTICATION_ERROR' });
  }
  expect(room.participants.size).toBe(1);
  await room.leave();
});

test('neither ROOMTONE_TOKEN nor a sign-in goes to a server that it is not for', async () => {
  const heard: string[] = [];
  const stranger = createServer((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization}`);
    response.statusCode = 404;
    response.end();
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const strange = `127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const token = { ROOMTONE_TOKEN: `rtbot_${'t'.repeat(64)}` };
  const bound = { ...token, ROOMTONE_SERVER: server.url };
  const env = { ROOMTONE_CONFIG_DIR: join(folder, 'bound') };
  await signIn(env);
  const [unbound, foreign] = await Promise.all([
    runHere(['rooms', `http://${strange}`], { env: token }),
    runHere(['rooms', `http://${strange}`], { env: bound }),
  ]);
  expect([unbound.status, unbound.output]).toEqual([2, expect.stringContaining('ROOMTONE_SERVER')]);
  expect([foreign.status, foreign.output]).toEqual([2, expect.stringContaining(`is for ${server.url}`)]);
  // Anybody can write a link that has their own address beside that of a server somebody is signed in to.
  await runHere(['rooms', `${server.url}/#at=http://${strange}`], { env });
  const named = await runHere(['login', 'music.invalid', '--user', 'ada'], { env, input: `${password}\n` });
  expect([named.status, named.output]).toEqual([1, expect.stringContaining('could not be reached')]);
  // A program may ask who answers there, if the server is slow; it says nothing secret.
  expect(heard.filter((request) => request !== '/api/server undefined')).toEqual([]);
  stranger.close();
});
