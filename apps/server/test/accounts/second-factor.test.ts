import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import type { Answer, SignedIn, TestApp } from '../support/test-app.ts';
import { createAccountApp, login, makeAdmin, problemOn, problems, works } from './account-app.ts';

const password = 'correct horse';
const base = '/api/users/profile/second-factor';
const stepMs = 30_000;
const hourMs = 3_600_000;

/** The code that an authenticator app with this secret shows. */
function codeOf(secret: string, app: TestApp, stepsLater = 0): string {
  return new TOTP({ secret }).generate({ timestamp: app.clock.nowMs() + stepsLater * stepMs });
}

interface Protected extends SignedIn {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Registers a user and sets up an authenticator app. The next code is one step later. */
async function protect(app: TestApp, username = 'ada'): Promise<Protected> {
  const user = await app.register(username);
  const { secret } = await begin(app, user.token);
  const { body } = await app.call('PUT', `${base}/totp`, { token: user.token, body: { code: codeOf(secret, app) } });
  app.clock.advance(stepMs);
  return { ...user, secret, recoveryCodes: body.data.recovery_codes };
}

async function begin(app: TestApp, token: string) {
  const { status, body } = await app.call('POST', `${base}/totp`, { token, body: { password } });
  expect(status).toBe(200);
  return body.data as { secret: string; uri: string; expires_in: number };
}

async function challengeOf(app: TestApp, username = 'ada'): Promise<string> {
  return (await login(app, username)).body.error.details.second_factor.challenge;
}

const finish = (app: TestApp, factor: object, headers = {}): Promise<Answer> =>
  app.call('POST', '/api/auth/login/second-factor', { body: factor, headers });

const statusOf = async (app: TestApp, token: string) => (await app.call('GET', base, { token })).body.data;

describe('setting up an authenticator app', () => {
  test('S23.1, S23.2: it counts once a code has confirmed it', async () => {
    const app = await createAccountApp({ env: { ROOMTONE_NAME: 'Blue Room' } });
    const { token } = await app.register('ada');
    const off = { enabled: false, totp: false, passkeys: [], recovery_codes: 0, required: false };
    expect(await statusOf(app, token)).toEqual(off);
    const { secret, uri, expires_in } = await begin(app, token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain('otpauth://totp/Blue%20Room:ada?');
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(expires_in).toBe(900);
    const confirm = (code: string) => app.call('PUT', `${base}/totp`, { token, body: { code } });
    expect(problems(await confirm('000000'))).toEqual(problemOn('code', 'is wrong or has been used'));
    expect([await statusOf(app, token), (await login(app, 'ada')).status]).toEqual([off, 200]);
    const code = codeOf(secret, app);
    const { status, body } = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect([status, body.data.recovery_codes.length]).toEqual([200, 10]);
    expect(await statusOf(app, token)).toEqual({
      enabled: true,
      totp: true,
      passkeys: [],
      recovery_codes: 10,
      required: false,
    });
    expect((await confirm(codeOf(secret, app, 1))).status).toBe(404);
  });

  test('S23.2: a secret that nobody confirms is forgotten after 15 minutes', async () => {
    const app = await createAccountApp();
    const { token } = await app.register('ada');
    const { secret } = await begin(app, token);
    app.clock.advance(15 * 60_000);
    const later = (await login(app, 'ada')).body.data.token;
    const body = { code: codeOf(secret, app) };
    expect((await app.call('PUT', `${base}/totp`, { token: later, body })).status).toBe(404);
  });

  test('S23.3: recovery codes come with the first factor only, and can be replaced', async () => {
    const app = await createAccountApp();
    const { token } = await app.register('ada');
    const replace = () => app.call('POST', `${base}/recovery-codes`, { token, body: { password } });
    expect((await replace()).status).toBe(404);
    const first = await begin(app, token);
    const confirm = async (secret: string) =>
      (await app.call('PUT', `${base}/totp`, { token, body: { code: codeOf(secret, app) } })).body.data.recovery_codes;
    const codes = await confirm(first.secret);
    expect(codes).toEqual(Array(10).fill(expect.stringMatching(/^([a-z2-7]{7}-){3}[a-z2-7]{7}$/)));
    expect(new Set(codes).size).toBe(10);
    const second = await begin(app, token);
    expect(await confirm(second.secret)).toEqual([]);
    const replaced = (await replace()).body.data.recovery_codes;
    expect(replaced).not.toContain(codes[0]);
    const challenge = await challengeOf(app);
    expect((await finish(app, { challenge, recovery_code: codes[0] })).status).toBe(400);
    expect((await finish(app, { challenge, recovery_code: replaced[0] })).status).toBe(200);
  });

  test('S23.4: every change asks for the password', async () => {
    const app = await createAccountApp();
    const { token, secret } = await protect(app);
    for (const [method, path] of [
      ['POST', '/totp'],
      ['DELETE', '/totp'],
      ['POST', '/recovery-codes'],
    ] as const) {
      const wrong = await app.call(method, base + path, { token, body: { password: 'wrong' } });
      expect(problems(wrong)).toEqual(problemOn('password', 'is wrong'));
      expect((await app.call(method, base + path, { token, body: {} })).status).toBe(400);
    }
    expect((await finish(app, { challenge: await challengeOf(app), code: codeOf(secret, app) })).status).toBe(200);
    const removed = await app.call('DELETE', `${base}/totp`, { token, body: { password } });
    const off = { enabled: false, totp: false, passkeys: [], recovery_codes: 0, required: false };
    expect([removed.status, removed.body.data]).toEqual([200, off]);
    expect((await login(app, 'ada')).status).toBe(200);
  });
});

describe('signing in with a second factor', () => {
  test('S23.5, S23.6: the right password asks for it, and the second step signs in', async () => {
    const app = await createAccountApp();
    const { secret, user } = await protect(app);
    expect((await login(app, 'ada', 'wrong')).body.error.details).toEqual({});
    const { status, body } = await login(app, 'ada');
    expect([status, body.error.code]).toEqual([401, 'AUTHENTICATION_ERROR']);
    expect(body.error.details).toEqual({
      reason: 'second_factor',
      second_factor: { challenge: expect.any(String), expires_in: 300, methods: ['code', 'recovery_code'] },
    });
    const { challenge } = body.error.details.second_factor;
    const signedIn = await finish(app, { challenge, code: codeOf(secret, app) });
    expect([signedIn.status, signedIn.body.data.user]).toEqual([200, user]);
    expect(await works(app, signedIn.body.data.token)).toBe(true);
  });

  test('S23.5: a challenge is no token, ends after five minutes, with its use, and with the password', async () => {
    const app = await createAccountApp();
    const { token, secret } = await protect(app);
    const challenge = await challengeOf(app);
    expect(await works(app, challenge)).toBe(false);
    expect((await app.call('POST', '/api/auth/refresh', { body: { refresh_token: challenge } })).status).toBe(401);
    const ended = async (given: string) => {
      const { status, body } = await finish(app, { challenge: given, code: codeOf(secret, app) });
      expect([status, body.error.details]).toEqual([401, { reason: 'challenge_ended' }]);
    };
    await ended('made up');
    expect((await finish(app, { challenge, code: codeOf(secret, app) })).status).toBe(200);
    app.clock.advance(stepMs);
    await ended(challenge);
    const old = await challengeOf(app);
    app.clock.advance(5 * 60_000);
    await ended(old);
    const before = await challengeOf(app);
    const body = { current_password: password, new_password: 'staple of the battery' };
    expect((await app.call('PUT', '/api/auth/password', { token, body })).status).toBe(200);
    await ended(before);
  });

  test('S23.5: remember_me of the first step counts', async () => {
    const app = await createAccountApp();
    const { secret } = await protect(app);
    const first = await app.call('POST', '/api/auth/login', {
      body: { username: 'ada', password, remember_me: true },
    });
    const { challenge } = first.body.error.details.second_factor;
    const { refresh_token } = (await finish(app, { challenge, code: codeOf(secret, app) })).body.data;
    app.clock.advance(29 * 24 * hourMs);
    expect((await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })).status).toBe(200);
  });

  test('S23.6: the second step takes exactly one factor', async () => {
    const app = await createAccountApp();
    const { secret, recoveryCodes } = await protect(app);
    const challenge = await challengeOf(app);
    expect(problems(await finish(app, { challenge }))).toEqual(problemOn('code', 'is required'));
    const both = { challenge, code: codeOf(secret, app), recovery_code: recoveryCodes[0] };
    expect(problems(await finish(app, both))).toEqual(problemOn('code', 'must be the only second factor'));
  });

  test('S23.7: a code is valid one step earlier and later, and each works once', async () => {
    const app = await createAccountApp();
    const { secret } = await protect(app);
    const challenge = await challengeOf(app);
    const used = problemOn('code', 'is wrong or has been used');
    // The code that confirmed the app.
    expect(problems(await finish(app, { challenge, code: codeOf(secret, app, -1) }))).toEqual(used);
    expect(problems(await finish(app, { challenge, code: codeOf(secret, app, 2) }))).toEqual(used);
    const later = codeOf(secret, app, 1);
    expect((await finish(app, { challenge, code: later })).status).toBe(200);
    const again = await challengeOf(app);
    for (const code of [later, codeOf(secret, app)]) {
      expect(problems(await finish(app, { challenge: again, code }))).toEqual(used);
    }
    app.clock.advance(3 * stepMs);
    expect((await finish(app, { challenge: again, code: codeOf(secret, app, -1) })).status).toBe(200);
  });

  test('S23.7: of several sign-ins with one code at once, one succeeds', async () => {
    const app = await createAccountApp();
    const { secret } = await protect(app);
    const challenges = await Promise.all([challengeOf(app), challengeOf(app), challengeOf(app)]);
    const code = codeOf(secret, app);
    const answers = await Promise.all(challenges.map((challenge) => finish(app, { challenge, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('S23.7: a recovery code works once, however it is typed', async () => {
    const app = await createAccountApp();
    const { token, recoveryCodes } = await protect(app);
    const [first = ''] = recoveryCodes;
    const typed = first.toUpperCase().replaceAll('-', ' ');
    expect((await finish(app, { challenge: await challengeOf(app), recovery_code: typed })).status).toBe(200);
    const again = await finish(app, { challenge: await challengeOf(app), recovery_code: first });
    expect(problems(again)).toEqual(problemOn('recovery_code', 'is wrong or has been used'));
    expect((await statusOf(app, token)).recovery_codes).toBe(9);
  });

  test('S23.7: with the last recovery code gone, only the app is offered', async () => {
    const app = await createAccountApp();
    const { user } = await protect(app);
    await app.storage.setRecoveryCodes(user.user_id, []);
    expect((await login(app, 'ada')).body.error.details.second_factor.methods).toEqual(['code']);
  });
});

describe('guessing second factors', () => {
  const proxied = { ROOMTONE_TRUST_PROXY: '127.0.0.1' };
  const from = (address: string) => ({ 'x-forwarded-for': address });

  /** Tries wrong codes from one address; resolves with the statuses. */
  async function guess(app: TestApp, count: number, address: string): Promise<number[]> {
    const first = await app.call('POST', '/api/auth/login', {
      body: { username: 'ada', password },
      headers: from(address),
    });
    const challenge = first.body.error.details.second_factor?.challenge ?? 'none';
    const statuses: number[] = [];
    for (let left = count; left > 0; left--) {
      statuses.push((await finish(app, { challenge, code: '000000' }, from(address))).status);
    }
    return statuses;
  }

  test('S23.8: wrong codes are failed logins, and the right password in between does not end the row', async () => {
    const app = await createAccountApp();
    await protect(app);
    for (let count = 0; count < 3; count++) {
      expect((await finish(app, { challenge: await challengeOf(app), code: '000000' })).status).toBe(400);
      expect((await login(app, 'ada', 'wrong')).status).toBe(401);
      expect((await login(app, 'ada', 'wrong')).status).toBe(401);
    }
    expect((await finish(app, { challenge: await challengeOf(app), code: '000000' })).status).toBe(400);
    const { status, body } = await login(app, 'ada');
    expect([status, body.error.details.limit]).toEqual([429, 10]);
  });

  test('S23.9: five in a row lock the second step of an account at their address for an hour', async () => {
    const app = await createAccountApp({ env: proxied });
    const { secret } = await protect(app);
    expect(await guess(app, 6, '192.0.2.1')).toEqual([400, 400, 400, 400, 400, 429]);
    const challenge = await challengeOf(app);
    const right = () => finish(app, { challenge, code: codeOf(secret, app) }, from('192.0.2.1'));
    expect((await right()).status).toBe(429);
    expect((await finish(app, { challenge, code: codeOf(secret, app) }, from('192.0.2.2'))).status).toBe(200);
    app.clock.advance(hourMs);
    expect(await guess(app, 1, '192.0.2.1')).toEqual([400]);
  });

  test('S23.9: twenty from all addresses lock it everywhere but where its user has signed in', async () => {
    const app = await createAccountApp({ env: proxied });
    const { secret } = await protect(app);
    const home = from('198.51.100.1');
    const signIn = async (headers: Readonly<Record<string, string>>) => {
      app.clock.advance(stepMs);
      const first = await app.call('POST', '/api/auth/login', { body: { username: 'ada', password }, headers });
      const { challenge } = first.body.error.details.second_factor;
      return (await finish(app, { challenge, code: codeOf(secret, app) }, headers)).status;
    };
    expect(await signIn(home)).toBe(200);
    for (let block = 0; block < 5; block++) expect(await guess(app, 4, `192.0.2.${block}`)).toEqual(Array(4).fill(400));
    expect([await signIn(from('203.0.113.1')), await signIn(home)]).toEqual([429, 200]);
  });
});

describe('secrets', () => {
  test('S23.10: neither secrets nor codes are stored readable or logged', async () => {
    const app = await createAccountApp({ env: { ROOMTONE_LOG_LEVEL: 'trace' } });
    const { user, secret, recoveryCodes } = await protect(app);
    const challenge = await challengeOf(app);
    await finish(app, { challenge, code: '000000' });
    const stored = JSON.stringify(await app.storage.secondFactorsOf(user.user_id));
    const log = app.logLines.join('');
    expect(log).toContain('/api/auth/login/second-factor');
    for (const text of [secret, challenge, ...recoveryCodes]) {
      expect([stored.includes(text), log.includes(text)]).toEqual([false, false]);
    }
  });
});

describe('admins', () => {
  test('S23.11: where the host requires a second factor, the role of an admin counts once there is one', async () => {
    const app = await createAccountApp({ env: { ROOMTONE_ADMIN_SECOND_FACTOR: 'required' } });
    const { token, user } = await app.register('ada');
    await makeAdmin(app, user.user_id);
    await app.register('bob');
    const grant = () => app.call('PUT', '/api/users/bob/roles', { token, body: { roles: ['pro'] } });
    const { status, body } = await grant();
    expect([status, body.error.details]).toEqual([403, { required: ['admin'], reason: 'second_factor' }]);
    expect(await statusOf(app, token)).toMatchObject({ enabled: false, required: true });
    const { secret } = await begin(app, token);
    await app.call('PUT', `${base}/totp`, { token, body: { code: codeOf(secret, app) } });
    expect((await grant()).status).toBe(200);
    expect(await statusOf(app, token)).toMatchObject({ enabled: true, required: true });
  });

  test('S23.11: the role counts in rooms in the same way', async () => {
    const app = await createLiveApp({ env: { ROOMTONE_ADMIN_SECOND_FACTOR: 'required' } });
    const [ada, grace] = [await app.register('ada'), await app.register('grace')];
    await app.storage.setRoles(ada.user.user_id, ['member', 'admin']);
    await app.storage.setRoles(grace.user.user_id, ['member', 'pro']);
    const body = { room_name: 'Pros', room_type: 'pro' };
    const { room_id: roomId } = (await app.call('POST', '/api/rooms', { token: grace.token, body })).body.data;
    const player = await app.connect(ada.token);
    expect((await player.refusedJoin(roomId)).body.details).toMatchObject({ reason: 'pro' });
    await app.storage.setTotp(ada.user.user_id, { sealedSecret: 'x', lastStep: 1 }, []);
    await player.join(roomId);
  });
});
