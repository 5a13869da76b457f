import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';

const statusFor = async (
  app: Awaited<ReturnType<typeof createTestApp>>,
  headers: Record<string, string>,
  url = '/health',
) => (await app.call('GET', url, { headers })).status;

test('S9.6: a Host may be an IP literal, localhost, the machine’s own name in .local or the host of the public URL; others are 400', async () => {
  const app = await createTestApp({ env: { ROOMTONE_PUBLIC_URL: 'https://music.example:8443' } });
  for (const host of [
    '127.0.0.1',
    '192.168.1.5:7420',
    '[::1]:7420',
    'localhost',
    'LocalHost:1',
    `${hostname().split('.')[0]}.local`,
    'music.example',
  ]) {
    expect(await statusFor(app, { host }), host).toBe(200);
  }
  for (const host of [
    'evil.example',
    'music.example.evil.example',
    'local',
    'studio.local',
    'localhost.evil',
    'a b',
    '127.0.0.1.evil.io',
  ]) {
    const { status, body, headers } = await app.call('GET', '/health', { headers: { host } });
    expect([host, status, body.error.code]).toEqual([host, 400, 'VALIDATION_ERROR']);
    expect(body.error.details).toMatchObject({ field: 'Host', issue: 'is not a name of this server' });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('S9.6: a browser gets a page that names the setting, and the log a warning for each name and origin, once', async () => {
  const app = await createTestApp();
  const browser = { host: 'music.example', accept: 'text/html,*/*' };
  for (const language of ['en', 'de', 'en']) {
    const { status, text, headers } = await app.call('GET', '/', {
      headers: { ...browser, 'accept-language': language },
    });
    expect(status).toBe(400);
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('ROOMTONE_PUBLIC_URL=https://music.example');
  }
  const byPort = { ...browser, host: 'music.example:7420' };
  const { text } = await app.call('GET', '/', { headers: byPort });
  expect(text).toContain('ROOMTONE_PUBLIC_URL=http://music.example:7420');
  // Of a proxy that does not pass the host on.
  const origin = 'https://music.example';
  const refused = await app.call('POST', '/api/auth/login', { headers: { host: '127.0.0.1', origin }, body: {} });
  expect(refused.body.error.details.reason).toBe('origin');
  const warnings = app.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(warnings.map(({ host, origin: from }) => host ?? from)).toEqual([
    'music.example',
    'music.example:7420',
    origin,
  ]);
  for (const { msg } of warnings) expect(msg).toContain('set ROOMTONE_PUBLIC_URL');
});

test('S9.6: the Host is checked for pages, files, the API and unknown paths', async () => {
  const app = await createTestApp();
  for (const url of [
    '/',
    '/api/rooms',
    '/api/v1/rooms',
    '/docs/',
    '/docs/api',
    '/docs/openapi.json',
    '/proto/',
    '/metrics',
    '/none',
  ]) {
    expect(await statusFor(app, { host: 'evil.example' }, url), url).toBe(400);
  }
  const post = await app.call('POST', '/api/auth/login', { headers: { host: 'evil.example' }, body: {} });
  expect(post.body.error.details.field).toBe('Host');
});

test('S9.7: behind a trusted proxy X-Forwarded-Host is checked instead', async () => {
  const app = await createTestApp({
    env: { ROOMTONE_TRUST_PROXY: '127.0.0.0/8', ROOMTONE_PUBLIC_URL: 'https://music.example' },
  });
  expect(await statusFor(app, { host: 'backend', 'x-forwarded-host': 'music.example' })).toBe(200);
  expect(await statusFor(app, { host: 'localhost', 'x-forwarded-host': 'evil.example' })).toBe(400);
  expect(await statusFor(app, { host: 'backend', 'x-forwarded-host': 'evil.example, music.example' })).toBe(200);
  expect(await statusFor(app, { host: 'backend' })).toBe(400);
  const direct = await createTestApp({ env: { ROOMTONE_PUBLIC_URL: 'https://music.example' } });
  expect(await statusFor(direct, { host: 'evil.example', 'x-forwarded-host': 'music.example' })).toBe(400);
  const other = await createTestApp({ env: { ROOMTONE_TRUST_PROXY: '10.0.0.0/8,2001:db8::1' } });
  expect(await statusFor(other, { host: 'evil.example', 'x-forwarded-host': 'localhost' })).toBe(400);
});
