import { createSecretKey, randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { createAccessTokens } from '../../src/adapters/tokens/access-tokens.ts';
import { decryptJwe, encryptJwe } from '../../src/adapters/tokens/jwe.ts';
import { rotateSigningKey, serverKeys } from '../../src/adapters/tokens/key-rotation.ts';
import { TestPlayer } from '../realtime/test-player.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createLiveApp } from '../support/live-app.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp, type SignedIn } from '../support/test-app.ts';

const user = { userId: 'u', username: 'ada', roles: ['member'] };
/** The longest time that a running server takes to notice a change of the file. */
const lookMs = 5_000;

async function start(dataDir = temporaryDirectory(), clock = createFakeClock()) {
  const keys = await serverKeys(undefined, dataDir, clock);
  return { dataDir, clock, keys, tokens: createAccessTokens(keys.accessTokens, clock) };
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

test('S3.4: after a rotation a new key signs, and the one before is accepted until its tokens have expired', async () => {
  const { dataDir, clock, tokens } = await start();
  const before = await tokens.issue(user, 's');
  await rotateSigningKey(dataDir, clock.nowMs());
  clock.advance(lookMs);
  const after = await tokens.issue(user, 's');
  expect(kidOf(after)).not.toBe(kidOf(before));
  expect(await tokens.verify(after)).toMatchObject({ userId: 'u', sessionId: 's' });
  clock.advance(900_000 - lookMs - 1000);
  expect(await tokens.verify(before)).toMatchObject({ userId: 'u' });
  clock.advance(1000);
  expect(await tokens.verify(before)).toBeUndefined();
  expect(await tokens.verify(after)).toBeDefined();
});

test('S3.4: a key is refused when its tokens have expired, even if a token claims a later end', async () => {
  const { dataDir, clock, keys } = await start();
  const { kid } = keys.accessTokens.current();
  await rotateSigningKey(dataDir, clock.nowMs());
  clock.advance(900_000 + 2 * lookMs - 1);
  expect(keys.accessTokens.find(kid)?.kid).toBe(kid);
  clock.advance(1);
  expect(keys.accessTokens.find(kid)).toBeUndefined();
});

test('S3.4: a token signed before the server noticed the rotation also lasts its 900 s', async () => {
  const { dataDir, clock, tokens } = await start();
  await rotateSigningKey(dataDir, clock.nowMs());
  clock.advance(lookMs - 1);
  const late = await tokens.issue(user, 's');
  clock.advance(899_000);
  expect(await tokens.verify(late)).toBeDefined();
});

test('S3.4: every token keeps its lifetime through several rotations and a restart', async () => {
  const first = await start();
  const issued = [await first.tokens.issue(user, 's')];
  for (let count = 0; count < 3; count++) {
    await rotateSigningKey(first.dataDir, first.clock.nowMs());
    first.clock.advance(lookMs);
    issued.push(await first.tokens.issue(user, 's'));
  }
  const again = await start(first.dataDir, first.clock);
  expect(new Set(issued.map(kidOf)).size).toBe(4);
  for (const token of issued) expect(await again.tokens.verify(token)).toBeDefined();
  expect(kidOf(await again.tokens.issue(user, 's'))).toBe(kidOf(issued[3] ?? ''));
  first.clock.advance(1_000_000);
  await rotateSigningKey(first.dataDir, first.clock.nowMs());
  const file = JSON.parse(readFileSync(join(first.dataDir, 'access-token-keys.json'), 'utf8'));
  expect(file.previous).toHaveLength(1);
});

test('S3.5: sessions survive a rotation, because refresh tokens and tickets stay with the first key', async () => {
  const dataDir = temporaryDirectory();
  const clock = createFakeClock();
  const before = (await start(dataDir, clock)).keys;
  const app = await createTestApp({ deps: { keys: before } });
  const { refresh_token: refreshToken } = await app.register('ada');
  await rotateSigningKey(dataDir, clock.nowMs());
  const after = (await start(dataDir, clock)).keys;
  expect([after.tickets, after.refreshTokens]).toEqual([before.tickets, before.refreshTokens]);
  const { status } = await app.call('POST', '/api/auth/refresh', { body: { refresh_token: refreshToken } });
  expect(status).toBe(200);
});

test('R1.2: with a key stolen before a rotation, a ticket for another user’s account opens nothing', async () => {
  const dataDir = temporaryDirectory();
  const clock = createFakeClock();
  const stolen = createSecretKey((await start(dataDir, clock)).keys.tickets);
  await rotateSigningKey(dataDir, clock.nowMs());
  const app = await createLiveApp({ deps: { keys: (await start(dataDir, clock)).keys } });
  const [victim, thief] = [await app.register('ada'), await app.register('mallory')];
  const playing = await app.connect(victim.token);
  const { port } = app.app.server.address() as AddressInfo;
  const own = await app.call('POST', '/api/auth/websocket-ticket', { token: thief.token });
  const { memory } = JSON.parse(decryptJwe(own.body.data.encrypted_payload, stolen) ?? '{}');
  /** Connects as this user with the thief's own session. */
  const forge = ({ user }: SignedIn, resumes?: string) => {
    const { user_id: userId, username, roles } = user;
    const identity = {
      kind: 'user',
      userId,
      username,
      roles,
      sessionId: decodeJwt(thief.token)['sid'],
      address: '127.0.0.1',
    };
    const claims = { identity, resumes, jti: randomUUID(), exp: app.clock.nowMs() / 1000 + 60, memory };
    return new TestPlayer(`ws://127.0.0.1:${port}/api/websocket/${encryptJwe(JSON.stringify(claims), stolen)}`);
  };
  // The forgery itself is good: it opens the thief's own account.
  expect((await forge(thief).take('welcome')).body.user?.userId).toBe(thief.user.user_id);
  await forge(victim).closed;
  // Nor does it take over the victim's connection.
  const { body } = await forge(thief, playing.welcome.connectionId).take('welcome');
  expect([body.resumed, body.user?.userId]).toEqual([false, thief.user.user_id]);
  expect((await app.call('GET', '/metrics')).text).toContain('roomtone_ticket_failures_total 1');
  await playing.sync();
});

test('S3.2: ROOMTONE_JWT_KEY replaces every key in the data directory', async () => {
  const { dataDir, clock, tokens } = await start();
  await rotateSigningKey(dataDir, clock.nowMs());
  const given = new Uint8Array(32).fill(7);
  const fixed = createAccessTokens((await serverKeys(given, dataDir, clock)).accessTokens, clock);
  expect(await fixed.verify(await tokens.issue(user, 's'))).toBeUndefined();
  const elsewhere = createAccessTokens((await serverKeys(given, temporaryDirectory(), clock)).accessTokens, clock);
  expect(await elsewhere.verify(await fixed.issue(user, 's'))).toBeDefined();
});

test('S3.1: only the owner can read keys; a file without a key prevents a start but stops no running server', async () => {
  const { dataDir, clock, tokens } = await start();
  await rotateSigningKey(dataDir, clock.nowMs());
  const path = join(dataDir, 'access-token-keys.json');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  for (const damaged of ['', '{}', '{"current":"c2hvcnQ=","previous":[]}']) {
    writeFileSync(path, damaged);
    await expect(start(dataDir, clock)).rejects.toThrow(/access-token-keys\.json does not hold/);
    clock.advance(lookMs);
    expect(await tokens.verify(await tokens.issue(user, 's'))).toBeDefined();
  }
});
