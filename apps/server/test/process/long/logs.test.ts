// Log output may block or have no space: the server must continue, and stop on request.
import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { canInjectFaults, createFaults } from '../../../../../testing/faults/faults.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const entry = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
/** The port of the server under test, chosen here because its output cannot be read. */
let port = 0;

/** Starts the server with these outputs and resolves once it answers. It is killed when the test ends. */
async function start(stdio: StdioOptions, env: Readonly<Record<string, string>> = {}) {
  port = await freePort();
  const child = spawn(process.execPath, [entry], {
    cwd: temporaryDirectory(),
    env: {
      PATH: process.env['PATH'],
      ROOMTONE_PORT: String(port),
      ROOMTONE_DATA_DIR: temporaryDirectory(),
      ROOMTONE_RATE_LIMIT_GENERAL: '100000000',
      ...env,
    },
    stdio,
  });
  const ended = once(child, 'exit').then(([status, signal]) => status ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await expect.poll(() => health().catch(() => 0), { timeout: 20_000 }).toBe(200);
  return { child, ended };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function health(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5_000) });
  await response.arrayBuffer();
  return response.status;
}

/** Sends so many requests that their log lines fill a pipe. */
async function fillTheLog(): Promise<void> {
  for (let round = 0; round < 60; round++) {
    expect(new Set(await Promise.all(Array.from({ length: 50 }, health)))).toEqual(new Set([200]));
  }
}

/** A pipe that is read only if the test does so. */
function stalledPipe(): { readonly input: number; readonly output: number } {
  const path = join(temporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [path]);
  // Opened twice, because a child process makes the descriptor that it gets blocking.
  const output = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const input = openSync(path, constants.O_WRONLY);
  onTestFinished(() => {
    closeSync(input);
    closeSync(output);
  });
  return { input, output };
}

test.skipIf(process.platform === 'win32').each([
  ['a pipe', () => stalledPipe().input],
  ['a socket', () => 'pipe' as const],
])('%s that nobody reads, used for log and errors, blocks neither answers nor SIGTERM', async (_kind, output) => {
  const both = output();
  const { child, ended } = await start(['ignore', both, both]);
  await fillTheLog();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test.skipIf(process.platform === 'win32')('a pipe that is read again gets all waiting lines, complete', async () => {
  const pipe = stalledPipe();
  const { child, ended } = await start(['ignore', pipe.input, 'ignore']);
  await fillTheLog();
  let text = '';
  const read = () => {
    const bytes = Buffer.alloc(65_536);
    try {
      text += bytes.toString('utf8', 0, readSync(pipe.output, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    return text.split('\n').length - 1;
  };
  await expect.poll(read, { timeout: 20_000, interval: 5 }).toBeGreaterThan(3_000);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  read();
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line)).filter(({ route }) => route === '/health').length).toBeGreaterThan(
    3_000,
  );
});

test.skipIf(!canInjectFaults())(
  'a log on a full disk blocks neither answers nor SIGTERM, and continues once there is space',
  async () => {
    const below = temporaryDirectory();
    const faults = createFaults({ below, scratch: temporaryDirectory() });
    onTestFinished(() => faults.close());
    const path = join(below, 'roomtone.log');
    const file = openSync(path, 'w');
    onTestFinished(() => closeSync(file));
    const { child, ended } = await start(['ignore', file, 'ignore'], faults.env);
    const before = faults.get('writes');
    // Space runs out in the middle of a line.
    faults.set('bytesLeft', 100);
    for (let count = 0; count < 20; count++) expect(await health()).toBe(200);
    faults.clear();
    await expect.poll(() => faults.get('writes'), { timeout: 20_000 }).toBeGreaterThan(before + 1);
    await expect.poll(() => lines(path).length, { timeout: 20_000 }).toBeGreaterThan(20);
    faults.set('bytesLeft', 0);
    expect(await health()).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    for (const line of lines(path)) expect(() => JSON.parse(line)).not.toThrow();
  },
);

/** All complete lines. */
function lines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}
