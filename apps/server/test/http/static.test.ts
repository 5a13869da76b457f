import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const builtProtoRoot = fileURLToPath(new URL('../../dist/proto', import.meta.url));
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function appWithFiles(): Promise<TestApp> {
  const root = temporaryDirectory();
  const webRoot = join(root, 'web');
  const protoRoot = join(root, 'proto');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  mkdirSync(join(protoRoot, 'roomtone/v1'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Roomtone</title>');
  writeFileSync(join(webRoot, '.env'), 'SECRET=1');
  writeFileSync(join(webRoot, 'theme.js'), '1;');
  writeFileSync(join(webRoot, 'assets/main-abc123.js'), '2;');
  writeFileSync(join(webRoot, 'assets/main-abc123.js.br'), brotliCompressSync('2;'));
  writeFileSync(join(webRoot, 'assets/main-abc123.js.gz'), gzipSync('2;'));
  writeFileSync(join(protoRoot, 'roomtone/v1/midi.proto'), 'syntax = "proto3";');
  writeFileSync(join(protoRoot, 'vectors.json'), '{"frames":[]}');
  writeFileSync(join(protoRoot, 'notes.txt'), 'not part of the contract');
  return createTestApp({ deps: { webRoot, protoRoot } });
}

test('S5.1: the web client is served at / and at any path of its own that a browser opens', async () => {
  const { call } = await appWithFiles();
  for (const url of ['/', '/rooms/AbC_123', '/people', '/rooms/AbC_123?x=1']) {
    const { status, text, headers } = await call('GET', url, { headers: html });
    expect([status, text]).toEqual([200, '<!doctype html><title>Roomtone</title>']);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-cache');
  }
});

test('S5.1: an address without a screen gets the page that says so, with status 404', async () => {
  const { call } = await appWithFiles();
  for (const url of ['/rooms', '/nowhere', '/practice/room', '/people/a/b']) {
    const { status, text } = await call('GET', url, { headers: html });
    expect([url, status, text]).toEqual([url, 404, '<!doctype html><title>Roomtone</title>']);
  }
  for (const url of [
    '/practice',
    '/library',
    '/audit-log',
    '/people/mara',
    '/users/mara',
    '/pro/done',
    '/pro',
    '/host',
    '/account/',
    '/verify-email',
  ]) {
    expect([url, (await call('GET', url, { headers: html })).status]).toEqual([url, 200]);
  }
});

test('S5.2: a browser gets the compressed file that it understands, and nothing else is compressed', async () => {
  const { app } = await appWithFiles();
  const get = (encodings: string, url = '/assets/main-abc123.js') =>
    app.inject({ method: 'GET', url, headers: { 'accept-encoding': encodings } });
  const brotli = await get('gzip, deflate, br, zstd');
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(brotli.headers['content-type']).toMatch(/javascript/);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('2;');
  const gzip = await get('gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe('2;');
  for (const plain of [await get('identity'), await get('br', '/theme.js')]) {
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.payload).toMatch(/^[12];$/);
  }
});

test('S5.3: a missing file under the server’s own paths, or one requested by a program, is 404', async () => {
  const { call } = await appWithFiles();
  for (const url of [
    '/api/none',
    '/proto/none',
    '/assets/none.js',
    '/avatars/x',
    '/docs/none',
    '/metrics/none',
    '/health/none',
  ]) {
    const { status, body } = await call('GET', url, { headers: html });
    expect([url, status, body?.error.code]).toEqual([url, 404, 'RESOURCE_NOT_FOUND']);
  }
  expect((await call('GET', '/rooms/AbC_123', { headers: { accept: '*/*' } })).status).toBe(404);
  expect((await call('POST', '/rooms/AbC_123', { headers: html })).status).toBe(404);
});

test('S5.2: files with a hash in their names may be cached forever, others are revalidated', async () => {
  const { call } = await appWithFiles();
  const hashed = await call('GET', '/assets/main-abc123.js');
  expect([hashed.status, hashed.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(hashed.headers['content-type']).toMatch(/javascript/);
  const plain = await call('GET', '/theme.js');
  expect(plain.headers['cache-control']).toBe('no-cache');
  const again = await call('GET', '/theme.js', { headers: { 'if-none-match': String(plain.headers['etag']) } });
  expect(again.status).toBe(304);
});

test('S5.3, S8.4: files use only the eight statuses, and nothing outside the folders is served', async () => {
  const { call } = await appWithFiles();
  const ranged = await call('GET', '/theme.js', { headers: { range: 'bytes=900-999' } });
  expect(ranged.status).toBe(200);
  const unmatched = await call('GET', '/theme.js', { headers: { 'if-match': '"other"' } });
  expect([400, 200]).toContain(unmatched.status);
  for (const url of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/proto/..%2f..%2fsecret.txt',
    '/.env',
  ]) {
    const { status, text } = await call('GET', url);
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/^secret|SECRET/);
  }
  expect((await call('GET', '/assets/')).status).toBe(404);
  expect((await call('GET', '/assets')).status).toBe(404);
});

test('S5.4: the proto files are served, with an index that lists them', async () => {
  const { call } = await appWithFiles();
  const index = await call('GET', '/proto/');
  expect(index.body).toEqual({ files: ['roomtone/v1/midi.proto', 'vectors.json'] });
  const page = await call('GET', '/proto/', { headers: html });
  expect(page.text).toContain('<a href="/proto/roomtone/v1/midi.proto">');
  const file = await call('GET', '/proto/roomtone/v1/midi.proto');
  expect([file.status, file.text]).toEqual([200, 'syntax = "proto3";']);
  expect(file.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect((await call('GET', '/proto/notes.txt')).status).toBe(404);
  expect((await call('GET', '/proto')).headers['location']).toBe('/proto/');
});

test('S33.3: /proto/vectors.json has the frames to test a client with', async () => {
  const built = await createTestApp({ deps: { protoRoot: builtProtoRoot } });
  const { status, headers, body } = await built.call('GET', '/proto/vectors.json');
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(Object.keys(body)).toEqual(['frames', 'tolerated', 'invalid']);
  for (const [kind, vectors] of Object.entries<object[]>(body)) {
    expect(vectors.length, kind).toBeGreaterThan(5);
    for (const vector of vectors) expect(vector).toMatchObject({ name: expect.any(String), hex: expect.any(String) });
  }
});

test('S33.1: /docs/ has the documentation, compressed for browsers; /docs leads there', async () => {
  const docsRoot = join(temporaryDirectory(), 'docs');
  mkdirSync(docsRoot);
  writeFileSync(join(docsRoot, 'index.html'), '<!doctype html><title>Roomtone</title>');
  writeFileSync(join(docsRoot, 'hosting.html'), 'hosting');
  writeFileSync(join(docsRoot, 'hosting.html.br'), brotliCompressSync('hosting'));
  const { app, call } = await createTestApp({ deps: { docsRoot } });
  expect(await call('GET', '/docs')).toMatchObject({ status: 308, headers: { location: '/docs/' } });
  const first = await call('GET', '/docs/');
  expect(first).toMatchObject({ status: 200, text: '<!doctype html><title>Roomtone</title>' });
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
  const page = await app.inject({ url: '/docs/hosting.html', headers: { 'accept-encoding': 'br' } });
  expect([page.statusCode, brotliDecompressSync(page.rawPayload).toString()]).toEqual([200, 'hosting']);
  expect((await call('GET', '/docs/none.html', { headers: html })).status).toBe(404);
  expect((await call('GET', '/docs/api')).text).toContain('<title>Roomtone API</title>');
});

test('S33.1: without built pages /docs/ says how to build them, and leads to the reference', async () => {
  const { call } = await createTestApp();
  const { status, headers, text } = await call('GET', '/docs/', { headers: html });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('npm run docs');
  for (const [, target = ''] of text.matchAll(/href="([^"]+)"/g)) {
    expect([target, (await call('GET', target)).status]).toEqual([target, 200]);
  }
});

test('S5.7: pages have a strict Content-Security-Policy, nosniff and a referrer policy', async () => {
  const { call } = await appWithFiles();
  for (const url of ['/', '/rooms/x', '/proto/']) {
    const { headers } = await call('GET', url, { headers: { ...html, host: 'localhost:7420' } });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "worker-src 'self' blob:",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self' ws://localhost:7420 wss://localhost:7420",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});

test('S6.7: the host of an https ROOMTONE_PUBLIC_URL forces https for a year, and no other host does', async () => {
  const hsts = async (publicUrl: string, host: string, url: string) => {
    const { call } = await createTestApp({ env: { ROOMTONE_PUBLIC_URL: publicUrl } });
    return (await call('GET', url, { headers: { host } })).headers['strict-transport-security'];
  };
  for (const url of ['/', '/api/rooms', '/api/none', '/proto/']) {
    expect(await hsts('https://music.example', 'music.example', url)).toBe('max-age=31536000');
    expect(await hsts('https://music.example:8443', 'music.example:8443', url)).toBe('max-age=31536000');
    for (const other of ['192.168.1.7:7420', 'localhost', '127.0.0.1'])
      expect(await hsts('https://music.example', other, url), other).toBeUndefined();
    expect(await hsts('http://music.example', 'music.example', url)).toBeUndefined();
  }
});

test('S8.12: answers of the API stay in no cache, whether they succeed or fail', async () => {
  const { call, register } = await createTestApp();
  const { token, refresh_token } = await register('ada');
  const credentials = { username: 'ada', password: 'correct horse' };
  const answers = [
    await call('POST', '/api/auth/login', { body: credentials }),
    await call('POST', '/api/auth/login', { body: { ...credentials, password: 'wrong horse' } }),
    await call('POST', '/api/auth/refresh', { body: { refresh_token } }),
    await call('GET', '/api/users/profile', { token }),
    await call('GET', '/api/v1/users/profile', { token }),
    await call('GET', '/api/users/profile'),
    await call('POST', '/api/auth/websocket-ticket', { token }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200, 401, 200]);
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
});

test('an API answer that a browser shows as a page may not load or run anything', async () => {
  const { call } = await appWithFiles();
  for (const url of ['/api/rooms', '/api/v1/rooms?page=2', '/api', '/api/nothing', '/health/ready']) {
    expect((await call('GET', url, { headers: html })).headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  }
  const page = await call('GET', '/apiary', { headers: html });
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
});

test('S5.7: only a valid host gets from the Host header into the policy', async () => {
  const { call } = await appWithFiles();
  const { status, headers } = await call('GET', '/', { headers: { ...html, host: "x; script-src 'unsafe-inline'" } });
  expect(status).toBe(400);
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
});

test('S5.1: without a built client / says what to do', async () => {
  const { call } = await createTestApp();
  const { status, text, headers } = await call('GET', '/', { headers: html });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toContain('npm run build');
  expect((await call('GET', '/rooms/x', { headers: html })).status).toBe(404);
});
