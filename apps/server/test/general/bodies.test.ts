import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';

describe('S9.2: unknown fields in a JSON body are 400, with the name of the field', () => {
  test('roles in a registration are an error, never silently accepted or dropped', async () => {
    const { call } = await createTestApp();
    const body = {
      username: 'ada',
      email: 'a@example.org',
      password: 'correct horse',
      confirm_password: 'correct horse',
    };
    const answer = await call('POST', '/api/auth/register', { body: { ...body, roles: ['admin'] } });
    const problem = { field: 'roles', issue: 'is not a known field', code: 'unknown_field' };
    expect([answer.status, answer.body.error.details]).toEqual([400, { ...problem, errors: [problem] }]);
    expect((await call('POST', '/api/auth/register', { body })).status).toBe(201);
  });

  test('nested fields have dotted names, and the first problem is repeated at the top', async () => {
    const { call, register } = await createTestApp();
    const { token } = await register('ada');
    const body = { room_name: 5, settings: { theme: 'dark' }, 'a.b': 1 };
    const { details } = (await call('POST', '/api/rooms', { token, body })).body.error;
    expect(details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'a.b',
      'room_name',
      'settings.theme',
    ]);
    expect(details).toMatchObject(details.errors[0]);
  });

  test('routes that take no body refuse every field', async () => {
    const app = await createTestApp();
    app.app.post('/api/test/bodiless', async () => ({ success: true, data: {} }));
    app.app.delete('/api/test/bodiless', async () => ({ success: true, data: {} }));
    for (const method of ['POST', 'DELETE'] as const) {
      const send = async (body: unknown, headers = {}) => {
        const answer = await app.call(method, '/api/test/bodiless', { body, headers });
        return [answer.status, answer.body.error?.details.field];
      };
      expect(await send(undefined)).toEqual([200, undefined]);
      expect(await send({})).toEqual([200, undefined]);
      expect(await send({ force: true })).toEqual([400, 'force']);
      expect(await send([1])).toEqual([400, 'body']);
      expect(await send('null', { 'content-type': 'application/json' })).toEqual([400, 'body']);
    }
  });
});

test('S9.3: an empty body counts as none, whatever its media type; any other body of that type is 400', async () => {
  const { call, register } = await createTestApp();
  const { token } = await register('ada');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const logout = { token, headers: { ...headers, 'content-length': '0' } };
  const { status, body } = await call('POST', '/api/auth/logout', { token, headers, body: 'a=b' });
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect((await call('POST', '/api/auth/logout', logout)).status).toBe(200);
});

describe('S9.1: bodies over 64 KiB are refused', () => {
  test.each([
    ['a body at the bound is read', 65_536, 'username'],
    ['a body over it is not', 65_537, 'body'],
  ])('%s', async (_name, bytes, field) => {
    const { call } = await createTestApp();
    const frame = JSON.stringify({ username: '' }).length;
    const body = JSON.stringify({ username: 'x'.repeat(bytes - frame) });
    expect(body).toHaveLength(bytes);
    const headers = { 'content-type': 'application/json' };
    const answer = await call('POST', '/api/auth/register', { body, headers });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.errors.map((problem: { field: string }) => problem.field)).toContain(field);
  });
});

test('S9.4: duplicate query keys are 400 where one value is expected', async () => {
  const { call } = await createTestApp();
  for (const query of [
    'page=1&page=2',
    'room_type=public&room_type=pro',
    'has_users=true&has_users=true',
    'limit=5&limit=',
  ]) {
    const { status, body } = await call('GET', `/api/rooms?${query}`);
    expect([query, status, body.error.details.field]).toEqual([query, 400, query.split('=')[0]]);
  }
});

test('S9.4: query keys such as __proto__ have no special meaning', async () => {
  const { call } = await createTestApp();
  for (const query of ['__proto__=1', 'constructor=1&hasOwnProperty=1', 'toString[]=1', '%00=1', '%ff=1', 'page']) {
    expect([200, 400]).toContain((await call('GET', `/api/rooms?${query}`)).status);
  }
});

test('S9.5: HEAD answers like GET without the content', async () => {
  const { call } = await createTestApp();
  for (const url of ['/api/rooms', '/health', '/docs/openapi.json', '/api/rooms/none', '/api/none']) {
    const [head, get] = [await call('HEAD', url), await call('GET', url)];
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(head.headers['api-version']).toBe('v1');
  }
});
