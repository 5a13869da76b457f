import { describe, expect, test } from 'vitest';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import { addressBlock } from '../../src/application/address-block.ts';
import { type Answer, createTestApp, type TestApp } from '../support/test-app.ts';

/** The limit, remaining requests and reset time in an answer's headers. */
const standing = ({ headers }: Answer) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
  Number(headers['x-ratelimit-reset']),
];

const from = (address: string) => ({ 'x-forwarded-for': address });
/** Trusts the test client as a proxy, so that a header gives the address of a request. */
const proxied = { ROOMTONE_TRUST_PROXY: '127.0.0.1' };

async function times(count: number, run: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index++) answers.push(await run());
  return answers;
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

const login = (app: TestApp, username: string, address = '192.0.2.1') =>
  app.call('POST', '/api/auth/login', { body: { username, password: 'wrong horse' }, headers: from(address) });

describe('S10.1, S10.6: requests are counted in fixed windows of 60 s', () => {
  test('the 100th request in a window is answered, the 101st is 429, and a new window starts with the next request after it', async () => {
    const { call, clock } = await createTestApp();
    const reset = clock.nowMs() / 1000 + 60;
    expect(standing(await call('GET', '/api/rooms'))).toEqual([100, 99, reset]);
    clock.advance(59_999);
    const more = await times(99, () => call('GET', '/api/rooms'));
    expect(new Set(statuses(more))).toEqual(new Set([200]));
    expect(standing(more.at(-1) as Answer)).toEqual([100, 0, reset]);
    expect((await call('GET', '/api/rooms')).status).toBe(429);
    clock.advance(1);
    expect(standing(await call('GET', '/api/rooms'))).toEqual([100, 99, reset + 60]);
  });

  test('429 is RATE_LIMIT_EXCEEDED with {limit, reset}, the X-RateLimit headers and Retry-After', async () => {
    const { call, clock } = await createTestApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '1' } });
    await call('GET', '/api/rooms');
    clock.advance(20_500);
    const refused = await call('GET', '/api/rooms');
    const reset = Date.UTC(2026, 0, 1) / 1000 + 60;
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { limit: 1, reset } });
    expect(standing(refused)).toEqual([1, 0, reset]);
    expect(refused.headers['retry-after']).toBe('40');
    expect(Number.isInteger(reset)).toBe(true);
  });

  test('every counted response has X-RateLimit headers, including refusals', async () => {
    const { call } = await createTestApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '1000' } });
    const answers = [
      await call('GET', '/api/rooms?limit=0'),
      await call('GET', '/api/rooms/none'),
      await call('GET', '/api/none'),
      await call('POST', '/api/none', { body: {} }),
      await call('POST', '/api/rooms', { body: {} }),
      await call('GET', '/api/rooms', { token: 'bad' }),
      await call('GET', '/api/v2/rooms'),
      await call('GET', '/api/rooms', { headers: { 'api-version': 'v9' } }),
      await call('GET', '/api/rooms', { headers: { host: 'evil.example' } }),
      await call('GET', '/api/%zz'),
      await call('HEAD', '/api/rooms'),
      await call('GET', '/%61pi/rooms'),
      await call('GET', '/api/websocket/nonsense'),
    ];
    expect(statuses(answers)).toEqual([400, 404, 404, 404, 401, 401, 404, 400, 400, 400, 200, 200, 400]);
    expect(answers.map((answer) => standing(answer)[1])).toEqual(answers.map((_, index) => 999 - index));
  });

  test('S10.7: /proto, avatars and the web client are not counted', async () => {
    const { call } = await createTestApp();
    for (const url of ['/proto/', '/avatars/x', '/', '/x', '/healthy', '/docsx'])
      expect((await call('GET', url)).headers, url).not.toHaveProperty('x-ratelimit-limit');
  });
});

