import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RoomtoneClient } from '@roomtone/sdk';
import { botCalls, moderatorCalls } from '@roomtone/sdk/extras';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../testing/running-server.ts';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'roomtone-bot-'));
const invitation = `http://127.0.0.1:7420/rooms/${'r'.repeat(22)}`;
const token = `rtbot_${'t'.repeat(64)}`;
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], input = '') =>
  spawnSync(process.execPath, [program, ...args], { cwd: folder, input, encoding: 'utf8' });

/** Makes a bot in a folder of its own, with the packages of this workspace in place of an installation. */
function made(language: 'js' | 'ts', name = `bot-in-${language}`): string {
  expect(run([invitation, '--name', name, '--language', language, '--no-start']).status).toBe(0);
  const modules = join(folder, name, 'node_modules');
  mkdirSync(join(modules, '@types'), { recursive: true });
  mkdirSync(join(modules, '@roomtone'));
  symlinkSync(join(workspace, 'packages/sdk'), join(modules, '@roomtone/sdk'));
  symlinkSync(join(workspace, 'node_modules/@types/node'), join(modules, '@types/node'));
  return join(folder, name);
}

test.each(['js', 'ts'] as const)('the bot in %s passes its own test, and has no errors of types', (language) => {
  const bot = made(language);
  const { scripts } = JSON.parse(readFileSync(join(bot, 'package.json'), 'utf8'));
  const [, ...args] = scripts.test.split(' ');
  const tested = spawnSync(process.execPath, args, { cwd: bot, encoding: 'utf8', timeout: 60_000 });
  expect([tested.status, tested.stdout + tested.stderr]).toEqual([0, expect.stringMatching(/pass 1\b/)]);
  for (const program of ['bot', 'start', 'bot.test']) {
    const code = readFileSync(join(bot, `${program}.${language}`), 'utf8');
    if (language === 'js') expect(code).not.toMatch(/import type|\.ts'|: (Bot|Room)\b/);
  }
  if (language === 'ts') {
    const tsc = join(workspace, 'node_modules/typescript/bin/tsc');
    const checked = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: bot, encoding: 'utf8' });
    expect(checked.stdout + checked.stderr).toBe('');
  }
});

test('it makes a folder whose secrets only its owner can read and git ignores', () => {
  const made = run([invitation, '--name', 'Clicky', '--token', '--no-start'], `${token}\n`);
  expect([made.status, made.stdout]).toEqual([0, expect.stringContaining('npm start')]);
  expect(made.stdout + made.stderr).not.toContain(token);
  const path = (file: string) => join(folder, 'Clicky', file);
  expect(readFileSync(path('.env'), 'utf8').split('\n')).toEqual([
    `ROOMTONE_INVITATION="${invitation}"`,
    'ROOMTONE_NAME="Clicky"',
    `ROOMTONE_TOKEN="${token}"`,
    '',
  ]);
  expect(statSync(path('.env')).mode & 0o777).toBe(0o600);
  expect(readFileSync(path('.gitignore'), 'utf8')).toContain('.env');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(JSON.parse(readFileSync(path('package.json'), 'utf8'))).toMatchObject({
    ...{ name: 'clicky', private: true, dependencies: { '@roomtone/sdk': version } },
  });
  expect(existsSync(path('README.md'))).toBe(true);
});

test('it says what is wrong, and makes nothing then', () => {
  const cases = [
    [[], 'Give the invitation'],
    [['nonsense'], 'is not an invitation'],
    [['http://127.0.0.1:7420'], 'leads to no room'],
    [[invitation, '--name', 'a b'], '3 to 24'],
    [[invitation, '--name', 'Clicky'], 'already'],
    [[invitation, '--token'], 'no bot token'],
    [[invitation, '--loud'], '--loud'],
    [[invitation, '--language', 'java'], 'js or ts'],
  ] as const;
  for (const [args, words] of cases) {
    const { status, stderr } = run(args, 'wrong\n');
    expect([args, status, stderr]).toEqual([args, 2, expect.stringContaining(words)]);
  }
  expect(run(['--help']).status).toBe(0);
});

test('the bot plays, answers people and never itself, by an account of its own and by a token', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const ada = new RoomtoneClient({ baseUrl: server.url });
  const password = 'correct horse 7';
  await ada.register({ username: 'ada', email: 'ada@example.org', password });
  const scopes = ['listen', 'play', 'chat'] as const;
  const { botToken } = await botCalls(ada).create({ username: 'clicky', scopes: [...scopes], password });
  const bot = made('ts', 'running');
  const attic = await ada.createRoom({ roomName: 'Attic' });
  await moderatorCalls(ada, attic.info.roomId).add('clicky');
  for (const [name, token] of [
    ['walking-bass', undefined],
    ['clicky', botToken],
  ] as const) {
    const room = await ada.createRoom({ roomName: 'Loft' });
    const said: string[] = [];
    room.on('chat', ({ username, message }) => said.push(`${username}: ${message}`));
    const present = room.waitFor('chat');
    const called = attic.waitFor('participantJoined');
    const child = spawn(process.execPath, ['--experimental-strip-types', 'start.ts'], {
      cwd: bot,
      env: {
        ...process.env,
        ROOMTONE_INVITATION: `${server.url}/rooms/${room.info.roomId}`,
        ...{ ROOMTONE_NAME: name, ...(token === undefined ? {} : { ROOMTONE_TOKEN: token }) },
      },
      stdio: 'inherit',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await Promise.race([present, ended.then(() => expect.fail('the bot ended by itself'))]);
    // A room that has named it is joined, too.
    if (token !== undefined) expect(await called).toMatchObject({ username: name, bot: true });
    const heard = room.waitFor('note');
    await room.chat('!chords');
    expect((await heard).type).toBe('noteOn');
    await room.chat('Well, hello!');
    await expect.poll(() => said.at(-1)).toBe(`${name}: Hello, ada!`);
    await room.chat('Hello again');
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(0);
    expect(said).toEqual([
      `${name}: Hello! Play something, and I play along. !help says what else I can do.`,
      'ada: !chords',
      'ada: Well, hello!',
      `${name}: Hello, ada!`,
      'ada: Hello again',
    ]);
    await room.leave();
  }
  await attic.leave();
  expect(JSON.parse(readFileSync(join(bot, 'state.json'), 'utf8')).rooms).toHaveLength(2);
});
