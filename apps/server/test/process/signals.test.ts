// Signals to a process that is starting, serving, draining or writing.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { closeCodes } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { canInjectFaults, createFaults } from '../../../../testing/faults/faults.ts';
import { end, runServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { shortIntervals } from '../support/short-intervals.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const posix = process.platform !== 'win32';

test.skipIf(!posix)(
  'SIGHUP, as when a terminal is closed, drains the server: sockets get 1001 and the status is 0',
  async () => {
    const server = await startServer(temporaryDirectory());
    const ticket = await fetch(`${server.url}/api/auth/websocket-ticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { data } = (await ticket.json()) as { data: { ws_url: string } };
    const socket = new WebSocket(data.ws_url);
    await once(socket, 'message');
    const closed = once(socket, 'close');
    // Twice, because both a shell and the system send it.
    server.child.kill('SIGHUP');
    server.child.kill('SIGHUP');
    expect((await closed)[0]).toBe(closeCodes.shutdown);
    expect(await server.ended).toBe(0);
  },
);

test.skipIf(!posix)('a second SIGTERM half a second after the first ends a draining server immediately', async () => {
  const server = await startServer(temporaryDirectory());
  await holdRequest(server.url);
  server.child.kill('SIGTERM');
  const again = setInterval(() => {
    if (server.out.stderr.includes('at once')) clearInterval(again);
    else server.child.kill('SIGTERM');
  }, 600);
  expect(await server.ended).toBe(1);
  clearInterval(again);
  expect(server.out.stderr).toContain('Roomtone stops immediately, before everything is finished.');
});

test.skipIf(!canInjectFaults())(
  'a stop that does not finish in time ends with status 1 and says so',
  async () => {
    const dataDir = temporaryDirectory();
    const faults = createFaults({ below: dataDir, scratch: temporaryDirectory() });
    const server = await startServer(dataDir, { env: faults.env, nodeOptions: shortIntervals });
    faults.set('writeHangs', 1);
    // A request that has to write.
    const registered = fetch(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'ada',
        email: 'ada@example.org',
        password: 'correct horse',
        confirm_password: 'correct horse',
      }),
    }).catch(() => undefined);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    expect(server.out.stderr).toContain('Roomtone did not finish in time and stops now.');
    await registered;
    faults.close();
  },
  30_000,
);

test.skipIf(!posix)(
  'SIGTERM at any moment of a first start ends it, and the next start on that directory succeeds',
  async () => {
    for (const delayMs of [60, 130, 200]) {
      const dataDir = temporaryDirectory();
      const server = runServer(dataDir);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      // If Node has not run the program yet, the system ends the process before anything has begun.
      const hasBegun = existsSync(join(dataDir, 'lock.sqlite'));
      server.child.kill('SIGTERM');
      const status = await server.ended;
      expect(hasBegun ? [0] : [0, 'SIGTERM'], `after ${delayMs} ms`).toContain(status);
      await end(await startServer(dataDir), 'SIGTERM');
    }
  },
  60_000,
);

test.skipIf(!posix)('SIGTERM does not interrupt a migration', async () => {
  const dataDir = temporaryDirectory();
  const migrating = runServer(dataDir, { args: ['migrate'] });
  await expect.poll(() => existsSync(join(dataDir, 'lock.sqlite')), { interval: 1, timeout: 20_000 }).toBe(true);
  migrating.child.kill('SIGTERM');
  expect(await migrating.ended).toBe(0);
  expect(migrating.out.stdout).toContain('001-schema');
  const again = runServer(dataDir, { args: ['migrate'] });
  expect(await again.ended).toBe(0);
  expect(again.out.stdout).toBe('The database is already up to date.\n');
});

test.skipIf(!posix)('SIGTERM ends a command that waits for a password', async () => {
  const dataDir = temporaryDirectory();
  const adding = runServer(dataDir, { args: ['user', 'add', 'ada'], keepsInputOpen: true });
  await expect.poll(() => existsSync(join(dataDir, 'roomtone.sqlite')), { interval: 1, timeout: 20_000 }).toBe(true);
  adding.child.kill('SIGTERM');
  expect(await adding.ended).toBe(1);
  expect(adding.out.stderr).toBe('Stopped. Nothing was changed.\n');
});

test.each([
  ['an uncaught exception', 'setTimeout(() => { throw new Error("as a test"); }, 200)'],
  ['an unhandled rejection', 'setTimeout(() => Promise.reject(new Error("as a test")), 200)'],
])('%s ends the process with status 1 and one line', async (_words, code) => {
  const server: ServerProcess = runServer(temporaryDirectory(), {
    nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(waitForReady(code))}`],
  });
  expect(await server.ended).toBe(1);
  const said = server.out.stderr.split('\n').filter((line) => !/^(Roomtone is ready|You are the host)/.test(line));
  expect(said).toEqual(['Roomtone has to stop after an error that nothing expected: as a test', '']);
  const logged = server.out.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(logged.at(-1)).toMatchObject({ level: 60, msg: 'as a test', stack: expect.stringContaining('as a test') });
});

/** Code that runs `code` once the server has installed its handlers. */
function waitForReady(code: string): string {
  return `const wait = setInterval(() => { if (process.listenerCount('uncaughtException') > 0) { clearInterval(wait); ${code} } }, 20);`;
}

/** Sends part of a request, which a draining server waits for. */
async function holdRequest(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 100'];
  socket.write(`${[...head, 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`);
  // The server has received its headers.
  await once(socket, 'data');
}