describe('S10.3: requests are counted per user with a valid token and per client address without one', () => {
  test('a user has one counter at all addresses, and each address has one for requests without a valid token', async () => {
    const { call, register } = await createTestApp({ env: proxied });
    const [ada, grace] = [await register('ada'), await register('grace')];
    const remaining = async (token: string | undefined, address: string) =>
      standing(await call('GET', '/api/rooms', { token, headers: from(address) }))[1];
    expect(await remaining(ada.token, '192.0.2.1')).toBe(99);
    expect(await remaining(ada.token, '192.0.2.2')).toBe(98);
    expect(await remaining(grace.token, '192.0.2.1')).toBe(99);
    expect(await remaining(undefined, '192.0.2.1')).toBe(99);
    expect(await remaining('nonsense', '192.0.2.1')).toBe(98);
    expect(await remaining(undefined, '192.0.2.2')).toBe(99);
  });

  test('a token whose session has ended is not valid, so that it counts for the address', async () => {
    const { call, register } = await createTestApp();
    const { token } = await register('ada');
    await call('GET', '/api/rooms', { token });
    await call('POST', '/api/auth/logout', { token });
    expect(standing(await call('GET', '/api/rooms', { token }))[1]).toBe(99);
    expect(standing(await call('GET', '/api/rooms'))[1]).toBe(98);
  });

  test('IPv6 addresses count by /64, mapped IPv4 addresses as IPv4, and X-Forwarded-For only from trusted proxies', async () => {
    expect(addressBlock('2001:db8:1:2:3:4:5:6')).toBe(addressBlock('2001:db8:1:2::1'));
    expect(addressBlock('2001:db8:1:3::1')).not.toBe(addressBlock('2001:db8:1:2::1'));
    expect(addressBlock('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(addressBlock('fe80::1%eth0')).toBe(addressBlock('fe80::2%eth0'));
    const { call } = await createTestApp({ env: proxied });
    const remaining = async (address: string) =>
      standing(await call('GET', '/api/rooms', { headers: from(address) }))[1];
    expect(await remaining('2001:db8:1:2::1')).toBe(99);
    expect(await remaining('2001:db8:1:2:ffff::9')).toBe(98);
    expect(await remaining('198.51.100.7, 192.0.2.9')).toBe(99);
    expect(await remaining('203.0.113.8, 192.0.2.9')).toBe(98);
    expect(await remaining('192.0.2.9, 127.0.0.1')).toBe(97);
    const direct = await createTestApp();
    const answers = [await direct.call('GET', '/api/rooms', { headers: from('192.0.2.1') })];
    answers.push(await direct.call('GET', '/api/rooms', { headers: from('192.0.2.2') }));
    expect(answers.map((answer) => standing(answer)[1])).toEqual([99, 98]);
  });
});

describe('S10.2, S10.7: each group has a counter', () => {
  test('the limits are 10 for authentication, 5 for uploads, 20 for billing and 100 otherwise, and can be set', async () => {
    const { call, register } = await createTestApp();
    const { token } = await register('ada');
    const limit = async (method: 'GET' | 'POST', url: string) => standing(await call(method, url, { token }))[0];
    expect(await limit('GET', '/api/auth/none')).toBe(10);
    expect(await limit('POST', '/api/users/avatar')).toBe(5);
    expect(await limit('GET', '/api/billing/none')).toBe(20);
    expect(await limit('GET', '/api/rooms')).toBe(100);
    expect(await limit('GET', '/api/users/avatar')).toBe(100);
    expect(await limit('POST', '/api/auth/websocket-ticket')).toBe(100);
    const names = ['GENERAL', 'AUTH', 'UPLOAD', 'BILLING'];
    const env = Object.fromEntries(names.map((name, index) => [`ROOMTONE_RATE_LIMIT_${name}`, String(index + 2)]));
    const set = await createTestApp({ env });
    const urls = ['/api/rooms', '/api/auth/none', '/api/users/avatar', '/api/billing/none'];
    const answers = await Promise.all(urls.map((url) => set.call('POST', url)));
    expect(answers.map((answer) => standing(answer)[0])).toEqual([2, 3, 4, 5]);
  });

  test('groups are counted separately', async () => {
    const { call } = await createTestApp();
    await times(20, () => call('GET', '/api/billing/none'));
    expect((await call('GET', '/api/billing/none')).status).toBe(429);
    expect(standing(await call('GET', '/api/rooms'))[1]).toBe(99);
    expect((await call('POST', '/api/users/avatar')).status).not.toBe(429);
  });

  test('the provider’s webhook is not counted', async () => {
    const { call } = await createTestApp();
    const answer = await call('POST', '/api/billing/webhook', { body: {} });
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
    const answers = await times(30, () => call('POST', '/api/billing/webhook', { body: {} }));
    expect(statuses(answers)).not.toContain(429);
  });
});

describe('S10.2, S10.3: /docs and /health together are limited per address to 30 times the general limit', () => {
  const urls = ['/health', '/health/none', '/docs/', '/docs/openapi.json', '/docs/none', '/%64ocs/none'];

  test('they are a group of their own, with the same headers as the others', async () => {
    const { call, register } = await createTestApp({ env: proxied });
    const { token } = await register('ada');
    const answers: Answer[] = [];
    for (const url of [...urls, '/%68ealth']) answers.push(await call('GET', url, { headers: from('192.0.2.1') }));
    answers.push(await call('HEAD', '/docs/api', { token, headers: from('192.0.2.1') }));
    expect(answers.map((answer) => standing(answer).slice(0, 2))).toEqual(
      answers.map((_, index) => [3_000, 2_999 - index]),
    );
    expect(standing(await call('GET', '/health', { headers: from('192.0.2.2') }))[1]).toBe(2_999);
    expect(standing(await call('GET', '/api/rooms', { headers: from('192.0.2.1') }))[1]).toBe(99);
  });

  test('a monitor may send a request every 50 ms, and the 3,001st in a minute is 429', async () => {
    const { call } = await createTestApp();
    const monitored = await times(60 * 20, () => call('GET', '/health'));
    expect(new Set(statuses(monitored))).toEqual(new Set([200]));
    const rest = await times(3_000 - monitored.length, () => call('GET', '/health'));
    expect(statuses(rest).at(-1)).toBe(200);
    const refused = await call('GET', '/docs/');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect([refused.headers['retry-after'], standing(refused)[0]]).toEqual(['60', 3_000]);
    expect((await call('GET', '/metrics')).status).toBe(200);
  });

  test('their limit follows the general one', async () => {
    const { call } = await createTestApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '2' } });
    expect(statuses(await times(61, () => call('GET', '/docs/')))).toEqual([...Array(60).fill(200), 429]);
  });
});

