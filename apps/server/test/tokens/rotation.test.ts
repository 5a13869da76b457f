import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { createAccessTokens } from '../../src/adapters/tokens/access-tokens.ts';
import { rotateSigningKey, serverKeys } from '../../src/adapters/tokens/key-rotation.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp } from '../support/test-app.ts';

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
