import { createHmac, createPublicKey, createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, EncryptJWT, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { encryptJwe } from '../../src/adapters/tokens/jwe.ts';
import { deriveKeys, namedKey } from '../../src/adapters/tokens/keys.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const root = new Uint8Array(randomBytes(32));
const keys = deriveKeys(root);
const { kid } = namedKey(root);

let app: TestApp;
let token: string;
let claims: JWTPayload;
beforeEach(async () => {
  app = await createTestApp({ deps: { keys } });
  ({ token } = await app.register('ada'));
  claims = decodeJwt(token);
});

const sign = (payload: JWTPayload, header: object = {}, key = root) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid, ...header }).sign(key);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Expects a refusal where a token is required, where it is optional, and from the endpoint that validates tokens. */
async function expectRefused(forged: string): Promise<void> {
  const answers = [
    await app.call('POST', '/api/rooms', { token: forged, body: { room_name: 'x' } }),
    await app.call('GET', '/api/rooms', { token: forged }),
    await app.call('POST', '/api/auth/websocket-ticket', { token: forged }),
  ];
  for (const { status, body } of answers) expect([status, body?.error.code]).toEqual([401, 'AUTHENTICATION_ERROR']);
}

test('S12.4: a token from this server is accepted, and so is one signed in the same way', async () => {
  for (const genuine of [token, await sign(claims)]) {
    expect((await app.call('GET', '/api/rooms', { token: genuine })).status).toBe(200);
  }
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid });
});

test('S12.4: only one algorithm is accepted: none, HS384, HS512 and a missing one are refused', async () => {
  const payload = token.split('.')[1];
  for (const alg of ['none', 'None', 'NONE', '', undefined]) {
    const header = encode({ alg, typ: 'at+jwt', kid });
    await expectRefused(`${header}.${payload}.`);
    await expectRefused(`${header}.${payload}.${token.split('.')[2]}`);
  }
  const long = new Uint8Array(randomBytes(64));
  app = await createTestApp({ deps: { keys: deriveKeys(long) } });
  ({ token } = await app.register('ada'));
  const named = { kid: namedKey(long).kid };
  expect((await app.call('GET', '/api/rooms', { token: await sign(decodeJwt(token), named, long) })).status).toBe(200);
  for (const alg of ['HS384', 'HS512']) await expectRefused(await sign(decodeJwt(token), { alg, ...named }, long));
});

test('S12.4: a token with a public-key algorithm is refused, regardless of the key that it names or contains', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = pair.publicKey.export({ format: 'jwk' });
  for (const extra of [{}, { jwk }, { jku: 'https://evil.example/keys' }, { x5u: 'https://evil.example/cert' }]) {
    const header = { alg: 'RS256', typ: 'at+jwt', kid, ...extra };
    await expectRefused(await new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey));
  }
  // The classic confusion: a public key, which anyone may have, used as the HMAC secret.
  const pem = createPublicKey(pair.privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const body = `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${encode(claims)}`;
  await expectRefused(`${body}.${createHmac('sha256', pem).update(body).digest('base64url')}`);
  await expectRefused(`${body}.${createHmac('sha256', '').update(body).digest('base64url')}`);
});

test('S12.4: another key is refused, even under the id of the right one, and so is an unknown id', async () => {
  const other = new Uint8Array(randomBytes(32));
  await expectRefused(await sign(claims, {}, other));
  await expectRefused(await sign(claims, { kid: namedKey(other).kid }, other));
  for (const foreign of [namedKey(other).kid, undefined, '', '../jwt.key', `${kid} `]) {
    await expectRefused(await sign(claims, { kid: foreign }));
  }
});

test.each([
  ['typ JWT', {}, { typ: 'JWT' }],
  ['no typ', {}, { typ: undefined }],
  ['another iss', { iss: 'elsewhere' }, {}],
  ['no iss', { iss: undefined }, {}],
  ['another aud', { aud: 'elsewhere' }, {}],
  ['no aud', { aud: undefined }, {}],
  ['no sid', { sid: undefined }, {}],
  ['a sid that is not text', { sid: 5 }, {}],
  ['no sub', { sub: undefined }, {}],
  ['no exp', { exp: undefined }, {}],
  ['no iat', { iat: undefined }, {}],
  ['a critical extension', {}, { crit: ['b64'], b64: false }],
])('S12.4: a token with %s is refused, even with a valid signature', async (_name, payload, header) => {
  // Undefined stands for a missing claim.
  const forged = sign({ ...claims, ...payload } as JWTPayload, header).catch(() => {
    // The library refuses to sign some of these.
    const body = `${encode({ alg: 'HS256', typ: 'at+jwt', kid, ...header })}.${encode({ ...claims, ...payload })}`;
    return `${body}.${createHmac('sha256', root).update(body).digest('base64url')}`;
  });
  await expectRefused(await forged);
});

