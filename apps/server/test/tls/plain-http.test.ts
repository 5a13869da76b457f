import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer as createHttpsServer, get } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { loadTls } from '../../src/adapters/tls/certificate.ts';
import { createPlainHttpAnswer } from '../../src/http/pages/plain-http-answer.ts';
import { acceptPlainHttp } from '../../src/http/plugins/plain-http.ts';
import { createRealtime } from '../../src/realtime/realtime.ts';
import { listen, openSocket, readToEnd, sendRaw } from '../support/raw-http.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp } from '../support/test-app.ts';

async function identity() {
  const tls = await loadTls({ mode: 'auto' }, temporaryDirectory(), Date.now(), ['localhost']);
  return tls ?? expect.fail('there is no certificate');
}

/** An https server that treats every client as remote. */
async function seenFromElsewhere({ silentMs = 30_000, isHere = (_socket: Socket) => false, expectsTls = false } = {}) {
  const tls = await identity();
  const secured: string[] = [];
  const checks: Socket[] = [];
  const server = createHttpsServer({ cert: tls.cert, key: tls.key }, (incoming, response) => {
    secured.push(incoming.url ?? '');
    response.end('by https');
  });
  const config = { name: '<Ada’s> studio', publicUrl: undefined };
  const answer = createPlainHttpAnswer({ config, fingerprint: () => tls.fingerprint });
  const challenges = { expectsTls, acceptTls: (socket: Socket) => void checks.push(socket) };
  acceptPlainHttp(server, { answer, silentMs, isHere, challenges });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, tls, secured, checks, server };
}

