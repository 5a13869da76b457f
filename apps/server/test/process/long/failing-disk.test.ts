import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { canInjectFaults, errno, type Faults } from '../../../../../testing/faults/faults.ts';
import { processesTimeoutMs, Site, unlimited } from '../../commands/host.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { faultsIn } from '../../support/faulty-server.ts';
import { end, runServer, type ServerProcess, startServer } from '../../support/server-process.ts';
import { shortIntervals } from '../../support/short-intervals.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const poll = { timeout: processesTimeoutMs, interval: 50 };

interface Faulty {
  readonly dataDir: string;
  readonly faults: Faults;
  readonly server: ServerProcess & { readonly url: string };
  readonly site: Site;
  readonly token: string;
  readonly roomId: string;
}

/** A server on a disk that can fail, with an account and a room. */
async function startOnFaultyDisk(nodeOptions: readonly string[] = []): Promise<Faulty> {
  const dataDir = temporaryDirectory();
  const faults = faultsIn(dataDir);
  const server = await startServer(dataDir, { nodeOptions, env: { ...unlimited, ...faults.env } });
  const site = new Site(server.url);
  const { token } = await site.register('ada');
  const { room_id: roomId } = await site.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, token);
  return { dataDir, faults, server, site, token, roomId };
}

async function health({ server }: Pick<Faulty, 'server'>, path = '') {
  const response = await fetch(`${server.url}/health${path}`);
  return {
    status: response.status,
    body: (await response.json()) as { status: string; services?: { database: string } },
  };
}

describe.skipIf(!canInjectFaults())('a full disk', () => {
  test('reads continue, writes fail and health reports it, and everything recovers by itself once there is space', async () => {
    const faulty = await startOnFaultyDisk();
    const { faults, site, token, roomId } = faulty;
    const player = await site.connect(token);
    await player.join(roomId);
    faults.set('bytesLeft', 0);
    // A player has been active, which has to be stored before rooms are listed.
    const refused = await site.call('POST', '/api/rooms', { room_name: 'S' }, token);
    expect(refused.status).toBe(500);
    for (const path of ['/api/rooms', `/api/rooms/${roomId}`, '/api/users/profile']) {
      expect((await site.call('GET', path, undefined, token)).status, path).toBe(200);
    }
    player.send({ kind: 'lobbyCommand', body: { subscribe: true }, requestId: 7 });
    await player.take('lobbyUpdate');
    const details = await health(faulty, '/detailed');
    expect([details.status, details.body.status, details.body.services?.database]).toEqual([200, 'degraded', 'down']);
    expect(await health(faulty, '/ready')).toMatchObject({ status: 200, body: { status: 'degraded' } });

    faults.clear();
    // No request writes anything: the server must notice by itself.
    await expect.poll(async () => (await health(faulty, '/detailed')).body.status, poll).toBe('ok');
    expect((await site.call('POST', '/api/rooms', { room_name: 'S' }, token)).status).toBe(201);
    expect(await end(faulty.server, 'SIGTERM')).toBe(0);
  });

  test('files of a first start are complete or absent, and the next start creates the missing ones', async () => {
    const prepared = temporaryDirectory();
    expect(await runServer(prepared, { args: ['migrate'], env: { ...unlimited } }).ended).toBe(0);
    for (const freeBytes of [0, 100, 700]) {
      const dataDir = temporaryDirectory();
      cpSync(prepared, dataDir, { recursive: true });
      const faults = faultsIn(dataDir);
      const database = join(dataDir, 'roomtone.sqlite');
      faults.set('bytesLeft', freeBytes);
      const full = runServer(dataDir, { env: { ...unlimited, ...faults.env } });
      expect(await full.ended, `with ${freeBytes} bytes`).toBe(1);
      expect(full.out.stderr).toMatch(/could not be written|has free space|disk is full/);
      expect(existsSync(database)).toBe(true);
      faults.clear();
      const server = await startServer(dataDir, { env: { ...unlimited } });
      expect(JSON.parse(readFileSync(join(dataDir, 'sandbox-products.json'), 'utf8')).products).toHaveLength(2);
      await end(server, 'SIGKILL');
    }
  });
});

