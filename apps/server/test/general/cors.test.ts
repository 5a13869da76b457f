import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';

const friends = 'https://friends.example';
const env = { ROOMTONE_ALLOWED_ORIGINS: friends };
const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };

test('S9.13, S2.9: CORS allows pages of allowed origins, of the app and of this server, and no others', async () => {
  const { call } = await createTestApp({ env });
  const host = 'localhost:7420';
  for (const origin of [friends, 'app://roomtone', 'http://localhost:7420']) {
    const { status, headers } = await call('GET', '/api/rooms', { headers: { origin, host } });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
    expect(headers['vary']).toMatch(/\bOrigin\b/i);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  }
  for (const origin of ['https://evil.example', 'null', 'http://localhost', 'https://friends.example.evil.example']) {
    const { headers } = await call('GET', '/api/rooms', { headers: { origin, host } });
    expect(headers, origin).not.toHaveProperty('access-control-allow-origin');
    expect(headers['vary']).toMatch(/\bOrigin\b/i);
  }
  expect((await call('GET', '/api/rooms')).headers).not.toHaveProperty('access-control-allow-origin');
});

test('S9.13: other pages can notice that /health answers, but read nothing', async () => {
  const { call } = await createTestApp({ env });
  const { status, headers } = await call('GET', '/health', { headers: { origin: 'https://evil.example' } });
  expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect((await call('GET', '/health/ready')).headers['cross-origin-resource-policy']).toBe('same-origin');
});

test('S9.13: pages of allowed origins may read the headers listed here, even of refusals', async () => {
  const { call } = await createTestApp({ env: { ...env, ROOMTONE_RATE_LIMIT_GENERAL: '2' } });
  const headers = { origin: friends };
  const answers = [
    await call('GET', '/api/rooms', { headers }),
    await call('GET', '/api/none', { headers }),
    await call('GET', '/api/rooms', { headers }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 429]);
  for (const answer of answers) {
    expect(answer.headers['access-control-allow-origin']).toBe(friends);
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual([
      'X-Request-Id',
      'API-Version',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'Deprecation',
      'Sunset',
      'Link',
    ]);
  }
});

test('S9.14: a preflight is 200, is not counted, and names the allowed methods and headers', async () => {
  const { call } = await createTestApp({ env });
  for (const url of ['/api/rooms/abc', '/api/v1/rooms/abc', '/api/anything']) {
    const { status, headers, text } = await call('OPTIONS', url, { headers: { origin: friends, ...preflight } });
    expect([status, text]).toEqual([200, '']);
    expect(headers['access-control-allow-origin']).toBe(friends);
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
    expect(headers['access-control-allow-headers']).toBe('Authorization, Content-Type, API-Version');
    expect(headers['access-control-max-age']).toBe('600');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['api-version']).toBe('v1');
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  }
});

test('S9.14: any other OPTIONS is 404, as a method that the path does not support', async () => {
  const { call } = await createTestApp({ env });
  for (const headers of [{}, { origin: friends }, preflight]) {
    const { status, body, headers: answered } = await call('OPTIONS', '/api/rooms', { headers });
    expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(answered).not.toHaveProperty('access-control-allow-methods');
    expect(answered).toHaveProperty('x-ratelimit-limit');
  }
});

test('S9.16: pages of other origins are refused, and use up none of their visitors’ requests', async () => {
  const { call } = await createTestApp({ env: { ...env, ROOMTONE_RATE_LIMIT_GENERAL: '1' } });
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', ...preflight },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
  ];
  for (const headers of foreign) {
    const { status, body, headers: answered } = await call('GET', '/api/rooms', { headers });
    expect([status, body.error.details.reason]).toEqual([403, 'origin']);
    expect(answered).not.toHaveProperty('x-ratelimit-limit');
    expect(answered).not.toHaveProperty('access-control-allow-origin');
  }
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await call('GET', '/api/rooms', { headers: link })).status).toBe(200);
});
