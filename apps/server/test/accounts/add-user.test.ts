import { expect, test } from 'vitest';
import { addUser } from '../../src/application/accounts/add-user.ts';
import { createTestApp, fakeHasher } from '../support/test-app.ts';

test('S1.13, S4.5: addUser() follows the rules of registration, and works even while registration is closed', async () => {
  const { call, storage, clock } = await createTestApp({ env: { ROOMTONE_REGISTRATION: 'closed' } });
  const add = (username: string, password: string) =>
    addUser({ storage, clock, hasher: fakeHasher }, { username, password });
  expect(await add('ben', 'a long password')).toEqual([]);
  expect(
    (await call('POST', '/api/auth/login', { body: { username: 'ben', password: 'a long password' } })).status,
  ).toBe(200);
  expect(await add('Ben', 'a long password')).toMatchObject([{ field: 'username', issue: 'is already taken' }]);
  expect(await add('me', 'short')).toMatchObject([{ field: 'username' }, { field: 'password' }]);
  expect(await add('profile', 'password123')).toMatchObject([{ field: 'username' }, { field: 'password' }]);
});
