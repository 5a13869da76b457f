import { issues, limits } from '@roomtone/protocol';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { noPassword } from '../../src/ports/password-hasher.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp } from '../support/test-app.ts';
import { createAccountApp, login, problemOn, problems, works } from './account-app.ts';

const lenient = { ROOMTONE_EMAIL: 'optional', ROOMTONE_PASSWORD: 'optional' };

const join = (app: TestApp, body: object) => app.call('POST', '/api/auth/register', { body });
const setPassword = (app: TestApp, token: string, body: object) =>
  app.call('PUT', '/api/auth/password', { token, body });

async function withAda() {
  const app = await createAccountApp({ env: lenient });
  const { status, body } = await join(app, { username: 'ada' });
  expect(status).toBe(201);
  return { app, token: body.data.token as string, userId: body.data.user.user_id as string };
}

test('S11.9: a name is enough for an account where the host allows it, and the session lasts 30 days', async () => {
  const { app, token, userId } = await withAda();
  const { body } = await app.call('GET', '/api/users/profile', { token });
  expect(body.data).toMatchObject({ username: 'ada', email: '', has_password: false, roles: ['member'] });
  const [session] = await app.storage.sessionsOf(userId, 0);
  expect((session?.expiresAt ?? 0) - (session?.lastUsed ?? 0)).toBe(limits.refreshTokenSeconds.remembered * 1000);
});

test('S11.10, S13.12: a display name comes with the registration or later, and REST shows it beside the username', async () => {
  const app = await createAccountApp({ env: lenient });
  const { body } = await join(app, { username: 'musician', display_name: ' 山田\u3000花子 ' });
  const { token, user } = body.data;
  const names = { username: 'musician', display_name: '山田 花子' };
  expect(user).toMatchObject(names);
  expect(decodeJwt(token)).toMatchObject(names);
  const change = (display_name: string) => app.call('PUT', '/api/users/profile', { token, body: { display_name } });
  const shown = async () => (await app.call('GET', '/api/users/musician')).body.data.display_name;
  expect(await shown()).toBe('山田 花子');
  expect((await change('שרה')).body.data).toMatchObject({ ...names, display_name: 'שרה' });
  for (const [name, issue] of [
    ['Аda', issues.mixedAlphabets.issue],
    ['A\u200bda', issues.invisibleCharacters.issue],
    ['The System', undefined],
    ['Ѕystem', issues.mixedAlphabets.issue],
    ['system', issues.reserved.issue],
    ['x'.repeat(41), issues.tooLong(40).issue],
  ] as const) {
    if (issue !== undefined) expect(problems(await change(name)), name).toEqual(problemOn('display_name', issue));
    else expect((await change(name)).status, name).toBe(200);
  }
  expect(await shown()).toBe('The System');
  expect((await change('')).body.data.display_name).toBe('musician');
  expect(problems(await join(app, { username: 'bo', display_name: 'Аdmin' }))).toMatchObject({ status: 400 });
});

test('S11.9: elsewhere a registration without a password is 400, and half of a password everywhere', async () => {
  const strict = await createAccountApp({ env: { ROOMTONE_EMAIL: 'optional' } });
  expect(problems(await join(strict, { username: 'ada' }))).toEqual(problemOn('password', 'is required'));
  const app = await createAccountApp({ env: lenient });
  for (const half of [{ password: 'correct horse' }, { confirm_password: 'correct horse' }]) {
    expect(problems(await join(app, { username: 'ada', ...half }))).toEqual(
      problemOn('confirm_password', 'must equal password'),
    );
  }
});

test('S11.9: nobody signs in to an account without a password, whatever they send', async () => {
  const { app } = await withAda();
  for (const password of ['correct horse', 'undefined', 'null', ' ']) {
    expect((await login(app, 'ada', password)).status, password).toBe(401);
  }
  expect((await login(app, 'ada', noPassword)).status).toBe(400);
});

test('S11.9, S10.4: registrations without a password count like others, by address and name', async () => {
  const app = await createTestApp({ env: { ...lenient, ROOMTONE_RATE_LIMIT_AUTH: '2' } });
  const statuses = [];
  for (let attempt = 0; attempt < 3; attempt++) statuses.push((await join(app, { username: 'ada' })).status);
  expect(statuses).toEqual([201, 400, 429]);
});

test('S12.21: an account without a password gets one without `current_password`, and only once', async () => {
  const { app, token } = await withAda();
  const weak = await setPassword(app, token, { new_password: 'password1' });
  expect(problems(weak)).toMatchObject({ status: 400, errors: [{ field: 'new_password' }] });
  expect((await setPassword(app, token, { new_password: 'correct horse' })).status).toBe(200);
  expect(await works(app, token)).toBe(true);
  expect((await login(app, 'ada')).status).toBe(200);
  const again = await setPassword(app, token, { new_password: 'another horse' });
  expect(problems(again)).toEqual(problemOn('current_password', 'is required for an account with a password'));
  const { body } = await app.call('GET', '/api/users/profile', { token });
  expect(body.data.has_password).toBe(true);
});

test('S13.10: an account without a password changes its email and is deleted without one; any other needs it', async () => {
  const { app, token } = await withAda();
  const email = await app.call('PUT', '/api/users/profile', { token, body: { email: 'ada@example.org' } });
  expect([email.status, email.body.data.email]).toEqual([200, 'ada@example.org']);
  const deletion = (own: string) => app.call('DELETE', '/api/users/profile', { token: own, body: {} });
  expect((await deletion(token)).status).toBe(200);
  expect(await works(app, token)).toBe(false);
  const other = await app.register('grace');
  expect(problems(await deletion(other.token))).toEqual(
    problemOn('password', 'is required for an account with a password'),
  );
});