describe.skipIf(!canInjectFaults())('a disk that hangs', () => {
  test('readiness reports it without delay and recovers, liveness stays ok, and notes are relayed meanwhile', async () => {
    const faulty = await startOnFaultyDisk();
    const { faults, site, token, roomId } = faulty;
    const [ada, eve] = [await site.connect(token), await site.connect((await site.register('eve')).token)];
    await ada.join(roomId);
    await eve.join(roomId);
    expect(await health(faulty, '/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
    faults.set('syncHangs', 1);
    const creating = site.call('POST', '/api/rooms', { room_name: 'S' }, token);
    await expect.poll(async () => (await health(faulty, '/ready')).status, poll).toBe(500);
    expect(await health(faulty)).toMatchObject({ status: 200, body: { status: 'ok' } });
    const details = await health(faulty, '/detailed');
    expect([details.status, details.body.status, details.body.services?.database]).toEqual([500, 'down', 'down']);
    ada.play([0x90, 60, 100]);
    await eve.take('midiMessage');
    faults.clear();
    expect((await creating).status).toBe(201);
    await expect.poll(async () => (await health(faulty, '/ready')).status, poll).toBe(200);
  });

  test('a request is answered after 10 s, without the claim that it failed, and the server exits with status 1 after 30 s', async () => {
    const { faults, server, token } = await startOnFaultyDisk(shortIntervals);
    faults.set('syncHangs', 1);
    const response = await fetch(`${server.url}/api/rooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ room_name: 'S' }),
    });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, error.code]).toEqual([500, 'SERVER_ERROR']);
    expect(error.message).toMatch(/It may have been: look before you try again/);
    expect(await server.ended).toBe(1);
    expect(server.out.stderr).toMatch(/Roomtone has to stop: The storage has answered nothing for 30 s/);
  });

  test('S1.6: a start whose disk does not answer for 30 s ends with status 1 and says why; the next one works', async () => {
    const dataDir = temporaryDirectory();
    // Only the database's disk hangs: it is the storage thread that opens it.
    const disk = temporaryDirectory();
    writeFileSync(join(disk, 'roomtone.sqlite'), emptyDatabase);
    symlinkSync(join(disk, 'roomtone.sqlite'), join(dataDir, 'roomtone.sqlite'));
    const faults = faultsIn(disk);
    const options = { env: { ...unlimited, ...faults.env } };
    faults.set('readHangs', 1);
    const hanging = runServer(dataDir, { ...options, nodeOptions: shortIntervals });
    expect(await hanging.ended).toBe(1);
    expect(hanging.out.stderr).toMatch(
      /could not start: .*roomtone\.sqlite could not be opened: its disk did not answer/,
    );
    faults.clear();
    await end(await startServer(dataDir, options), 'SIGTERM');
  });

  test('an uncaught exception still ends the server with status 1', async () => {
    const trigger = join(temporaryDirectory(), 'now');
    const trouble = `
      import { existsSync } from 'node:fs';
      import { isMainThread } from 'node:worker_threads';
      if (isMainThread) setInterval(() => { if (existsSync(${JSON.stringify(trigger)})) throw new Error('a bug'); }, 20);
    `;
    const faulty = await startOnFaultyDisk(['--import', `data:text/javascript,${encodeURIComponent(trouble)}`]);
    const { faults, server, site, token } = faulty;
    faults.set('syncHangs', 1);
    const creating = site.call('POST', '/api/rooms', { room_name: 'S' }, token).catch(() => undefined);
    await expect.poll(async () => (await health(faulty, '/ready')).status, poll).toBe(500);
    writeFileSync(trigger, '');
    expect(await server.ended).toBe(1);
    expect(server.out.stderr).toMatch(/Roomtone has to stop after an error that nothing expected: a bug/);
    await creating;
  });

  test('stopping the server does not wait for the disk indefinitely', async () => {
    const { faults, server, site, token } = await startOnFaultyDisk(shortIntervals);
    faults.set('syncHangs', 1);
    const creating = site.call('POST', '/api/rooms', { room_name: 'S' }, token).catch(() => undefined);
    await expect.poll(async () => (await health({ server }, '/ready')).status, poll).toBe(500);
    expect(await end(server, 'SIGTERM')).toBe(1);
    expect(server.out.stderr).toContain('did not finish in time');
    await creating;
  });
});

test.skipIf(!canInjectFaults())(
  'health reports a failing disk, and an answer does not call a write failed that may have succeeded',
  async () => {
    const faulty = await startOnFaultyDisk();
    const { faults, server, token } = faulty;
    faults.set('syncError', errno.EIO);
    const response = await fetch(`${server.url}/api/rooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ room_name: 'S' }),
    });
    const { error } = (await response.json()) as { error: { message: string } };
    expect([response.status, error.message]).toEqual([500, expect.stringMatching(/It may have been/)]);
    expect((await health(faulty, '/detailed')).body.status).toBe('degraded');
    faults.clear();
    await expect.poll(async () => (await health(faulty, '/detailed')).body.status, poll).toBe('ok');
  },
);

test('reads continue while another process holds the write lock, and writes work again once it is released', async () => {
  const dataDir = temporaryDirectory();
  const server = await startServer(dataDir, { env: unlimited });
  const site = new Site(server.url);
  const { token } = await site.register('ada');
  const other = new Database(join(dataDir, 'roomtone.sqlite'));
  onTestFinished(() => {
    other.close();
  });
  other.exec('begin immediate');
  // This write waits for the lock. The reads behind it are answered once it has been refused.
  const writing = site.call('POST', '/api/rooms', { room_name: 'R' }, token);
  for (const path of ['/api/rooms', '/api/users/profile', '/api/auth/sessions']) {
    expect((await site.call('GET', path, undefined, token)).status, path).toBe(200);
  }
  expect((await writing).status).toBe(500);
  expect((await health({ server: { ...server } }, '/detailed')).body.status).toBe('degraded');
  other.exec('rollback');
  await expect.poll(async () => (await health({ server: { ...server } }, '/detailed')).body.status, poll).toBe('ok');
  expect((await site.call('POST', '/api/rooms', { room_name: 'R' }, token)).status).toBe(201);
});
