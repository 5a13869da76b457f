import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { limits } from '@roomtone/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadTls } from '../../src/adapters/tls/certificate.ts';
import { PacedWork } from '../../src/application/paced-work.ts';
import { boundConnections } from '../../src/http/plugins/http-connections.ts';
import { RefusedAddresses } from '../../src/http/plugins/refused-addresses.ts';
import { RequestTurns } from '../../src/http/plugins/request-turns.ts';
import { serverTimes } from '../../src/http/plugins/server.ts';
import { createLiveApp } from '../support/live-app.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { listen, openSocket, parse, readToEnd } from '../support/raw-http.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp, type TestAppOptions } from '../support/test-app.ts';

const times = { ...serverTimes, stalledMs: 400, stalledProxyMs: 400, checkMs: 20 };
const largeBytes = 50 * 1024 * 1024;

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const getLarge = head('GET /assets/large.sf3');

/** An application with a file as large as the largest sound, over https if `secure`. */
async function appWithLargeFile({ secure = false, ...options }: TestAppOptions & { readonly secure?: boolean } = {}) {
  const webRoot = temporaryDirectory();
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html>');
  writeFileSync(join(webRoot, 'assets/large.sf3'), '');
  truncateSync(join(webRoot, 'assets/large.sf3'), largeBytes);
  const tls = secure ? await loadTls({ mode: 'auto' }, temporaryDirectory(), Date.now(), ['localhost']) : undefined;
  const given = { webRoot, times, ...(tls === undefined ? {} : { tls }), ...options.deps };
  return createTestApp({ ...options, deps: given });
}

async function connectTo(port: number, secure: boolean): Promise<Socket> {
  if (!secure) return openSocket(port);
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  return socket;
}

/** Resolves when the server's end of a connection has closed; its client may read nothing. */
async function untilClosed(served: Socket): Promise<void> {
  if (!served.destroyed) await once(served, 'close');
}

describe.each([false, true])('over https: %s', (secure) => {
  test('S9.10: a client that requests a large file and does not read is disconnected', async () => {
    const { app } = await appWithLargeFile({ secure });
    const port = await listen(app);
    const accepted = once(app.server, 'connection');
    const socket = await connectTo(port, secure);
    const [served] = (await accepted) as [Socket];
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(getLarge);
    await untilClosed(served);
    expect(served.destroyed).toBe(true);
  });

  test('S9.10: a client that never asks for anything is disconnected without an answer', async () => {
    const { app } = await appWithLargeFile({ secure });
    const socket = await connectTo(await listen(app), secure);
    socket.resume();
    await once(socket, 'end');
    expect(socket.bytesRead).toBe(0);
  });

  test('S9.10: a client that reads it slowly gets all of it', async () => {
    const { app } = await appWithLargeFile({ secure });
    const socket = await connectTo(await listen(app), secure);
    socket.on('error', () => undefined);
    socket.write(head('GET /assets/large.sf3', 'Connection: close'));
    let bytes = 0;
    let slices = 0;
    // With a pause after each MiB the download takes several times as long as a connection may stall.
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes < slices * 1024 * 1024) continue;
      slices++;
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(bytes).toBeGreaterThan(largeBytes);
  });
});

test('S9.10: a connection whose body stops arriving is closed, one that waits for an answer or is idle is not', async () => {
  let finish = () => {};
  const roomById = () =>
    new Promise<undefined>((resolve) => {
      finish = () => resolve(undefined);
    });
  const { app } = await appWithLargeFile({ deps: { storage: { ...openMemoryStorage(), roomById } } });
  const port = await listen(app);
  const [waiting, idle] = [await openSocket(port), await openSocket(port)];
  idle.write(head('GET /health'));
  await once(idle, 'data');
  waiting.write(head('GET /api/rooms/slow', 'Connection: close'));
  const answer = readToEnd(waiting);
  // Both are older than the one that will be closed.
  const stalled = await openSocket(port);
  const post = head('POST /api/auth/login', 'Content-Type: application/json', 'Content-Length: 100');
  stalled.write(`${post}{"user`);
  await readToEnd(stalled);
  // A request refused because of its headers is closed as soon, even though its body is still being sent.
  const refused = await openSocket(port);
  refused.write(`${head('POST /api/auth/login', 'Content-Type: text/plain', 'Content-Length: 100')}user`);
  expect(await readToEnd(refused)).toContain('HTTP/1.1 400');
  expect([waiting.destroyed, idle.destroyed]).toEqual([false, false]);
  finish();
  expect(parse(await answer).status).toBe(404);
  idle.write(head('GET /health', 'Connection: close'));
  expect(await readToEnd(idle)).toContain('HTTP/1.1 200');
});

