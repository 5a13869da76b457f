import { describe, expect, test } from 'vitest';
import type { TestApp } from '../support/test-app.ts';
import { createAccountApp, login } from './account-app.ts';

const right = 'correct horse';
const wrong = 'wrong horse';
/** Trusts the test client as a proxy, so that a header gives the address of a request. */
const proxied = { ROOMTONE_TRUST_PROXY: '127.0.0.1' };
const home = '203.0.113.7';
const lockEnd = Date.UTC(2026, 0, 1, 0, 1) / 1000;

/** Signs in with a wrong password this many times, taking the names in turn, and returns the statuses. */
async function failLogins(app: TestApp, times: number, ...names: string[]) {
  const statuses: number[] = [];
  for (let count = 0; count < times; count++) {
    statuses.push((await login(app, names[count % names.length] ?? '', wrong)).status);
  }
  return statuses;
}

/** Signs in from this address, with a wrong password unless another is given. */
function loginFrom(app: TestApp, address: string, username: string, password = wrong) {
  return app.call('POST', '/api/auth/login', {
    body: { username, password },
    headers: { 'x-forwarded-for': address },
  });
}

describe('the login lock', () => {
  test('S10.10: ten failed logins in a row lock a name at that address for 60 s', async () => {
    const app = await createAccountApp();
    await app.register('ada');
    expect(await failLogins(app, 10, 'ada')).toEqual(Array(10).fill(401));
    const { status, body, headers } = await login(app, 'ada');
    expect([status, body.error.code, body.error.details]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      { limit: 10, reset: lockEnd },
    ]);
    expect(headers['retry-after']).toBe('60');
    app.clock.advance(59_999);
    expect((await login(app, 'ada')).status).toBe(429);
    app.clock.advance(1);
    expect((await login(app, 'ada')).status).toBe(200);
  });

  test.each([3_600_000, -3_600_000])('a lock lasts 60 s even if the wall clock is stepped by %d ms', async (by) => {
    const app = await createAccountApp();
    await app.register('ada');
    await failLogins(app, 10, 'ada');
    app.clock.stepWall(by);
    app.clock.advance(59_999);
    const { status, body, headers } = await login(app, 'ada');
    // The reset time is in wall-clock time, because clients compare it with theirs.
    expect([status, body.error.details.reset]).toEqual([429, lockEnd + by / 1000]);
    expect(headers['retry-after']).toBe('1');
    app.clock.advance(1);
    expect((await login(app, 'ada')).status).toBe(200);
  });

  test('S10.10: somebody who fails all the time elsewhere locks nobody out', async () => {
    const app = await createAccountApp({ env: proxied });
    await app.register('ada');
    for (let minute = 0; minute < 5; minute++) {
      for (let count = 0; count < 10; count++) expect((await loginFrom(app, '192.0.2.66', 'ada')).status).toBe(401);
      expect((await loginFrom(app, '192.0.2.66', 'ada', right)).status).toBe(429);
      expect((await loginFrom(app, '192.0.2.66', 'Ada', right)).status).toBe(429);
      // The owner of the account, at an address that the server has never seen.
      expect((await loginFrom(app, `198.51.100.${minute}`, 'ada', right)).status).toBe(200);
      app.clock.advance(60_000);
    }
  });

  test('S10.10: an IPv6 address counts as its /64', async () => {
    const app = await createAccountApp({ env: proxied });
    await app.register('ada');
    for (let count = 0; count < 10; count++) await loginFrom(app, `2001:db8:0:1::${count}`, 'ada');
    expect((await loginFrom(app, '2001:db8:0:1:ffff::', 'ada', right)).status).toBe(429);
    expect((await loginFrom(app, '2001:db8:0:2::', 'ada', right)).status).toBe(200);
  });

  test('S10.14: a hundred failures from all addresses lock a name everywhere for 60 s, except where it is known', async () => {
    const app = await createAccountApp({ env: proxied });
    await app.register('ada');
    expect((await loginFrom(app, home, 'ada', right)).status).toBe(200);
    const attack = async (failures: number) => {
      for (let count = 0; count < failures; count++) {
        expect((await loginFrom(app, `192.0.2.${count % 20}`, 'ada')).status).toBe(401);
      }
    };
    await attack(99);
    expect((await loginFrom(app, '198.51.100.1', 'ada', right)).status).toBe(200);
    await attack(100);
    const refused = await loginFrom(app, '198.51.100.2', 'ada', right);
    expect([refused.status, refused.body.error.details]).toEqual([429, { limit: 100, reset: lockEnd }]);
    for (const known of [home, '198.51.100.1']) expect((await loginFrom(app, known, 'ada', right)).status).toBe(200);
    app.clock.advance(59_999);
    expect((await loginFrom(app, '198.51.100.2', 'ada', right)).status).toBe(429);
    app.clock.advance(1);
    expect((await loginFrom(app, '198.51.100.2', 'ada', right)).status).toBe(200);
  });

  test('S10.14: guesses from many addresses at once are counted', async () => {
    const app = await createAccountApp({ env: proxied });
    await app.register('ada');
    const guesses = Array.from({ length: 150 }, (_, index) => loginFrom(app, `192.0.2.${index}`, 'ada'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });

  test('S10.14: an address is known for 30 days, and its own ten failures lock it, too', async () => {
    const app = await createAccountApp({ env: proxied });
    await app.register('ada');
    await loginFrom(app, home, 'ada', right);
    for (let count = 0; count < 10; count++) expect((await loginFrom(app, home, 'ada')).status).toBe(401);
    expect((await loginFrom(app, home, 'ada', right)).body.error.details.limit).toBe(10);
    const lockEverywhere = async () => {
      for (let count = 0; count < 100; count++) await loginFrom(app, `192.0.2.${count}`, 'ada');
    };
    app.clock.advance(30 * 86_400_000 - 1);
    await lockEverywhere();
    expect((await loginFrom(app, '198.51.100.1', 'ada', right)).status).toBe(429);
    expect((await loginFrom(app, home, 'ada')).status).toBe(401);
    app.clock.advance(1);
    expect((await loginFrom(app, home, 'ada', right)).status).toBe(429);
  });

  test('S10.11: failures by a username and by an email are counted apart, so that they do not show that both belong together', async () => {
    const app = await createAccountApp({ env: proxied });
    await app.register('ada');
    const answers: unknown[] = [];
    for (const [name, email] of [
      ['ada', 'ada@example.org'],
      ['ada', 'nobody@example.org'],
      ['nobody', 'ada@example.org'],
    ] as const) {
      const address = `192.0.2.${answers.length}`;
      const failed: unknown[] = [];
      for (let count = 0; count < 9; count++) failed.push((await loginFrom(app, address, name)).status);
      for (const each of [email, name, name, email]) {
        const { status, body } = await loginFrom(app, address, each);
        failed.push([status, body]);
      }
      answers.push(failed);
    }
    expect(answers[0]).toEqual([
      ...Array(9).fill(401),
      ...[401, 401, 429, 401].map((status) => [status, expect.anything()]),
    ]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('S10.11: names without an account lock in the same way, so that the answer reveals nothing', async () => {
    const app = await createAccountApp();
    await app.register('ada');
    const answers: unknown[] = [];
    for (const name of ['ada', 'nobody']) {
      const statuses = await failLogins(app, 12, name);
      const { status, body } = await login(app, name.toUpperCase());
      answers.push({ statuses, status, body });
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  test('S10.10: a successful login resets the count', async () => {
    const app = await createAccountApp();
    await app.register('ada');
    await failLogins(app, 9, 'ada');
    expect((await login(app, 'ada')).status).toBe(200);
    expect(await failLogins(app, 9, 'ada')).toEqual(Array(9).fill(401));
    expect((await login(app, 'ada')).status).toBe(200);
  });

  test('S10.10: after a lock it takes ten failures again', async () => {
    const app = await createAccountApp();
    await app.register('ada');
    await failLogins(app, 10, 'ada');
    app.clock.advance(60_000);
    expect(await failLogins(app, 11, 'ada')).toEqual([...Array(10).fill(401), 429]);
  });

  test('S10.10: concurrent wrong guesses are counted, concurrent correct logins are not', async () => {
    const app = await createAccountApp();
    await app.register('ada');
    const right = await Promise.all(Array.from({ length: 30 }, () => login(app, 'ada')));
    expect(right.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const guesses = await Promise.all(Array.from({ length: 30 }, () => login(app, 'ada', wrong)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('S10.12: a lock does not affect a user who is already signed in', async () => {
    const app = await createAccountApp();
    const { token, refresh_token } = await app.register('ada');
    await failLogins(app, 11, 'ada');
    expect((await app.call('GET', '/api/auth/validate-token', { token })).status).toBe(200);
    expect((await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })).status).toBe(200);
  });
});
