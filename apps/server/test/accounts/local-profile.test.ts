import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalProfileFile } from '../../src/adapters/files/local-profile-file.ts';
import { createAccessTokens } from '../../src/adapters/tokens/access-tokens.ts';
import { deriveKeys } from '../../src/adapters/tokens/keys.ts';
import { createRefreshTokens } from '../../src/adapters/tokens/refresh-tokens.ts';
import { createSessions } from '../../src/application/accounts/sessions.ts';
import { createLocalProfile, usernameFrom } from '../../src/application/hosting/local-profile.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp, fakeHasher, type TestApp } from '../support/test-app.ts';

/** An application and a file for its local profile; each newProfile() stands for another start of the server. */
async function startLocal() {
  const keys = deriveKeys(randomBytes(32));
  const app = await createTestApp({ deps: { keys } });
  const file = join(temporaryDirectory(), 'local-profile');
  const { storage, clock } = app;
  const newProfile = () =>
    createLocalProfile({
      storage,
      hasher: fakeHasher,
      clock,
      file: createLocalProfileFile(file),
      sessions: createSessions({
        storage,
        clock,
        accessTokens: createAccessTokens(keys.accessTokens, clock),
        refreshTokens: createRefreshTokens(keys.refreshTokens),
        onEnded: () => {},
      }),
    });
  return { app, file, newProfile };
}

async function refresh(app: TestApp, refreshToken: string): Promise<number> {
  return (await app.call('POST', '/api/auth/refresh', { body: { refresh_token: refreshToken } })).status;
}

test('the local profile is an admin account, created at the first sign-in and used from then on', async () => {
  const { app, file, newProfile } = await startLocal();
  const first = await newProfile().openSession('Ada Lovelace');
  expect(first.username).toBe('Ada-Lovelace');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const answer = await app.call('POST', '/api/auth/refresh', { body: { refresh_token: first.refreshToken } });
  const profile = await app.call('GET', '/api/users/profile', { token: answer.body.data.token });
  expect(profile.body.data).toMatchObject({
    user_id: first.userId,
    username: 'Ada-Lovelace',
    display_name: 'Ada Lovelace',
    roles: ['member', 'admin'],
  });
  expect((await newProfile().openSession('Somebody else')).userId).toBe(first.userId);
});

test('each sign-in of the local profile ends the previous one, and no other session of the account', async () => {
  const { app, newProfile } = await startLocal();
  const first = await newProfile().openSession('ada');
  const second = await newProfile().openSession('ada');
  expect(await refresh(app, first.refreshToken)).toBe(401);
  expect(await refresh(app, second.refreshToken)).toBe(200);
  const sessions = await app.storage.sessionsOf(first.userId, app.clock.nowMs());
  expect(sessions).toHaveLength(1);
  await app.storage.createSession({ ...(sessions[0] ?? expect.fail()), sessionId: 'phone', userAgent: 'a phone' });
  await newProfile().openSession('ada');
  expect(await app.storage.sessionById('phone')).toBeDefined();
});

test('a name that is taken gets a number, and a deleted profile is created again', async () => {
  const { app, newProfile } = await startLocal();
  await app.register('ada');
  const profile = newProfile();
  const first = await profile.openSession('ada');
  expect(first.username).toBe('ada-2');
  await app.storage.deleteUser(first.userId);
  const again = await profile.openSession('ada');
  expect(again.userId).not.toBe(first.userId);
});

test('S1.13: any name of a computer account becomes a valid username', () => {
  expect(usernameFrom('José Ångström')).toBe('Jose-Angstrom');
  expect(usernameFrom('DOMAIN\\ada.l')).toBe('DOMAIN-ada-l');
  expect(usernameFrom('Wolfgang Amadeus Mozart of Salzburg')).toBe('Wolfgang-Amadeus-Moz');
  for (const text of ['', 'me', '山田', '--', 'profile', 'Friends']) expect(usernameFrom(text), text).toBe('musician');
});
