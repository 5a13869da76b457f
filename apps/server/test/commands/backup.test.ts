import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { canInjectFaults } from '../../../../testing/faults/faults.ts';
import { backup } from '../../src/commands/backup.ts';
import { plain } from '../accounts/pictures.ts';
import { faultsIn } from '../support/faulty-server.ts';
import { end, runServer, startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { command, commandHere, processesTimeoutMs, type SignedIn, Site, unlimited } from './host.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const posix = process.platform !== 'win32';

test('S4.11, S4.13: a backup taken during writes restores logins, rooms, chat and pictures elsewhere', async () => {
  const dataDir = temporaryDirectory();
  const server = await startServer(dataDir, { env: unlimited });
  const site = new Site(server.url);
  const ada = await site.register('ada');
  const { roomId, chat } = await furnish(site, ada);
  const { avatar_url: avatarPath } = await site.data<{ avatar_url: string }>(
    'GET',
    '/api/users/profile',
    undefined,
    ada.token,
  );
  const picture = await site.picture(avatarPath);
  await command(dataDir, ['keys', 'rotate']);

  const writer = writeOn(site, roomId, ada.token);
  await writer.reached(10);
  const before = writer.acknowledged();
  const directory = temporaryDirectory();
  const archive = join(directory, 'backup.tar.gz');
  const outcome = await command(dataDir, ['backup', archive]);
  const after = writer.acknowledged();
  await writer.stop();
  expect(outcome).toMatchObject({ status: 0, stdout: expect.stringContaining(archive), stderr: '' });
  expect(after).toBeGreaterThan(before);
  expect(readdirSync(directory)).toEqual(['backup.tar.gz']);
  if (posix) expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect(await end(server, 'SIGTERM')).toBe(0);

  const elsewhere = join(temporaryDirectory(), 'deep', 'data');
  expect(await command(elsewhere, ['restore', archive])).toMatchObject({ status: 0, stderr: '' });
  if (posix) {
    expect(statSync(elsewhere).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(elsewhere, { recursive: true, encoding: 'utf8' })) {
      expect(statSync(join(elsewhere, name)).mode & 0o077, name).toBe(0);
    }
  }
  for (const key of ['jwt.key', 'access-token-keys.json']) {
    expect(readFileSync(join(elsewhere, key)), key).toEqual(readFileSync(join(dataDir, key)));
  }
  const again = new Site((await startServer(elsewhere, { env: unlimited })).url);
  expect(await again.loginStatus('ada')).toBe(200);
  expect((await again.call('GET', '/api/auth/validate-token', undefined, ada.token)).status).toBe(200);
  expect((await again.call('POST', '/api/auth/refresh', { refresh_token: ada.refresh_token })).status).toBe(200);
  const details = await again.data<{ settings: { welcome_message: string } }>('GET', `/api/rooms/${roomId}`);
  const restored = Number(details.settings.welcome_message);
  expect(restored).toBeGreaterThanOrEqual(before);
  expect(restored).toBeLessThanOrEqual(after + 1);
  expect(await again.picture(avatarPath)).toEqual(picture);
  const { body } = await (await again.connect(ada.token)).join(roomId);
  expect(body.chat.map(({ username, message }) => [username, message])).toEqual(chat.map((said) => ['ada', said]));
});

test('S4.11, S28.10: a backup includes the keys and certificates of TLS, and a restored server has the same fingerprint', async () => {
  const env = { ...unlimited, ROOMTONE_TLS: 'auto' };
  const dataDir = temporaryDirectory();
  const archive = join(temporaryDirectory(), 'b.tar.gz');
  await end(await startServer(dataDir, { env }), 'SIGTERM');
  for (const name of ['acme-account-key.pem', 'acme-cert.pem', 'acme-wait.json'])
    writeFileSync(join(dataDir, name), name);
  expect(await commandHere(dataDir, ['backup', archive])).toMatchObject({ status: 0 });
  const elsewhere = temporaryDirectory();
  expect(await commandHere(elsewhere, ['restore', archive])).toMatchObject({ status: 0 });
  for (const name of [
    'jwt.key',
    'tls-key.pem',
    'tls-cert.pem',
    'sandbox-products.json',
    'acme-account-key.pem',
    'acme-cert.pem',
  ]) {
    expect(readFileSync(join(elsewhere, name)), name).toEqual(readFileSync(join(dataDir, name)));
  }
  // Orders of one authority are nothing for another one.
  expect(existsSync(join(elsewhere, 'acme-wait.json'))).toBe(false);
  await end(await startServer(elsewhere, { env }), 'SIGTERM');
  expect(readFileSync(join(elsewhere, 'tls-cert.pem'))).toEqual(readFileSync(join(dataDir, 'tls-cert.pem')));
});

test('S4.12: a backup never replaces a file, and needs a database and a writable directory', async () => {
  const dataDir = temporaryDirectory();
  const file = join(temporaryDirectory(), 'b.tar.gz');
  expect(await commandHere(dataDir, ['backup', file])).toMatchObject({
    status: 1,
    stderr: `There is no database in ${dataDir}.\n`,
  });
  await commandHere(dataDir, ['migrate']);
  writeFileSync(file, 'precious');
  expect(await commandHere(dataDir, ['backup', file])).toMatchObject({
    status: 1,
    stderr: `${file} already exists. Nothing was written.\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('precious');
  const nowhere = join(dataDir, 'none', 'b.tar.gz');
  expect(await commandHere(dataDir, ['backup', nowhere])).toMatchObject({
    status: 1,
    stderr: `Cannot write to ${join(dataDir, 'none')} (ENOENT).\n`,
  });
});

test('S4.12: a lost picture does not prevent a backup, and the host is warned', async () => {
  const dataDir = temporaryDirectory();
  const { url } = await startServer(dataDir, { env: unlimited });
  const site = new Site(url);
  const { token } = await site.register('ada');
  await upload(site, token);
  rmSync(join(dataDir, 'avatars'), { recursive: true });
  const outcome = await commandHere(dataDir, ['backup', join(temporaryDirectory(), 'b.tar.gz')]);
  expect(outcome).toMatchObject({ status: 0, stderr: `Account pictures missing from ${dataDir}: 1.\n` });
});

async function furnish(site: Site, { token }: SignedIn): Promise<{ roomId: string; chat: readonly string[] }> {
  await upload(site, token);
  const { room_id: roomId } = await site.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, token);
  const player = await site.connect(token);
  await player.join(roomId);
  const chat = ['one', 'two', 'drei €'];
  for (const message of chat) {
    player.say(message);
    await player.take('chatMessage');
  }
  player.socket.close(1000);
  return { roomId, chat };
}

async function upload(site: Site, token: string): Promise<void> {
  const form = new FormData();
  form.set('avatar', new Blob([await plain().png().toBuffer()]), 'ada.png');
  await site.data('POST', '/api/users/avatar', form, token);
}

/** Changes the room's welcome message to 1, 2, 3 … until stopped. */
function writeOn(site: Site, roomId: string, token: string) {
  let acknowledged = 0;
  let stopped = false;
  let onReached = () => {};
  const writing = (async () => {
    while (!stopped) {
      await site.data('PUT', `/api/rooms/${roomId}`, { settings: { welcome_message: `${acknowledged + 1}` } }, token);
      acknowledged++;
      onReached();
    }
  })();
  return {
    acknowledged: () => acknowledged,
    reached: (count: number) => {
      const reached = new Promise<void>((resolve) => {
        onReached = () => {
          if (acknowledged >= count) resolve();
        };
      });
      return Promise.race([reached, writing]);
    },
    stop: () => {
      stopped = true;
      return writing;
    },
  };
}

test('S4.12: a backup that the host interrupts leaves nothing behind', async () => {
  const dataDir = temporaryDirectory();
  await commandHere(dataDir, ['migrate']);
  const directory = temporaryDirectory();
  const stopped = { say: () => {}, warn: () => {}, signal: AbortSignal.abort() };
  const stopping = backup({ dataDir, avatarDir: undefined }, join(directory, 'b.tar.gz'), stopped);
  await expect(stopping).rejects.toMatchObject({ name: 'AbortError' });
  expect(readdirSync(directory)).toEqual([]);
});

test('a damaged database is not backed up: status 1, no archive, and advice what to do', async () => {
  const dataDir = temporaryDirectory();
  const server = await startServer(dataDir, { env: unlimited });
  await new Site(server.url).register('ada');
  await end(server, 'SIGTERM');
  const path = join(dataDir, 'roomtone.sqlite');
  const whole = readFileSync(path);
  const damages: readonly ((bytes: Buffer) => Uint8Array)[] = [
    // One page in the middle, the end, and the beginning.
    (bytes) => bytes.fill(0x5a, 8 * 4096, 9 * 4096),
    (bytes) => bytes.subarray(0, 12 * 4096),
    (bytes) => bytes.fill(0, 0, 50),
  ];
  for (const [index, damage] of damages.entries()) {
    writeFileSync(path, damage(Buffer.from(whole)));
    const directory = temporaryDirectory();
    const outcome = await command(dataDir, ['backup', join(directory, 'b.tar.gz')]);
    expect(outcome, `damage ${index}`).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toContain(path);
    expect(outcome.stderr).toMatch(/[Rr]estore/);
    expect(readdirSync(directory)).toEqual([]);
  }
});

test('a database with broken references is not backed up either', async () => {
  const dataDir = temporaryDirectory();
  await commandHere(dataDir, ['migrate']);
  const database = new Database(join(dataDir, 'roomtone.sqlite'));
  database.pragma('foreign_keys = OFF');
  database.exec(
    "insert into bans (room_id, user_id, banned_by, reason, banned_at) values ('no room', 'nobody', 'nobody', '', 0)",
  );
  database.close();
  const directory = temporaryDirectory();
  const outcome = await commandHere(dataDir, ['backup', join(directory, 'b.tar.gz')]);
  expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('refers to rows that are missing') });
  expect(readdirSync(directory)).toEqual([]);
});

test.skipIf(!canInjectFaults())(
  'the next backup removes the working copy of one that was killed, and nothing that is not surely its own',
  async () => {
    const dataDir = temporaryDirectory();
    await commandHere(dataDir, ['migrate']);
    const directory = temporaryDirectory();
    const hung = faultsIn(directory);
    hung.set('syncHangs', 1);
    const killed = runServer(dataDir, { args: ['backup', join(directory, 'a.tar.gz')], env: hung.env });
    const working = () => readdirSync(directory).filter((name) => name.startsWith('.roomtone-backup-'));
    await expect
      .poll(() => working().flatMap((name) => readdirSync(join(directory, name))), { timeout: processesTimeoutMs })
      .toContain('data');
    // It is left alone while its backup runs.
    const during = await command(dataDir, ['backup', join(directory, 'b.tar.gz')]);
    expect(during).toMatchObject({ status: 0 });
    expect(working()).toHaveLength(1);
    killed.child.kill('SIGKILL');
    await killed.ended;

    const others = ['.roomtone-backup-notes', '.roomtone-backup-young'];
    mkdirSync(join(directory, '.roomtone-backup-notes'));
    writeFileSync(join(directory, '.roomtone-backup-notes', 'notes.txt'), 'precious');
    mkdirSync(join(directory, '.roomtone-backup-young'));
    mkdirSync(join(directory, '.roomtone-backup-old', 'data'), { recursive: true });
    utimesSync(join(directory, '.roomtone-backup-old'), 0, 0);
    expect(await command(dataDir, ['backup', join(directory, 'c.tar.gz')])).toMatchObject({ status: 0 });
    expect(working().sort()).toEqual(others);
    expect(readdirSync(directory).sort()).toEqual([...others, 'b.tar.gz', 'c.tar.gz']);
  },
);

test('S4.7, S4.11, S4.13: pictures that are kept elsewhere are backed up, restored, and deleted with their account', async () => {
  const [dataDir, pictures] = [temporaryDirectory(), temporaryDirectory()];
  const env = { ROOMTONE_AVATAR_DIR: pictures };
  expect(await commandHere(dataDir, ['user', 'add', 'ada'], { input: 'correct horse 7\n', env })).toMatchObject({
    status: 0,
  });
  const name = `${'0a'.repeat(20)}.webp`;
  writeFileSync(join(pictures, name), 'a picture');
  const database = new Database(join(dataDir, 'roomtone.sqlite'));
  database.prepare('update users set avatar_name = ?').run(name);
  database.close();
  const archive = join(temporaryDirectory(), 'backup.tar.gz');
  expect(await commandHere(dataDir, ['backup', archive], { env })).toMatchObject({ status: 0, stderr: '' });
  const [elsewhere, others] = [join(temporaryDirectory(), 'data'), join(temporaryDirectory(), 'pictures')];
  const there = { ROOMTONE_AVATAR_DIR: others };
  expect(await commandHere(elsewhere, ['restore', archive], { env: there })).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(others, name), 'utf8')).toBe('a picture');
  expect(await commandHere(elsewhere, ['user', 'delete', 'ada'], { env: there })).toMatchObject({ status: 0 });
  expect(readdirSync(others)).toEqual([]);
});
