import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { expect, test, vi } from 'vitest';
import { help } from '../../src/commands/help.ts';
import { end, runServer, startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { command, commandHere, processesTimeoutMs, Site, unlimited } from './host.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

test('S4.2: --help and --version print to standard output with status 0, even with wrong settings', async () => {
  const env = { ROOMTONE_PORT: 'many' };
  const dataDir = join(temporaryDirectory(), 'data');
  expect(await command(dataDir, ['--help'], { env })).toEqual({ status: 0, stdout: `${help}\n`, stderr: '' });
  expect(await command(dataDir, ['--version'], { env })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

const key = Buffer.alloc(32, 7).toString('base64');

test('S1.8: wrong usage and wrong settings end with status 2 and create nothing', async () => {
  const parent = temporaryDirectory();
  const dataDir = join(parent, 'data');
  const usage = await command(dataDir, ['user', 'grant', 'ada', 'boss']);
  expect(usage).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('pro, moderator, admin') });
  expect(usage.stderr).toContain('--help');
  const settings = await command(dataDir, ['migrate'], { env: { ROOMTONE_PORT: 'many' } });
  expect(settings).toMatchObject({ status: 2, stderr: expect.stringMatching(/^ROOMTONE_PORT must be/) });
  for (const args of [['migrate'], ['backup', 'b'], ['restore', 'b'], ['keys', 'rotate'], ['user', 'delete', 'ada']]) {
    const env = { ROOMTONE_REDIS_URL: 'redis://h', ROOMTONE_JWT_KEY: key };
    const elsewhere = await commandHere(dataDir, args, { env });
    expect(elsewhere).toMatchObject({ status: 2, stderr: expect.stringMatching(/^ROOMTONE_DATABASE_URL/) });
  }
  expect(readdirSync(parent)).toEqual([]);
});

test('S4.16: restore and migrate end with status 3 while a server runs, and disturb nothing', async () => {
  const dataDir = temporaryDirectory();
  const archive = join(temporaryDirectory(), 'b.tar.gz');
  const server = await startServer(dataDir, { env: unlimited });
  expect((await command(dataDir, ['backup', archive])).status).toBe(0);
  const inUse = { status: 3, stdout: '', stderr: `Another Roomtone server is using the data directory ${dataDir}.\n` };
  expect(await command(dataDir, ['migrate'])).toEqual(inUse);
  expect(await command(dataDir, ['restore', archive])).toEqual(inUse);
  expect((await new Site(server.url).call('GET', '/api/rooms')).status).toBe(200);
  await end(server, 'SIGTERM');
  expect((await command(dataDir, ['migrate'])).status).toBe(0);
  const full = await command(dataDir, ['restore', archive]);
  expect(full).toMatchObject({ status: 1, stderr: expect.stringContaining(`${dataDir} is not empty.`) });
});

test('S4.16: migrate brings a database to this version, once', async () => {
  const dataDir = join(temporaryDirectory(), 'data');
  const first = await command(dataDir, ['migrate']);
  expect(first).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Applied: 001-\S+(, \d{3}-\S+)*\.\n$/),
    stderr: '',
  });
  const second = await command(dataDir, ['migrate']);
  expect(second).toMatchObject({ status: 0, stdout: 'The database is already up to date.\n' });
});

test('S4.10: without a database, commands that need one end with status 1 and create none', async () => {
  const dataDir = temporaryDirectory();
  for (const args of [
    ['grant', 'ada', 'pro'],
    ['password', 'ada'],
    ['delete', 'ada'],
  ]) {
    const outcome = await commandHere(dataDir, ['user', ...args], { input: 'correct horse' });
    expect(outcome).toMatchObject({ status: 1, stderr: `There is no database in ${dataDir}.\n` });
  }
  expect(readdirSync(dataDir)).toEqual([]);
});

test('S3.4: after keys rotate a running server signs with the new key and accepts tokens of the old one', async () => {
  const dataDir = temporaryDirectory();
  const site = new Site((await startServer(dataDir, { env: unlimited })).url);
  let { token, refresh_token } = await site.register('ada');
  const old = token;
  expect(await command(dataDir, ['keys', 'rotate'])).toMatchObject({ status: 0, stderr: '' });
  const renew = async () => {
    ({ token, refresh_token } = await site.data<{ token: string; refresh_token: string }>('POST', '/api/auth/refresh', {
      refresh_token,
    }));
    expect(decodeProtectedHeader(token).kid).not.toBe(decodeProtectedHeader(old).kid);
  };
  await vi.waitFor(renew, { timeout: processesTimeoutMs, interval: 250 });
  for (const one of [old, token]) {
    expect((await site.call('GET', '/api/auth/validate-token', undefined, one)).status).toBe(200);
  }
});

test('S3.6, S4.16, S28.10: after keys rotate --compromised nothing made with the stolen keys works, and nobody is signed in', async () => {
  const dataDir = temporaryDirectory();
  const server = await startServer(dataDir, { env: unlimited });
  const { token, refresh_token } = await new Site(server.url).register('ada');
  const stolen = ['jwt.key', 'second-factor.key'].map((name) => readFileSync(join(dataDir, name), 'utf8'));
  for (const name of ['acme-account-key.pem', 'acme-cert.pem']) writeFileSync(join(dataDir, name), name);
  expect(await commandHere(dataDir, ['keys', 'rotate', '--compromised'])).toMatchObject({ status: 3 });
  expect(await end(server, 'SIGTERM')).toBe(0);
  expect(await commandHere(dataDir, ['keys', 'rotate', '--compromised'])).toMatchObject({ status: 0, stderr: '' });
  for (const [index, name] of ['jwt.key', 'second-factor.key'].entries()) {
    expect(readFileSync(join(dataDir, name), 'utf8')).not.toBe(stolen[index]);
  }
  expect(readdirSync(dataDir).filter((name) => name.startsWith('acme-'))).toEqual(['acme-cert.pem']);
  const site = new Site((await startServer(dataDir, { env: unlimited })).url);
  expect((await site.call('GET', '/api/auth/validate-token', undefined, token)).status).toBe(401);
  expect((await site.call('POST', '/api/auth/refresh', { refresh_token })).status).toBe(401);
  expect(await site.loginStatus('ada')).toBe(200);
});

test('S4.17: keys rotate fails if ROOMTONE_JWT_KEY is the key, or if there is no data directory', async () => {
  const parent = temporaryDirectory();
  const env = { ROOMTONE_JWT_KEY: Buffer.alloc(32, 7).toString('base64') };
  const given = await command(parent, ['keys', 'rotate'], { env });
  expect(given).toMatchObject({ status: 1, stderr: expect.stringContaining('ROOMTONE_JWT_KEY') });
  const absent = await command(join(parent, 'none'), ['keys', 'rotate']);
  expect(absent).toMatchObject({ status: 1, stderr: expect.stringContaining(join(parent, 'none')) });
  expect(readdirSync(parent)).toEqual([]);
});

test('S4.15: no server uses a directory with an unfinished restore', async () => {
  const dataDir = temporaryDirectory();
  mkdirSync(join(dataDir, 'restoring'));
  writeFileSync(join(dataDir, 'jwt.key'), Buffer.alloc(32, 7).toString('base64'));
  const server = runServer(dataDir);
  expect(await server.ended).toBe(1);
  expect(server.out.stderr).toContain(`A restore into ${dataDir} is under way or was cut off.`);
});
