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
        ...{ registration: 'open', email: 'required', password: 'required', recovery: 'host' },
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
