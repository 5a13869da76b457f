import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { listen, openSocket, parse, readToEnd, sendRaw } from '../support/raw-http.ts';
import { createTestApp } from '../support/test-app.ts';

const crlf = '\r\n';

test.each([
  ['bytes that are not HTTP', 'hello\r\n\r\n'],
  ['an unknown method', `BREW /pot HTTP/1.1${crlf}Host: localhost${crlf}${crlf}`],
  ['a header without a name', `GET / HTTP/1.1${crlf}Host: localhost${crlf}: y${crlf}${crlf}`],
  [
    'two lengths',
    `POST / HTTP/1.1${crlf}Host: localhost${crlf}Content-Length: 1${crlf}Content-Length: 2${crlf}${crlf}`,
  ],
  ['headers that are too large', `GET / HTTP/1.1${crlf}Host: localhost${crlf}X: ${'x'.repeat(20_000)}${crlf}${crlf}`],
  ['an expectation', `POST / HTTP/1.1${crlf}Host: localhost${crlf}Expect: tea${crlf}Content-Length: 1${crlf}${crlf}`],
])(
  "S9.9: a request that Node's parser refuses gets 400 with the envelope, and its connection is closed: %s",
  async (_name, bytes) => {
    const { app } = await createTestApp();
    const { status, head, body } = await sendRaw(await listen(app), bytes);
    expect(status).toBe(400);
    expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
    expect(head).toMatch(/^connection: close$/im);
    expect(body).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR', details: { errors: [{}] } } });
  },
);

test.each(['PROPFIND', 'TRACE', 'SEARCH'])('S8.10: a method that no path supports is 404: %s', async (method) => {
  const { app } = await createTestApp();
  const port = await listen(app);
  const { status, body } = await sendRaw(
    port,
    `${method} /api/rooms HTTP/1.1${crlf}Host: localhost${crlf}Connection: close${crlf}${crlf}`,
  );
  expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('S9.9: a request without a Host header gets the envelope too, where that header is needed', async () => {
  const { app } = await createTestApp();
  const { status, body } = await sendRaw(
    await listen(app),
    `POST /api/auth/websocket-ticket HTTP/1.1${crlf}Connection: close${crlf}${crlf}`,
  );
  expect([status, body.error.details.field]).toEqual([400, 'Host']);
});

test('S9.10: a client has 30 s to send its headers', async () => {
  const { app } = await createTestApp();
  expect(app.server.headersTimeout).toBe(30_000);
});

test('S9.12: a request that also offers h2c is answered over HTTP/1.1', async ({ skip }) => {
  // The server also runs on older Nodes, which answer such a request with 404.
  const decides = 'shouldUpgradeCallback' in createServer({ shouldUpgradeCallback: () => false });
  skip(!decides, 'this Node is older than 22.21 or 24.9 and treats every offer of another protocol as an upgrade');
  const { app } = await createTestApp();
  const upgrade = `Connection: Upgrade, HTTP2-Settings${crlf}Upgrade: h2c${crlf}HTTP2-Settings: AAMAAABkAAQAAP__${crlf}`;
  const socket = await openSocket(await listen(app));
  socket.write(`GET /health HTTP/1.1${crlf}Host: localhost${crlf}${upgrade}${crlf}`);
  const [answer] = await once(socket, 'data');
  expect(parse(String(answer))).toMatchObject({ status: 200, body: { status: 'ok' } });
  socket.destroy();
});

test('S1.5: closing refuses new connections and finishes the request in progress', async () => {
  let finishRead = () => {};
  let begun = () => {};
  const reading = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const roomById: Storage['roomById'] = () => {
    begun();
    return new Promise((resolve) => {
      finishRead = () => resolve(undefined);
    });
  };
  const { app } = await createTestApp({ deps: { storage: { ...openMemoryStorage(), roomById } } });
  const port = await listen(app);
  const idle = await openSocket(port);
  const idleEnds = once(idle, 'close');
  const busy = await openSocket(port);
  busy.write(`GET /api/rooms/slow HTTP/1.1${crlf}Host: localhost${crlf}${crlf}`);
  const answer = readToEnd(busy);
  await reading;
  const closed = app.close();
  await idleEnds;
  await expect(openSocket(port)).rejects.toThrow(/ECONNREFUSED/);
  finishRead();
  const { status, head } = parse(await answer);
  expect([status, /^connection: close$/im.test(head)]).toEqual([404, true]);
  await closed;
});
