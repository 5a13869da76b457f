import { describe, expect, test } from 'vitest';
import { createAuthenticator } from '../support/authenticator.ts';
import type { SignedIn, TestApp } from '../support/test-app.ts';
import { createAccountApp, problemOn, problems, works } from './account-app.ts';

const password = 'correct horse';
const base = '/api/users/profile/second-factor';
const host = 'music.example.org';
const origin = `https://${host}`;
const headers = { host };
const used = 'is wrong or has been used';

const createPasskeyApp = (env = {}) => createAccountApp({ env: { ROOMTONE_PUBLIC_URL: origin, ...env } });

const begin = (app: TestApp, token: string, given = password) =>
  app.call('POST', `${base}/passkeys/options`, { token, headers, body: { password: given } });

const login = (app: TestApp, at: Readonly<Record<string, string>> = headers) =>
  app.call('POST', '/api/auth/login', { body: { username: 'ada', password }, headers: at });

const finish = (app: TestApp, body: object) => app.call('POST', '/api/auth/login/second-factor', { body, headers });

/** Adds a passkey, and returns its device. */
async function addPasskey(app: TestApp, { token }: SignedIn, name = 'Phone') {
  const authenticator = createAuthenticator(host);
  const { challenge } = (await begin(app, token)).body.data.options;
  const body = { name, ...authenticator.create({ challenge, origin }) };
  const added = await app.call('POST', `${base}/passkeys`, { token, headers, body });
  expect(added.status).toBe(201);
  return { ...authenticator, recoveryCodes: added.body.data.recovery_codes as readonly string[] };
}

