import { describe, expect, test } from 'vitest';
import { createAccountApp, login } from './account-app.ts';

const wrong = 'wrong horse';
const lockEnd = Date.UTC(2026, 0, 1, 0, 1) / 1000;

/** Signs in with a wrong password this many times, taking the names in turn, and returns the statuses. */
async function failLogins(app: Awaited<ReturnType<typeof createAccountApp>>, times: number, ...names: string[]) {
  const statuses: number[] = [];
  for (let count = 0; count < times; count++) {
    statuses.push((await login(app, names[count % names.length] ?? '', wrong)).status);
  }
  return statuses;
}

describe('the login lock', () => {
  test('S10.10: ten failed logins in a row lock an account’s login for 60 s', async () => {
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

  test('S10.10: a lock applies to the account, under each of its names and from every address', async () => {
    const app = await createAccountApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' } });
    await app.register('ada');
    await app.register('grace');
    const from = (address: string, username: string, password = wrong) =>
      app.call('POST', '/api/auth/login', {
        body: { username, password },
        headers: { 'x-forwarded-for': address, 'x-forwarded-host': 'localhost' },
      });
    for (let count = 0; count < 5; count++) {
      await from(`192.0.2.${count}`, 'Ada');
      await from(`192.0.2.${count + 100}`, 'ADA@example.org');
    }
    expect((await from('198.51.100.1', 'ada', 'correct horse')).status).toBe(429);
    expect((await from('198.51.100.1', 'ada@example.org', 'correct horse')).status).toBe(429);
    expect((await from('198.51.100.1', 'grace', 'correct horse')).status).toBe(200);
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