describe('S10.2, S10.3: /metrics and /health/detailed together are limited per address to the general limit', () => {
  test('they are a group of their own, which counts by address', async () => {
    const { call, register } = await createTestApp({ env: proxied });
    const { token } = await register('ada');
    const ask = async (url: string, options: object) => standing(await call('GET', url, options)).slice(0, 2);
    const headers = from('192.0.2.1');
    expect(await ask('/metrics', { headers })).toEqual([100, 99]);
    expect(await ask('/%6detrics', { headers, token })).toEqual([100, 98]);
    expect(await ask('/health/detailed', { headers, token })).toEqual([100, 97]);
    expect(await ask('/metrics', { headers: from('192.0.2.2') })).toEqual([100, 99]);
    expect(await ask('/api/rooms', { headers })).toEqual([100, 99]);
  });

  test('the 101st in a minute is 429, and their limit follows the general one', async () => {
    const { call } = await createTestApp();
    expect(statuses(await times(101, () => call('GET', '/metrics')))).toEqual([...Array(100).fill(200), 429]);
    const set = await createTestApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '2' } });
    expect(statuses(await times(3, () => set.call('GET', '/health/detailed')))).toEqual([200, 200, 429]);
  });
});

describe('S10.4, S10.5: counting in the authentication group', () => {
  test('login and register are counted by address and the account they name', async () => {
    const app = await createTestApp({ env: proxied });
    const remaining = async (name: string, address?: string) => standing(await login(app, name, address))[1];
    expect(await remaining('ada')).toBe(9);
    expect(await remaining('ADA')).toBe(8);
    expect(await remaining('grace')).toBe(9);
    expect(await remaining('ada', '192.0.2.2')).toBe(9);
    const registered = await app.call('POST', '/api/auth/register', {
      body: { username: 'ada' },
      headers: from('192.0.2.1'),
    });
    expect([registered.status, standing(registered)[1]]).toEqual([400, 7]);
    const rest = await times(8, () => login(app, 'ada'));
    expect(statuses(rest)).toEqual([...Array(7).fill(401), 429]);
    expect((await login(app, 'grace')).status).toBe(401);
    // A token changes nothing, because login ignores it.
    const { token } = await app.register('linus');
    const request = { body: { username: 'ada', password: 'x' }, token, headers: from('192.0.2.1') };
    expect((await app.call('POST', '/api/auth/login', request)).status).toBe(429);
  });

  test('the second step of a sign-in is counted by challenge, and the recovery of a password by email', async () => {
    const { call } = await createTestApp();
    const remaining = async (path: string, body: object) => standing(await call('POST', path, { body }))[1];
    const step = (challenge: string) => remaining('/api/auth/login/second-factor', { challenge, code: '000000' });
    expect([await step('one'), await step('one'), await step('two')]).toEqual([9, 8, 9]);
    const recover = (email: string) => remaining('/api/auth/password-recovery', { email });
    expect(await recover('ada@example.org')).toBe(9);
    expect(await recover('ADA@example.org')).toBe(8);
    expect(await recover('grace@example.org')).toBe(9);
  });

  test('refresh and logout are counted by session', async () => {
    const { call, register } = await createTestApp({ env: proxied });
    const [ada, grace] = [await register('ada'), await register('grace')];
    const logout = async (request: { body?: unknown; token?: string }, address: string) =>
      standing(await call('POST', '/api/auth/logout', { ...request, headers: from(address) }))[1];
    const refreshed = await call('POST', '/api/auth/refresh', { body: { refresh_token: ada.refresh_token } });
    expect([refreshed.status, standing(refreshed)[1]]).toEqual([200, 9]);
    expect(await logout({ body: { refresh_token: ada.refresh_token } }, '192.0.2.2')).toBe(8);
    expect(await logout({ token: ada.token }, '192.0.2.3')).toBe(7);
    expect(await logout({ token: grace.token }, '192.0.2.3')).toBe(9);
  });

  test('requests that name neither are counted by address', async () => {
    const app = await createTestApp({ env: proxied });
    const headers = from('192.0.2.1');
    const json = { ...headers, 'content-type': 'application/json' };
    const answers = [
      await app.call('POST', '/api/auth/login', { body: {}, headers }),
      await app.call('POST', '/api/auth/login', { body: '{"username":', headers: json }),
      await app.call('POST', '/api/auth/register', { body: { username: 5 }, headers }),
      await app.call('POST', '/api/auth/login', { body: { username: 'x'.repeat(300) }, headers }),
      await app.call('POST', '/api/auth/refresh', { body: { refresh_token: 'made up' }, headers }),
      await app.call('POST', '/api/auth/logout', { token: 'bad', headers }),
      await app.call('POST', '/api/auth/login', { body: 'a=b', headers: { ...headers, 'content-type': 'text/plain' } }),
      await app.call('GET', '/api/auth/login', { headers }),
      await app.call('GET', '/api/auth/none', { headers }),
      await app.call('POST', '/api/auth/none', { body: {}, headers }),
    ];
    expect(answers.map((answer) => standing(answer)[1])).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(statuses(answers)).toEqual([400, 400, 400, 400, 401, 401, 400, 404, 404, 404]);
    const refused = await app.call('POST', '/api/auth/login', { body: '{"username":', headers: json });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(refused.headers['retry-after']).toBe('60');
    expect((await login(app, 'ada')).status).toBe(401);
  });

  test('one address may make 100 requests in all, ten times the limit, so that a school can sign in', async () => {
    const app = await createTestApp({ env: proxied });
    const answers: Answer[] = [];
    for (let pupil = 0; pupil < 101; pupil++) answers.push(await login(app, `pupil${pupil}`));
    expect(statuses(answers)).toEqual([...Array(100).fill(401), 429]);
    // The headers show whichever of the two limits is reached sooner.
    expect(answers.slice(88, 93).map((answer) => standing(answer).slice(0, 2))).toEqual([
      [10, 9],
      [10, 9],
      [10, 9],
      [100, 8],
      [100, 7],
    ]);
    expect(answers.at(-1)?.body.error.details.limit).toBe(100);
    expect((await login(app, 'pupil1', '192.0.2.2')).status).toBe(401);
    expect((await app.call('GET', '/api/rooms', { headers: from('192.0.2.1') })).status).toBe(200);
  });
});

test('S10.13: counters are kept in the ephemeral store, so that processes that share it count together', async () => {
  const shared = createMemoryEphemeral({ nowMs: () => 0, monotonicMs: () => 0, serviceUs: () => 0 });
  const [one, other] = [
    await createTestApp({ deps: { ephemeral: shared } }),
    await createTestApp({ deps: { ephemeral: shared } }),
  ];
  expect(standing(await one.call('GET', '/api/rooms'))[1]).toBe(99);
  expect(standing(await other.call('GET', '/api/rooms'))[1]).toBe(98);
});

test('S10.9: requests are answered while counters cannot be reached', async () => {
  const ephemeral = {
    ...createMemoryEphemeral({ nowMs: () => 0, monotonicMs: () => 0, serviceUs: () => 0 }),
    increment: () => Promise.reject(new Error('gone')),
  };
  const { call, logLines } = await createTestApp({ deps: { ephemeral } });
  const { status, headers } = await call('GET', '/api/rooms');
  expect([status, headers['x-ratelimit-limit']]).toEqual([200, undefined]);
  expect(logLines.join('')).toContain('a request could not be counted');
});
