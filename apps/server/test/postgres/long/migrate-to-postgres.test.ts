import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { plain } from '../../accounts/pictures.ts';
import { command, commandHere, processesTimeoutMs, Site, unlimited } from '../../commands/host.ts';
import { end, startServer } from '../../support/server-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { connectTo, emptyDatabaseUrl } from '../databases.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const name = 'migrate-to-postgres';
const said = ['one', 'Grüße 🎹', 'drei €'];

/** A stopped server's data directory with something in most tables. */
async function usedDirectory() {
  const dataDir = temporaryDirectory();
  const server = await startServer(dataDir, { env: unlimited });
  const site = new Site(server.url);
  const ada = await site.register('ada');
  await site.register('bob');
  const body = new FormData();
  body.set('avatar', new Blob([await plain().png().toBuffer()]), 'ada.png');
  const { avatar_url: avatarUrl } = await site.data<{ avatar_url: string }>(
    'POST',
    '/api/users/avatar',
    body,
    ada.token,
  );
  const { room_id: roomId } = await site.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, ada.token);
  await site.data('POST', '/api/users/friends', { user: 'bob' }, ada.token);
  const player = await site.connect(ada.token);
  await player.join(roomId);
  for (const text of said) {
    player.say(text);
    await player.take('chatMessage');
  }
  await end(server, 'SIGTERM');
  return { dataDir, ada, roomId, avatarUrl };
}

function checksums(directory: string): Readonly<Record<string, string>> {
  const files = readdirSync(directory).filter((name) => name.endsWith('.webp') || /^(jwt|access)/.test(name));
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(directory, name)))
        .digest('hex'),
    ]),
  );
}

test('S4.19: migrate-to-postgres copies a data directory, verified, and the server goes on with it', async () => {
  const { dataDir, ada, roomId, avatarUrl } = await usedDirectory();
  const env = { ...unlimited, ROOMTONE_DATABASE_URL: await emptyDatabaseUrl() };
  const elsewhere = join(temporaryDirectory(), 'new');
  const copied = await command(dataDir, [name, elsewhere], { env });
  expect(copied).toMatchObject({ status: 0, stderr: '' });
  expect(copied.stdout).toMatch(/^users: 2 rows \(SHA-256 \w{8}…\), copied and verified$/m);
  expect(copied.stdout).toMatch(/^chat: 3 rows .*verified$/m);
  expect(copied.stdout).toMatch(/^Copied \d+ rows to PostgreSQL and verified them\.$/m);
  expect(checksums(elsewhere)).toEqual(checksums(dataDir));
  expect(checksums(join(elsewhere, 'avatars'))).toEqual(checksums(join(dataDir, 'avatars')));

  // Repeated, it finds the same data.
  const again = await commandHere(dataDir, [name], { env });
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('already has these') });

  const server = await startServer(elsewhere, { env });
  const site = new Site(server.url);
  expect(await site.loginStatus('bob')).toBe(200);
  const { refresh_token } = ada;
  expect((await site.call('POST', '/api/auth/refresh', { refresh_token })).status).toBe(200);
  expect((await site.picture(new URL(avatarUrl, server.url).pathname)).subarray(8, 12).toString()).toBe('WEBP');
  const player = await site.connect(ada.token);
  const { body } = await player.join(roomId);
  expect(body.chat.map(({ message }) => message)).toEqual(said);

  // The database has changed meanwhile, and a server uses it.
  const inUse = await commandHere(dataDir, [name], { env });
  expect(inUse).toMatchObject({ status: 3, stderr: expect.stringContaining('is using the PostgreSQL database') });
  await end(server, 'SIGTERM');
  const other = await commandHere(dataDir, [name], { env });
  expect(other).toMatchObject({ status: 1, stderr: expect.stringMatching(/is not empty.*Nothing was changed/) });
});

test('S4.19: migrate-to-postgres refuses while a server runs on the directory, and without a source or a target', async () => {
  const dataDir = temporaryDirectory();
  const env = { ...unlimited, ROOMTONE_DATABASE_URL: await emptyDatabaseUrl() };
  expect(await commandHere(dataDir, [name], { env })).toMatchObject({
    status: 1,
    stderr: `There is no database in ${dataDir}.\n`,
  });
  const untold = await commandHere(dataDir, [name], { env: unlimited });
  expect(untold).toMatchObject({ status: 2, stderr: expect.stringMatching(/^ROOMTONE_DATABASE_URL must be set/) });
  await startServer(dataDir, { env: unlimited });
  const running = await command(dataDir, [name], { env });
  expect(running).toMatchObject({ status: 3, stderr: expect.stringContaining('using the data directory') });
});

test('S4.19: what PostgreSQL cannot hold stops the copy and leaves the database empty, on which no server starts', async () => {
  const dataDir = temporaryDirectory();
  await commandHere(dataDir, ['user', 'add', 'ada'], { env: unlimited, input: 'a good password\n' });
  const path = join(dataDir, 'roomtone.sqlite');
  const database = new Database(path);
  database.prepare("update users set avatar_name = 'lost.webp', user_tag = ?").run('a\0b');
  database.close();
  const url = await emptyDatabaseUrl();
  const env = { ...unlimited, ROOMTONE_DATABASE_URL: url };
  const refused = await commandHere(dataDir, [name], { env });
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/table "users" differs.*Nothing was stored/),
  });
  const other = await connectTo(url);
  expect((await other.query("select to_regclass('users') as users")).rows).toEqual([{ users: null }]);
  // A server must not go on with an empty database beside one with accounts.
  const started = await command(dataDir, [], { env });
  expect(started).toMatchObject({ status: 1, stderr: expect.stringContaining('main.js migrate-to-postgres') });
  // With the text repaired, the same command works; it names the missing picture.
  const repaired = new Database(path);
  repaired.exec("update users set user_tag = 'ada#0001'");
  repaired.close();
  const copied = await commandHere(dataDir, [name], { env });
  expect(copied).toMatchObject({ status: 0, stderr: expect.stringContaining('missing') });
});
