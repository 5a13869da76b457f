import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { serviceLimits } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { createLiveApp } from '../support/live-app.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { listen, openSocket, readToEnd } from '../support/raw-http.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const { requestsUnderWay, waitingBodyBytes } = serviceLimits.http;

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const statuses = (text: string) => Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

/** An application in which reading a room takes until the test calls finish(). */
async function appWithSlowRoom(): Promise<TestApp & { finish(): void; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  let finish = () => {};
  const finished = new Promise<undefined>((resolve) => {
    finish = () => resolve(undefined);
  });
  const roomById: Storage['roomById'] = (roomId) => {
    asked.push(roomId);
    return finished;
  };
  const app = await createTestApp({ deps: { storage: { ...openMemoryStorage(), roomById } } });
  return { ...app, asked, finish: () => finish() };
}

async function untilClosed(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  socket.resume();
  if (!socket.destroyed) await once(socket, 'close');
}

describe('S9.10: pipelined requests', () => {
  test(`${requestsUnderWay} on one connection are answered in order`, async () => {
    const { app } = await createTestApp();
    const socket = await openSocket(await listen(app));
    const paths = Array.from({ length: requestsUnderWay }, (_, index) => (index % 2 === 0 ? '/health' : '/api/none'));
    const requests = paths.map((path, index) =>
      get(path, ...(index === paths.length - 1 ? ['Connection: close'] : [])),
    );
    socket.write(requests.join(''));
    expect(statuses(await readToEnd(socket))).toEqual(paths.map((path) => (path === '/health' ? 200 : 404)));
  });

  test('S9.17: one whose body is still arriving after its answer delays the next, and closes nothing', async () => {
    const { app } = await createTestApp();
    const socket = await openSocket(await listen(app));
    const bodyBytes = 256 * 1024;
    const upload = ['POST /api/users/avatar HTTP/1.1', 'Host: localhost', `Content-Length: ${bodyBytes}`, '', ''];
    socket.write(upload.join('\r\n'));
    const [refused] = (await once(socket, 'data')) as [Buffer];
    expect(statuses(refused.toString())).toEqual([401]);
    socket.write(Buffer.alloc(bodyBytes));
    socket.write(get('/health', 'Connection: close'));
    expect(statuses(await readToEnd(socket))).toEqual([200]);
  });

  test('one more ends that connection and no other', async () => {
    const { app } = await createTestApp();
    const port = await listen(app);
    const [crowded, other] = [await openSocket(port), await openSocket(port)];
    crowded.write(get('/health').repeat(requestsUnderWay + 1));
    expect(statuses(await readToEnd(crowded)).length).toBeLessThanOrEqual(1);
    other.write(get('/health', 'Connection: close'));
    expect(statuses(await readToEnd(other))).toEqual([200]);
  });

  test.each([
    ['', 'request', requestsUnderWay + 1],
    ['Expect: tea\r\n', 'checkExpectation', 1],
  ])('data already read after it is not even parsed: %j', async (header, event, most) => {
    const { app } = await createTestApp();
    const port = await listen(app);
    let parsed = 0;
    app.server.on(event, () => parsed++);
    const socket = await openSocket(port);
    socket.write(`GET / HTTP/1.1\r\n${header}\r\n`.repeat(1_000));
    await readToEnd(socket);
    expect(parsed).toBe(most);
  });

  test('only unanswered requests count, so that any number may follow one another', async () => {
    const { app } = await createTestApp();
    const socket = await openSocket(await listen(app));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    for (let batch = 1; batch <= 4; batch++) {
      socket.write(get('/health').repeat(requestsUnderWay));
      await expect.poll(() => statuses(text).length).toBe(batch * requestsUnderWay);
    }
    socket.destroy();
  });

  test('a request is handled only after the previous one has been answered completely', async () => {
    const { app, asked, finish } = await appWithSlowRoom();
    const socket = await openSocket(await listen(app));
    socket.write(get('/api/rooms/first') + get('/api/rooms/second', 'Connection: close'));
    await expect.poll(() => asked.length).toBe(1);
    expect((await app.inject('/health')).statusCode).toBe(200);
    expect(asked).toEqual(['first']);
    finish();
    expect(statuses(await readToEnd(socket))).toEqual([404, 404]);
    expect(asked).toEqual(['first', 'second']);
  });

  test.each([
    ['within the bound they wait', 0, [404, 400, 400, 200]],
    ['beyond it the connection ends', 1, []],
  ])('the bodies of waiting requests are bounded as well: %s', async (_name, more, expected) => {
    const { app, asked, finish } = await appWithSlowRoom();
    const socket = await openSocket(await listen(app));
    const post = (length: number) => {
      const headers = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${length}`];
      return `POST /api/auth/login HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${'{}'.padEnd(length)}`;
    };
    const half = waitingBodyBytes / 2;
    socket.write(get('/api/rooms/slow') + post(half) + post(half + more));
    // Bodies are counted when another request arrives.
    socket.write(get('/health', 'Connection: close'));
    const answered = readToEnd(socket);
    await expect.poll(() => asked.length).toBe(1);
    if (more > 0) await untilClosed(socket);
    finish();
    expect(statuses(await answered)).toEqual(expected);
  });

  test('an upgrade does not wait for earlier answers but ends the connection', async () => {
    const app = await createLiveApp();
    const { body } = await app.call('POST', '/api/auth/websocket-ticket');
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = `Sec-WebSocket-Key: ${'A'.repeat(22)}==`;
    const { port } = app.app.server.address() as AddressInfo;
    const socket = await openSocket(port);
    const path = new URL(body.data.ws_url).pathname;
    socket.write(get('/health') + get(path, ...upgrade, key));
    expect(statuses(await readToEnd(socket))).not.toContain(101);
  });
});
