import { expect, test } from 'vitest';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import type { PasswordHasher } from '../../src/ports/password-hasher.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { fakeHasher } from '../support/test-app.ts';
import { createAccountApp, login } from './account-app.ts';

/** An application with the user ada, whose hasher counts its calls. */
async function countingApp() {
  const asked = { hash: 0, verify: 0 };
  const hasher: PasswordHasher = {
    hash(password) {
      asked.hash++;
      return fakeHasher.hash(password);
    },
    verify(hash, password) {
      asked.verify++;
      return fakeHasher.verify(hash, password);
    },
  };
  const app = await createAccountApp({ deps: { hasher } });
  await app.register('ada');
  /** The status of a login, and the number of calls to the hasher. */
  const attempt = async (name: string, password?: string) => {
    Object.assign(asked, { hash: 0, verify: 0 });
    const { status } = await login(app, name, password);
    return { status, ...asked };
  };
  return { app, attempt };
}

test('S12.2: an unknown user and a wrong password take the same work as a login: one password is verified', async () => {
  const { attempt } = await countingApp();
  const refused = { status: 401, hash: 0, verify: 1 };
  expect(await attempt('ada', 'wrong horse')).toEqual(refused);
  expect(await attempt('ADA@example.org', 'wrong horse')).toEqual(refused);
  expect(await attempt('nobody', 'wrong horse')).toEqual(refused);
  expect(await attempt('nobody@example.org', 'wrong horse')).toEqual(refused);
  expect(await attempt('ada')).toEqual({ status: 200, hash: 0, verify: 1 });
});

test('S10.11: while a login is locked no password is verified, whether or not the name has an account', async () => {
  const { attempt } = await countingApp();
  for (const name of ['ada', 'nobody']) {
    for (let count = 0; count < 10; count++) await attempt(name, 'wrong horse');
    for (const password of ['wrong horse', 'correct horse']) {
      expect(await attempt(name, password)).toEqual({ status: 429, hash: 0, verify: 0 });
    }
  }
});

test('S10.13: locks are kept in the ephemeral store and apply in every process that shares it', async () => {
  const clock = createFakeClock();
  const shared = { storage: openMemoryStorage(), ephemeral: createMemoryEphemeral(clock), clock };
  const [one, other] = [await createAccountApp({ deps: shared }), await createAccountApp({ deps: shared })];
  await one.register('ada');
  for (let count = 0; count < 10; count++) await login(count % 2 === 0 ? one : other, 'ada', 'wrong horse');
  expect([(await login(one, 'ada')).status, (await login(other, 'ada')).status]).toEqual([429, 429]);
});