test('S9.10: a body that arrives a byte at a time is cut off as well, one that is merely slow is not', async () => {
  const { app } = await appWithLargeFile();
  const port = await listen(app);
  const body = JSON.stringify({ username: 'ada', password: 'a'.repeat(limits.bodyBytes / 4) });
  const post = (length: number) =>
    head('POST /api/auth/login', 'Content-Type: application/json', `Content-Length: ${length}`, 'Connection: close');
  /** Sends the body in pieces until all of it is sent or the connection has ended. */
  const send = async (pieceBytes: number) => {
    const socket = await openSocket(port);
    socket.on('error', () => undefined);
    const answer = readToEnd(socket);
    socket.write(post(body.length));
    for (let at = 0; at < body.length && !socket.destroyed; at += pieceBytes) {
      socket.write(body.slice(at, at + pieceBytes));
      await new Promise((resolve) => setTimeout(resolve, times.checkMs));
    }
    return answer;
  };
  const [dribbled, slow] = await Promise.all([send(1), send(512)]);
  expect(dribbled).toBe('');
  // Sending it took longer than a connection may stall, and it still got an ordinary answer.
  expect(slow).toContain('VALIDATION_ERROR');
});

test('S9.10: a connection whose TLS handshake stops is closed', async () => {
  const { app } = await appWithLargeFile({ secure: true });
  const socket = await openSocket(await listen(app));
  socket.write(Buffer.of(0x16, 3, 1));
  expect(await readToEnd(socket)).toBe('');
});

test('S9.10: WebSockets have rules of their own and are not closed', async () => {
  const app = await createLiveApp({ deps: { times } });
  const player = await app.connect();
  const address = app.app.server.address() as AddressInfo;
  const stalled = await openSocket(address.port);
  stalled.write(head('POST /api/auth/login', 'Content-Type: application/json', 'Content-Length: 9'));
  await readToEnd(stalled);
  expect(player.socket.readyState).toBe(player.socket.OPEN);
});

test('S9.10: a trusted proxy has longer, because its own client may be slow', async () => {
  const patient = { ...times, stalledProxyMs: 60_000 };
  const proxied = await appWithLargeFile({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' }, deps: { times: patient } });
  const direct = await appWithLargeFile();
  const accepted = once(proxied.app.server, 'connection');
  const sockets = [await openSocket(await listen(proxied.app)), await openSocket(await listen(direct.app))] as const;
  const [served] = (await accepted) as [Socket];
  for (const socket of sockets) socket.write(head('POST /api/auth/login', 'Content-Length: 9'));
  await readToEnd(sockets[1]);
  expect(served.destroyed).toBe(false);
  sockets[0].destroy();
});

describe('S9.10: bytes that are held for all connections together', () => {
  /** Opens connections that request an answer of `bytes` and do not read it; returns the server's ends of them. */
  async function openUnread(heldBytes: number, connections: number, bytes: number) {
    const turns = new RequestTurns();
    const server = createServer(turns.listener((_request, response) => void response.end(Buffer.alloc(bytes))));
    const patient = { ...serverTimes, checkMs: 20 };
    boundConnections(server, {
      turns,
      isProxy: () => false,
      refusedAddresses: new RefusedAddresses(),
      paced: new PacedWork(),
      times: patient,
      heldBytes,
    });
    const served: Socket[] = [];
    server.on('connection', (socket) => served.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    for (let index = 0; index < connections; index++) {
      const socket = connect(port, '127.0.0.1').pause();
      socket.on('error', () => undefined);
      socket.write(head('GET /'));
      await expect.poll(() => served[index]?.writableLength ?? 0).toBeGreaterThanOrEqual(bytes);
      onTestFinished(() => void socket.destroy());
    }
    return served;
  }

  test('within the bound all connections are kept, beyond it the least recently active ones are closed', async () => {
    const answerBytes = 20 * 1024 * 1024;
    const headBytes = 1024;
    const kept = await openUnread(3 * (answerBytes + headBytes), 3, answerBytes);
    const overBound = await openUnread(3 * answerBytes, 4, answerBytes);
    await expect.poll(() => overBound.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0);
    expect(overBound.at(-1)?.destroyed).toBe(false);
    expect(kept.filter(({ destroyed }) => destroyed)).toEqual([]);
  });
});