async function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asking = request({ port, host: '127.0.0.1', path, method, headers, agent: false });
  asking.end(method === 'POST' ? '{"password":"correct horse"}' : undefined);
  const [response] = await once(asking, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

const browser = { accept: 'text/html,*/*' };
const room = '/rooms/AbCdEfGhIjKlMnOpQrStUv';

test('R16.9: a browser on plain http gets a page about the warning, with the fingerprint and the https link', async () => {
  const { port, tls, secured } = await seenFromElsewhere();
  const { status, headers, text } = await ask(port, `${room}?x=1`, { ...browser, host: `192.168.1.5:${port}` });
  expect(status).toBe(200);
  expect(text).toContain(tls.fingerprint);
  expect(text).toContain(`href="https://192.168.1.5:${port}${room}"`);
  expect(text).toContain('&#60;Ada’s&#62; studio');
  expect(text).not.toMatch(/<Ada|https?:\/\/(?!192)/);
  // Its one script takes along what stands behind the #, which no browser sends.
  expect(text.match(/<script>(.*)<\/script>/)?.[1]).toContain('link.href += location.hash');
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(headers['content-security-policy']).toMatch(/script-src 'sha256-[^']+'; form-action/);
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(secured).toEqual([]);
});

test('S28.4: a browser that comes to the public name by plain http goes on to https at once, if no warning comes there', async () => {
  const config = { name: 'Studio', publicUrl: 'https://music.example.org:7420' };
  let isTrusted = false;
  const answer = createPlainHttpAnswer({ config, fingerprint: () => 'key', isTrusted: () => isTrusted });
  const server = createHttpServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const to = (host: string) => ask(port, `${room}?x=1`, { ...browser, host });
  expect((await to('music.example.org')).status).toBe(200);
  isTrusted = true;
  const { status, headers } = await to('Music.example.org');
  expect([status, headers.location]).toEqual([302, `https://music.example.org:7420${room}`]);
  expect((await to('192.168.1.5')).status).toBe(200);
  expect((await to('evil.example')).status).toBe(400);
});

test('R16.9: the page is in German for browsers that prefer it, and HEAD gets no body', async () => {
  const { port } = await seenFromElsewhere();
  const german = await ask(port, '/', { ...browser, 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' });
  expect(german.text).toContain('<html lang="de" dir="ltr">');
  expect(german.text).toContain('Risiko akzeptieren und fortfahren');
  const head = await ask(port, '/', browser, 'HEAD');
  expect([head.status, head.text]).toEqual([200, '']);
});

test('R16.9: a remote client gets only that page by plain http: no API, no token, no other redirect', async () => {
  const { port, secured } = await seenFromElsewhere();
  const refused = [
    await ask(port, '/api/auth/login', {}, 'POST'),
    await ask(port, '/api/users/profile', { authorization: 'Bearer x' }),
    await ask(port, '/health'),
    await ask(port, '/', { ...browser, host: 'evil.example' }),
    await ask(port, '/', { ...browser, upgrade: 'websocket', connection: 'upgrade', host: 'evil.example' }),
  ];
  for (const { status, text } of refused) {
    expect([status, JSON.parse(text).error.code]).toEqual([400, 'VALIDATION_ERROR']);
  }
  const { text: test } = await ask(port, '/reach', { ...browser, host: '192.168.1.5' });
  expect(test).toContain('href="https://192.168.1.5/reach"');
  for (const path of ['/rooms/"><script>', '//evil.example/', '/api/docs', '/rooms/x/../../y']) {
    const { text } = await ask(port, encodeURI(path), { ...browser, host: '192.168.1.5' });
    expect(text).toContain('href="https://192.168.1.5/"');
  }
  expect(secured).toEqual([]);
});

test.each([false, true])(
  'R16.9, S28.3: TLS works normally, even if its first bytes arrive one at a time, and later data is not inspected (while a check is expected: %s)',
  async (expectsTls) => {
    const { port, tls, secured, checks, server } = await seenFromElsewhere({ expectsTls });
    const looking: number[] = [];
    server.on('connection', (socket: Socket) => {
      server.once('request', () => looking.push(socket.listenerCount('readable'), socket.listenerCount('timeout')));
    });
    const slowly = createServer((near) => {
      const far = connect(port, '127.0.0.1').setNoDelay(true);
      near.on('data', (chunk) => {
        for (const byte of chunk) far.write(Buffer.of(byte));
      });
      far.pipe(near);
    });
    slowly.listen(0, '127.0.0.1');
    await once(slowly, 'listening');
    onTestFinished(() => void slowly.close());
    const address = `https://localhost:${(slowly.address() as AddressInfo).port}/whole`;
    const [response] = await once(get(address, { ca: tls.cert, agent: false }), 'response');
    expect(response.statusCode).toBe(200);
    expect([secured, checks]).toEqual([['/whole'], []]);
    expect(looking).toEqual([0, 0]);
  },
);

test('R16.9: a client that sends nothing is disconnected', async () => {
  const { port } = await seenFromElsewhere({ silentMs: 20 });
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'close');
});

test('R16.9: programs on this machine may use the https port by plain http, including WebSockets, and closing drains them', async () => {
  const test = await createTestApp({ deps: { tls: await identity(), createRealtime } });
  const port = await listen(test.app);
  const { body } = await sendRaw(port, 'GET /api/server HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(body.data.fingerprint).toMatch(/^[\w-]{43}$/);
  const ticket = await fetch(`http://127.0.0.1:${port}/api/auth/websocket-ticket`, { method: 'POST' });
  const { ws_url: address } = (await ticket.json()).data;
  expect(address).toMatch(new RegExp(`^ws://127.0.0.1:${port}/`));
  const socket = new WebSocket(address);
  await once(socket, 'message');
  const closed = once(socket, 'close');
  await test.app.close();
  expect((await closed)[0]).toBe(1001);
});

test('R16.9: many half-open connections do not keep the server from closing', async () => {
  const test = await createTestApp({ deps: { tls: await identity() } });
  const port = await listen(test.app);
  const sockets = await Promise.all([openSocket(port), openSocket(port)]);
  const ends = sockets.map(readToEnd);
  sockets[1]?.write(Buffer.of(0x16, 3, 1));
  await test.app.close();
  expect(await Promise.all(ends)).toEqual(['', '']);
});
