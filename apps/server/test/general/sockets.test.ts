import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { serverTimes } from '../../src/http/plugins/server.ts';
import { listen, openSocket, parse, readToEnd, sendRaw } from '../support/raw-http.ts';
import { createTestApp } from '../support/test-app.ts';

const crlf = '\r\n';
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join(crlf);
const postLogin = (...headers: string[]) => head('POST /api/auth/login', 'Content-Type: application/json', ...headers);

describe("S9.9: a request that Node's parser refuses gets 400 with the envelope, and its connection is closed", () => {
  test.each([
    ['headers over 16 KiB', head('GET /health', `X: ${'x'.repeat(17_000)}`), 'has headers that are too large'],
    ['a URL over 16 KiB', head(`GET /${'x'.repeat(17_000)}`), 'has headers that are too large'],
    ['a space in the URL', head('GET /a b'), 'is not valid HTTP'],
    ['a malformed chunk', `${postLogin('Transfer-Encoding: chunked')}zz${crlf}`, 'is not valid HTTP'],
    ['both kinds of length', postLogin('Content-Length: 5', 'Transfer-Encoding: chunked'), 'is not valid HTTP'],
    ['a negative length', postLogin('Content-Length: -1'), 'is not valid HTTP'],
    ['a line feed in a header', head('GET /health', 'X: a\nb'), 'is not valid HTTP'],
    ['HTTP/2 with prior knowledge', `PRI * HTTP/2.0${crlf}${crlf}SM${crlf}${crlf}`, 'is not valid HTTP'],
  ])('%s', async (_name, bytes, issue) => {
    const { app } = await createTestApp();
    const { status, head: answered, body } = await sendRaw(await listen(app), bytes);
    const problem = { field: 'request', issue, code: 'invalid' };
    expect([status, body?.error]).toEqual([
      400,
      {
        code: 'VALIDATION_ERROR',
        message: `request ${issue}`,
        details: { ...problem, errors: [problem] },
      },
    ]);
    expect(answered).toMatch(/^api-version: v1$/im);
    expect(answered).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
    expect(answered).toMatch(/^connection: close$/im);
  });

  test('CONNECT, a method for proxies, is 404', async () => {
    const { app } = await createTestApp();
    const { status, body } = await sendRaw(await listen(app), head('CONNECT example.org:443'));
    expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  test('garbage after a request does not spoil the answer to it', async () => {
    const { app } = await createTestApp();
    const socket = await openSocket(await listen(app));
    socket.write(head('GET /health'));
    const [first] = await once(socket, 'data');
    expect(parse(String(first)).status).toBe(200);
    const rest = readToEnd(socket);
    socket.write('nonsense\r\n\r\n');
    expect(parse(await rest).status).toBe(400);
  });
});

test('S9.11: a request that is aborted while its body arrives is not logged as an error of the server', async () => {
  const app = await createTestApp();
  const port = await listen(app.app);
  for (let attempt = 0; attempt < 20; attempt++) {
    const socket = await openSocket(port);
    const arrived = once(app.app.server, 'request');
    socket.write(`${postLogin('Content-Length: 100')}{"user`);
    const [request] = await arrived;
    // Aborts before the server starts reading the body, or while it reads.
    if (attempt % 2 === 1) await fetch(`http://127.0.0.1:${port}/health`);
    const closed = new Promise((resolve) => request.on('close', resolve));
    socket.destroy();
    await closed;
  }
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  expect(app.logLines.join('')).not.toMatch(/"level":[56]0/);
});

test('S9.11: bytes after the declared length of a body are read as the next request, not as JSON', async () => {
  const { app } = await createTestApp();
  const { status } = await sendRaw(await listen(app), `${postLogin('Content-Length: 2', 'Connection: close')}{}{}`);
  expect(status).toBe(400);
});

describe('S9.10: slow requests are ended while others are served', () => {
  const times = { ...serverTimes, headersMs: 150, requestMs: 300, checkMs: 20 };

  test.each([
    ['headers that trickle in', 'GET /health HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'],
    ['a body that trickles in', postLogin('Content-Length: 50000'), ' '],
    ['a connection that sends one byte', 'P', ''],
  ])('%s', async (_name, start, drip) => {
    const app = await createTestApp({ deps: { times } });
    const port = await listen(app.app);
    const socket = await openSocket(port);
    const answer = readToEnd(socket);
    const dripping = setInterval(() => socket.write(drip), 10);
    socket.once('close', () => clearInterval(dripping));
    socket.write(start);
    let isOver = false;
    void answer.then(() => {
      isOver = true;
    });
    do {
      const response = await fetch(`http://127.0.0.1:${port}/health`);
      expect(response.status).toBe(200);
    } while (!isOver);
    const { status, body } = parse(await answer);
    expect([status, body.error.code, body.error.details.issue]).toEqual([
      400,
      'VALIDATION_ERROR',
      'took too long to arrive',
    ]);
    expect(app.logLines.join('')).not.toContain('"level":50');
  });

  test('a client has 30 s to send its headers and 60 s to send the whole request', async () => {
    const { app } = await createTestApp();
    const { headersTimeout, requestTimeout } = app.server;
    expect([headersTimeout, requestTimeout]).toEqual([30_000, 60_000]);
  });
});
