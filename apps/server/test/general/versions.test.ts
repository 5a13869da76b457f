import { describe, expect, test } from 'vitest';
import { checkDeprecation } from '../../src/http/plugins/deprecation.ts';
import type { ApiVersions } from '../../src/http/plugins/versions.ts';
import { createTestApp } from '../support/test-app.ts';

describe('S7.1: every /api/... path is also served as /api/v1/...', () => {
  test('including queries, bodies and parameters', async () => {
    const { call, register } = await createTestApp();
    const { token } = await register('ada');
    const made = await call('POST', '/api/v1/rooms', { token, body: { room_name: 'Jam' } });
    expect(made.status).toBe(201);
    const { room_id: roomId } = made.body.data;
    expect((await call('GET', `/api/v1/rooms/${roomId}`)).body).toEqual(
      (await call('GET', `/api/rooms/${roomId}`)).body,
    );
    const { data } = (await call('GET', '/api/v1/rooms?limit=1&page=1')).body;
    expect(data.pagination).toMatchObject({ limit: 1, total: 1 });
    expect((await call('GET', '/api/v1/rooms?limit=0')).body.error.details.field).toBe('limit');
  });

  test('the segment is accepted only once and only right after /api', async () => {
    const { call } = await createTestApp();
    for (const url of [
      '/api/v1/v1/rooms',
      '/v1/api/rooms',
      '/api/v1',
      '/api/v1rooms',
      '/api/rooms/v1/x',
      '/v1/health',
    ]) {
      const { status, body } = await call('GET', url);
      expect([url, status, body.error.code]).toEqual([url, 404, 'RESOURCE_NOT_FOUND']);
      expect(body.error.details).toEqual({ path: url });
    }
  });
});

test('S7.2: every response has API-Version: v1', async () => {
  const { call } = await createTestApp();
  for (const url of [
    '/api/rooms',
    '/api/v1/rooms',
    '/api/v2/rooms',
    '/api/none',
    '/health',
    '/',
    '/proto/',
    '/api/%zz',
  ]) {
    expect((await call('GET', url)).headers['api-version'], url).toBe('v1');
  }
});

test('S7.3: API-Version: v1 is accepted; any other value on an unversioned path is 400', async () => {
  const { call } = await createTestApp();
  expect((await call('GET', '/api/rooms', { headers: { 'api-version': 'v1' } })).status).toBe(200);
  for (const version of ['v2', 'v0', '1', 'V1', 'v1.0', 'v1, v1', '']) {
    const { status, body, headers } = await call('GET', '/api/rooms', { headers: { 'api-version': version } });
    expect([version, status, body.error.code]).toEqual([version, 400, 'VALIDATION_ERROR']);
    expect(body.error.details).toMatchObject({ field: 'API-Version', issue: 'must be v1' });
    expect(headers['api-version']).toBe('v1');
  }
  expect((await call('GET', '/api/none', { headers: { 'api-version': 'v2' } })).status).toBe(400);
  expect((await call('GET', '/health', { headers: { 'api-version': 'v2' } })).status).toBe(200);
});

test('S7.4: when both selectors are sent, the URL segment wins', async () => {
  const { call } = await createTestApp();
  expect((await call('GET', '/api/v1/rooms', { headers: { 'api-version': 'v2' } })).status).toBe(200);
  expect((await call('GET', '/api/v2/rooms', { headers: { 'api-version': 'v1' } })).status).toBe(404);
});

test.each(['/api/v2/rooms', '/api/v2', '/api/v2/auth/login', '/api/v0/rooms', '/api/v10/x?y=1', '/api/v01/rooms'])(
  'S7.5: %s is 404 RESOURCE_NOT_FOUND with details.supported: ["v1"]',
  async (url) => {
    const { call } = await createTestApp();
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { status, body } = await call(method, url, method === 'POST' ? { body: { x: 1 } } : {});
      expect([status, body.error.code, body.error.details]).toEqual([404, 'RESOURCE_NOT_FOUND', { supported: ['v1'] }]);
    }
  },
);

describe('S7.6: a version can be marked deprecated in one place', () => {
  const deprecation = { announced: '2026-01-01', removed: '2026-10-01', link: 'https://example.org/v1-goes' };
  const versions: ApiVersions = { v1: { deprecation } };

  test('its responses then have Deprecation, Sunset and Link, from the day of the announcement', async () => {
    const { call, clock } = await createTestApp({ deps: { versions } });
    const { headers } = await call('GET', '/api/rooms');
    // RFC 9745: a date as a structured field, here 90 days after 2026-01-01.
    expect(headers['deprecation']).toBe(`@${Date.UTC(2026, 3, 1) / 1000}`);
    // RFC 8594: an HTTP date.
    expect(headers['sunset']).toBe('Thu, 01 Oct 2026 00:00:00 GMT');
    expect(headers['link']).toBe('<https://example.org/v1-goes>; rel="deprecation sunset"; type="text/html"');
    const refused = await call('GET', '/api/%zz');
    expect([refused.status, refused.headers['sunset']]).toEqual([400, headers['sunset']]);
    clock.advance(-1);
    expect((await call('GET', '/api/rooms')).headers['deprecation']).toBeUndefined();
  });

  test('its responses have none of them while it is not deprecated', async () => {
    const { headers } = await (await createTestApp()).call('GET', '/api/rooms');
    for (const name of ['deprecation', 'sunset', 'link']) expect(headers[name]).toBeUndefined();
  });

  test('the server refuses to start unless the dates allow 90 days’ notice and a period of 6 months', async () => {
    const check = (announced: string, removed: string) => () =>
      checkDeprecation('v1', { announced, removed, link: '' });
    expect(check('2026-01-01', '2026-10-01')).not.toThrow();
    expect(check('2026-01-01', '2026-09-30')).toThrow(/may not be removed before 2026-10-01/);
    expect(check('2026-01-01', '2026-07-01')).toThrow(/90 days/);
    for (const date of ['2026-13-01', 'soon', '2026-02-30', '2026-1-1', '']) {
      expect(check('2026-01-01', date)).toThrow(/deprecation date that is not valid/);
      expect(check(date, '2030-01-01')).toThrow(/deprecation date that is not valid/);
    }
    const early: ApiVersions = { v1: { deprecation: { ...deprecation, removed: '2026-03-01' } } };
    await expect(createTestApp({ deps: { versions: early } })).rejects.toThrow(/may not be removed/);
  });
});
