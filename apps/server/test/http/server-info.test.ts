import { expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { createTestApp } from '../support/test-app.ts';

test('S5.8: GET /api/server tells anybody the server’s name and who may create an account', async () => {
  const open = await createTestApp({ env: { ROOMTONE_NAME: 'Garage' } });
  expect(await open.call('GET', '/api/server')).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: {
        ...{ name: 'Garage', version: version(), fingerprint: '' },
        ...{ guests: 'on', registration: 'open', email: 'required', password: 'required', recovery: 'host' },
      },
    },
  });
  const closed = await createTestApp({
    env: { ROOMTONE_REGISTRATION: 'closed', ROOMTONE_EMAIL: 'optional', ROOMTONE_PASSWORD: 'optional' },
  });
  const { body } = await closed.call('GET', '/api/server');
  expect(body.data).toMatchObject({ registration: 'closed', email: 'optional', password: 'optional' });
  expect((await closed.call('GET', '/api/server', { token: 'bad' })).status).toBe(401);
});

test('S17.5: without guests, only the description of the server is there for requests without a token', async () => {
  const { call, register } = await createTestApp({ env: { ROOMTONE_GUESTS: 'off' } });
  const { token, user } = await register('ada');
  const paths = ['/api/rooms', `/api/users/${user.user_id}`, '/api/billing/products'];
  const asked = [...paths.map((path) => ['GET', path] as const), ['POST', '/api/auth/websocket-ticket'] as const];
  for (const [method, path] of asked) {
    const { status, body } = await call(method, path);
    expect([path, status, body.error?.code, body.error?.details]).toEqual([
      path,
      403,
      'AUTHORIZATION_ERROR',
      { required: [], reason: 'guests' },
    ]);
    expect([path, (await call(method, path, { token })).status]).toEqual([path, 200]);
  }
  expect((await call('GET', '/api/server')).body.data).toMatchObject({ guests: 'off' });
  expect((await call('GET', '/api/rooms', { token: 'bad' })).status).toBe(401);
});
