import { describe, expect, test } from 'vitest';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { createTestApp } from '../support/test-app.ts';

const login = '/api/auth/login';
const json: Headers = { 'content-type': 'application/json' };

type Headers = Readonly<Record<string, string>>;

describe('S8.9: a bad request is 400 VALIDATION_ERROR', () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  test.each<[string, string | Buffer, Headers, string, string | null]>([
    ['broken JSON', '{"username":', json, 'body', 'is not valid JSON'],
    ['JSON that is not an object', '[]', json, 'body', 'must be a JSON object'],
    ['deeply nested lists', deep, json, 'body', 'must be a JSON object'],
    ['a bare word', 'null', json, 'body', 'must be a JSON object'],
    ['no body', '', json, 'body', 'must be a JSON object'],
    ['a prototype', '{"__proto__":{"admin":true}}', json, 'body', 'is not valid JSON'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), json, 'body', 'is not valid UTF-8'],
    ['a form', 'username=ada', { 'content-type': 'application/x-www-form-urlencoded' }, 'Content-Type', null],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 'Content-Type', null],
    ['no media type', '{}', {}, 'Content-Type', null],
    ['a malformed media type', '{}', { 'content-type': ';;;' }, 'Content-Type', null],
    ['over 64 KiB', JSON.stringify({ username: 'x'.repeat(65_536) }), json, 'body', 'must be at most 64 KiB'],
  ])('%s', async (_name, payload, headers, field, issue) => {
    const { app } = await createTestApp();
    const response = await app.inject({ method: 'POST', url: login, payload, headers });
    expect(response.statusCode).toBe(400);
    const { success, error } = response.json();
    expect([success, error.code, error.details.field]).toEqual([false, 'VALIDATION_ERROR', field]);
    expect(error.details.issue).toBe(issue ?? 'must be application/json');
    expect(error.details.errors).toMatchObject([{ field, issue: error.details.issue }]);
  });

  test('the WebSocket address without an upgrade', async () => {
    const { status, body } = await (await createTestApp()).call('GET', '/api/websocket/ticket');
    expect([status, body.error.details]).toMatchObject([400, { field: 'Upgrade', issue: 'must be websocket' }]);
  });

  test('a malformed URL', async () => {
    const { status, body, headers } = await (await createTestApp()).call('GET', '/api/rooms/%zz');
    expect([status, body.error.details.field]).toEqual([400, 'url']);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('thousands of unknown fields, of which only the first 20 are named', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]));
    const answer = await (await createTestApp()).call('POST', login, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.errors).toHaveLength(20);
  });

  // With a check that backtracks, this test would exceed its timeout.
  test('an email address of almost 64 KiB', async () => {
    const email = `a@${'a.'.repeat(30_000)}`;
    const answer = await (await createTestApp()).call('POST', '/api/auth/register', { body: { email } });
    expect(answer.status).toBe(400);
  });
});

describe('S8.10: an unknown path is 404 RESOURCE_NOT_FOUND', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/API/rooms'],
    ['GET', '/api/rooms/'],
    ['POST', '/api/nothing'],
    ['PATCH', '/api/rooms'],
    ['DELETE', '/health'],
    ['OPTIONS', '/api/rooms'],
  ] as const)('%s %s', async (method, url) => {
    const { status, body } = await (await createTestApp()).call(method, url);
    const details = url === '/api/rooms/' ? { room_id: '' } : { path: url };
    const code = url === '/api/rooms/' ? 'ROOM_NOT_FOUND' : 'RESOURCE_NOT_FOUND';
    expect([status, body]).toEqual([404, { success: false, error: { code, message: expect.any(String), details } }]);
  });
});

test('S8.8: a SERVER_ERROR reveals only the request id; the log has the rest', async () => {
  const broken = { ...openMemoryStorage(), roomById: () => Promise.reject(new Error('disk I/O error in pages')) };
  const { call, logLines } = await createTestApp({ deps: { storage: broken } });
  const { status, body, headers, text } = await call('GET', '/api/rooms/abc');
  expect(status).toBe(500);
  expect(body).toEqual({
    success: false,
    error: {
      code: 'SERVER_ERROR',
      message: 'Something went wrong on the server.',
      details: { request_id: headers['x-request-id'] },
    },
  });
  expect(text).not.toContain('disk');
  const logged = logLines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
  expect(logged).toMatchObject({
    request_id: headers['x-request-id'],
    err: { message: 'disk I/O error in pages', stack: expect.any(String) },
  });
});

test('S8.3: every response has an X-Request-Id of its own, whatever the client sends', async () => {
  const { call } = await createTestApp();
  const ids = new Set<unknown>();
  for (const url of ['/health', '/api/rooms', '/', '/proto/', '/nothing', '/api/rooms/none']) {
    const { headers } = await call('GET', url, { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    ids.add(headers['x-request-id']);
  }
  expect(ids.size).toBe(6);
});

test('S8.1, S21.1: GET /health answers without an envelope', async () => {
  const { call, clock } = await createTestApp();
  const { status, body } = await call('GET', '/health');
  expect([status, body]).toEqual([200, { status: 'ok', timestamp: new Date(clock.nowMs()).toISOString() }]);
});
