import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const mebibyte = 1024 * 1024;
/** Includes the normal variation of Node's memory. Without bounds on answers, growth would be gigabytes. */
const maxGrowthBytes = 150 * mebibyte;

/** Resident memory now and at its peak, in bytes. */
function memoryOf(pid: number | undefined): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { now: kibibytes('VmRSS') * 1024, peak: kibibytes('VmHWM') * 1024 };
}

/** Sends the same request `count` times and reads no answer. Resolves when the server has closed the connection. */
function requestWithoutReading(url: URL, path: string, count: number): Promise<void> {
  const isSecure = url.protocol === 'https:';
  const [port, host] = [Number(url.port), '127.0.0.1'];
  const socket: Socket = isSecure ? connectTls({ port, host, rejectUnauthorized: false }) : connect(port, host);
  socket.pause();
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count));
    // Without reading, the end of the connection shows only as a write that fails.
    const writing = setInterval(() => socket.write(' '), 50);
    socket.once('close', () => clearInterval(writing));
  });
}

test.skipIf(process.platform !== 'linux').each([
  ['http', 'off', '/docs/openapi.json'],
  ['https', 'auto', '/docs/openapi.json'],
  ['http', 'off', '/metrics'],
  ['http', 'off', '/'],
])(
  'over %s (TLS %s) 12 connections that send 1,000 requests for %s each and read nothing cost little memory and delay no other answers',
  async (_scheme, tls, path) => {
    const server = await startServer(temporaryDirectory(), { env: { ROOMTONE_TLS: tls, ROOMTONE_LOG_LEVEL: 'warn' } });
    const url = new URL(server.url);
    // From this machine the https port also accepts plain http.
    const plainUrl = `http://127.0.0.1:${url.port}`;
    const isAnswered = async (of: string) => (await fetch(`${plainUrl}${of}`)).text();
    // Work that is done only once is done before measuring.
    await isAnswered(path);
    const before = memoryOf(server.child.pid).peak;
    const attacks = Promise.all(Array.from({ length: 12 }, () => requestWithoutReading(url, path, 1_000)));
    let isOver = false;
    void attacks.then(() => {
      isOver = true;
    });
    do expect(await isAnswered('/health')).toContain('"status":"ok"');
    while (!isOver);
    expect(server.child.exitCode).toBeNull();
    expect(memoryOf(server.child.pid).peak - before).toBeLessThan(maxGrowthBytes);
  },
);
