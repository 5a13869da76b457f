import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'roomtone-bot-'));
const invitation = `http://127.0.0.1:7420/rooms/${'r'.repeat(22)}`;
const token = `rtbot_${'t'.repeat(64)}`;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], input = '') =>
  spawnSync(process.execPath, [program, ...args], { cwd: folder, input, encoding: 'utf8' });

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
  ] as const;
  for (const [args, words] of cases) {
    const { status, stderr } = run(args, 'wrong\n');
    expect([args, status, stderr]).toEqual([args, 2, expect.stringContaining(words)]);
  }
  expect(run(['--help']).status).toBe(0);
});