test('S12.4: a token is refused after it expired, before it is valid, and before it was issued', async () => {
  const now = app.clock.nowMs() / 1000;
  await expectRefused(await sign({ ...claims, exp: now }));
  await expectRefused(await sign({ ...claims, nbf: now + 1 }));
  await expectRefused(await sign({ ...claims, iat: now + 60, exp: now + 960 }));
});

test('S12.4, S12.5: a token of another user’s session, or of an ended one, is refused', async () => {
  const other = await app.register('grace');
  await expectRefused(await sign({ ...claims, sub: other.user.user_id }));
  await expectRefused(await sign({ ...claims, sid: 'none' }));
  await app.call('POST', '/api/auth/logout', { token: other.token });
  await expectRefused(other.token);
});

test('S12.4: a token with any part altered is refused', async () => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const admin = encode({ ...claims, roles: ['admin'] });
  for (const forged of [
    `${header}.${admin}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    token.slice(1),
  ]) {
    await expectRefused(forged);
  }
  const bytes = Buffer.from(signature, 'base64url');
  for (const index of [0, 15, 31]) {
    const altered = Buffer.from(bytes);
    altered[index] = (altered[index] ?? 0) ^ 1;
    await expectRefused(`${header}.${payload}.${altered.toString('base64url')}`);
  }
});

test('S12.5, S17.1: roles in a token grant nothing; only those in storage count', async () => {
  const forged = await sign({ ...claims, roles: ['admin', 'pro'] });
  const { status } = await app.call('POST', '/api/rooms', {
    token: forged,
    body: { room_name: 'x', room_type: 'pro' },
  });
  expect(status).toBe(403);
});

test('S22.5: neither a ticket nor a refresh token passes for an access token', async () => {
  const { refresh_token: refreshToken } = await app.register('grace');
  const ticket = (await app.call('POST', '/api/auth/websocket-ticket', { token })).body.data.encrypted_payload;
  for (const other of [ticket, refreshToken]) await expectRefused(other);
  const sealed = await new EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'at+jwt', kid })
    .encrypt(keys.tickets);
  await expectRefused(sealed);
});

test('S22.2: with a stolen key, a ticket cannot be forged to last longer than those that the server issues', async () => {
  const { tickets } = app.realtime.deps();
  const identity = { kind: 'guest', username: 'Guest-evil', address: '192.0.2.1' };
  const forge = (exp: unknown) =>
    encryptJwe(JSON.stringify({ identity, jti: String(exp), exp }), createSecretKey(keys.tickets));
  const now = app.clock.serviceUs() / 1_000_000;
  expect(await tickets.redeem(forge(now + 60))).toMatchObject({ identity });
  for (const exp of [now + 61, now + 365 * 24 * 3600, now, undefined, null, 'never', [], {}])
    expect([exp, await tickets.redeem(forge(exp))]).toEqual([exp, undefined]);
});

test('S22.5: an access token does not pass for a ticket, nor a ticket sealed with another key', async () => {
  const { tickets } = app.realtime.deps();
  expect(await tickets.redeem(token)).toBeUndefined();
  const identity = { kind: 'user', userId: claims.sub, username: 'ada', roles: ['admin'], sessionId: claims['sid'] };
  const forge = (key: Uint8Array, header: object = {}) =>
    new EncryptJWT({ identity, jti: 'x', exp: app.clock.nowMs() / 1000 + 60 })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...header })
      .encrypt(key);
  expect(await tickets.redeem(await forge(keys.tickets))).toMatchObject({ identity: { username: 'ada' } });
  expect(await tickets.redeem(await forge(root))).toBeUndefined();
  expect(await tickets.redeem(await forge(keys.refreshTokens))).toBeUndefined();
  expect(await tickets.redeem(await forge(new Uint8Array(16).fill(1), { enc: 'A128GCM' }))).toBeUndefined();
  expect(await tickets.redeem(await sign({ identity, jti: 'y', exp: claims.exp ?? 0 }))).toBeUndefined();
});