describe('adding a passkey', () => {
  test('S23.12: the browser gets what it needs, and the passkey it made counts', async () => {
    const app = await createPasskeyApp({ ROOMTONE_NAME: 'Blue Room' });
    const ada = await app.register('ada');
    expect(problems(await begin(app, ada.token, 'wrong'))).toEqual(problemOn('password', 'is wrong'));
    const { options } = (await begin(app, ada.token)).body.data;
    expect(options).toMatchObject({
      rp: { id: host, name: 'Blue Room' },
      user: { name: 'ada' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const { id, recoveryCodes } = await addPasskey(app, ada);
    expect(recoveryCodes).toHaveLength(10);
    const { data: status } = (await app.call('GET', base, { token: ada.token })).body;
    const now = new Date(app.clock.nowMs()).toISOString();
    const entry = { passkey_id: id, name: 'Phone', created_at: now, last_used: now };
    expect(status).toEqual({ enabled: true, totp: false, passkeys: [entry], recovery_codes: 10, required: false });
    const again = (await begin(app, ada.token)).body.data.options;
    expect(again.excludeCredentials).toEqual([expect.objectContaining({ id })]);
    expect((await addPasskey(app, ada, 'Key')).recoveryCodes).toEqual([]);
  });

  test('S23.12: an answer to another question, of another page or for another host does not count', async () => {
    const app = await createPasskeyApp();
    const { token } = await app.register('ada');
    const add = async (over: { challenge?: string; origin?: string }, of = host) => {
      const { challenge } = (await begin(app, token)).body.data.options;
      const body = { name: 'Phone', ...createAuthenticator(of).create({ challenge, origin, ...over }) };
      return app.call('POST', `${base}/passkeys`, { token, headers, body });
    };
    const wrong = problemOn('id', used);
    expect(problems(await add({ challenge: 'bWFkZSB1cA' }))).toEqual(wrong);
    expect(problems(await add({ origin: 'https://evil.example' }))).toEqual(wrong);
    expect(problems(await add({}, 'evil.example'))).toEqual(wrong);
    const late = { name: 'Phone', ...createAuthenticator(host).create({ challenge: 'x', origin }) };
    expect((await app.call('POST', `${base}/passkeys`, { token, headers, body: late })).status).toBe(404);
    expect((await add({})).status).toBe(201);
  });

  test('S23.12: an account has at most 20', async () => {
    const app = await createPasskeyApp();
    const ada = await app.register('ada');
    for (let count = 0; count < 20; count++) await addPasskey(app, ada, `Key ${count}`);
    const { challenge } = (await begin(app, ada.token)).body.data.options;
    const body = { name: 'One more', ...createAuthenticator(host).create({ challenge, origin }) };
    const refused = await app.call('POST', `${base}/passkeys`, { token: ada.token, headers, body });
    expect(problems(refused)).toEqual(problemOn('id', 'is one passkey more than 20'));
  });

  test('S23.13: there are none over plain http and at IP addresses', async () => {
    for (const publicUrl of ['http://music.example.org', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
      const app = await createPasskeyApp({ ROOMTONE_PUBLIC_URL: publicUrl });
      const { token } = await app.register('ada');
      const { status } = await app.call('POST', `${base}/passkeys/options`, { token, body: { password } });
      expect([publicUrl, status]).toEqual([publicUrl, 404]);
    }
  });
});

describe('signing in with a passkey', () => {
  test('S23.14: the right password asks for it, and its answer signs in, once', async () => {
    const app = await createPasskeyApp();
    const ada = await app.register('ada');
    const phone = await addPasskey(app, ada);
    const { details } = (await login(app)).body.error;
    expect(details.second_factor).toMatchObject({
      methods: ['passkey', 'recovery_code'],
      passkey: { rpId: host, allowCredentials: [{ id: phone.id, transports: ['internal'] }] },
    });
    const { challenge, passkey: options } = details.second_factor;
    const asked = { challenge: options.challenge, origin };
    const elsewhere = phone.answer({ ...asked, origin: 'https://evil.example' });
    expect(problems(await finish(app, { challenge, passkey: elsewhere }))).toEqual(problemOn('passkey', used));
    const other = { ...phone.answer(asked), signature: createAuthenticator(host).answer(asked).signature };
    expect(problems(await finish(app, { challenge, passkey: other }))).toEqual(problemOn('passkey', used));
    const answer = phone.answer(asked);
    app.clock.advance(1_000);
    const signedIn = await finish(app, { challenge, passkey: answer });
    expect([signedIn.status, signedIn.body.data.user]).toEqual([200, ada.user]);
    expect(await works(app, signedIn.body.data.token)).toBe(true);
    expect((await finish(app, { challenge, passkey: answer })).body.error.details.reason).toBe('challenge_ended');
    // The same answer to the next sign-in.
    const next = (await login(app)).body.error.details.second_factor.challenge;
    expect(problems(await finish(app, { challenge: next, passkey: answer }))).toEqual(problemOn('passkey', used));
    const [entry] = (await app.call('GET', base, { token: ada.token })).body.data.passkeys;
    expect(Date.parse(entry.last_used) - Date.parse(entry.created_at)).toBe(1_000);
  });

  test('S23.14: a passkey of another user signs nobody in', async () => {
    const app = await createPasskeyApp();
    await addPasskey(app, await app.register('ada'));
    const bobs = await addPasskey(app, await app.register('bob'));
    const { challenge, passkey } = (await login(app)).body.error.details.second_factor;
    const answer = bobs.answer({ challenge: passkey.challenge, origin });
    expect(problems(await finish(app, { challenge, passkey: answer }))).toEqual(problemOn('passkey', used));
  });

  test('S23.13: a passkey is not asked for at another host', async () => {
    const app = await createAccountApp();
    const ada = await app.register('ada');
    const record = { passkeyId: 'x', host, name: 'Phone', publicKey: 'x', counter: 0, transports: [], createdAt: 0 };
    await app.storage.addPasskey(ada.user.user_id, { ...record, lastUsed: undefined }, ['a']);
    const { second_factor: needed } = (await login(app, { host: 'localhost' })).body.error.details;
    expect([needed.methods, needed.passkey]).toEqual([['recovery_code'], undefined]);
  });

  test('S23.4, S23.3: removing one asks for the password, and the last one takes the recovery codes along', async () => {
    const app = await createPasskeyApp();
    const ada = await app.register('ada');
    const { token } = ada;
    const [phone, key] = [await addPasskey(app, ada), await addPasskey(app, ada, 'Key')];
    const remove = (id: string, given = password) =>
      app.call('DELETE', `${base}/passkeys/${id}`, { token, body: { password: given } });
    expect(problems(await remove(phone.id, 'wrong'))).toEqual(problemOn('password', 'is wrong'));
    expect((await remove(phone.id)).body.data).toMatchObject({ enabled: true, recovery_codes: 10 });
    expect((await remove(phone.id)).status).toBe(404);
    expect((await remove(key.id)).body.data).toMatchObject({ enabled: false, passkeys: [], recovery_codes: 0 });
    expect((await login(app)).status).toBe(200);
  });
});
