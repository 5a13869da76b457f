import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deriveKeys, type Keys, loadOrCreateFirstKey } from '../../src/adapters/tokens/keys.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test('S3.1: the signing key is created on the first start and stays; only its owner can read it', async () => {
  const directory = temporaryDirectory();
  const key = await loadOrCreateFirstKey(directory);
  expect(key.byteLength).toBe(32);
  expect(await loadOrCreateFirstKey(directory)).toEqual(key);
  expect(await loadOrCreateFirstKey(temporaryDirectory())).not.toEqual(key);
  const file = join(directory, 'jwt.key');
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toEqual(Buffer.from(key));
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('S3.1: a key file without a key is refused and not replaced', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'jwt.key'), 'c2hvcnQ=\n');
  await expect(loadOrCreateFirstKey(directory)).rejects.toThrow(/jwt\.key does not hold a key/);
  expect(readFileSync(join(directory, 'jwt.key'), 'utf8')).toBe('c2hvcnQ=\n');
});

test('S3.3: processes that share the signing key agree on every key, and no two keys are the same', () => {
  const signing = new Uint8Array(32).fill(7);
  const keys = deriveKeys(signing);
  const known = (all: Keys) => [all.accessTokens.current(), all.tickets, all.payments, all.refreshTokens];
  expect(known(deriveKeys(signing))).toEqual(known(keys));
  const texts = [keys.accessTokens.current().key, keys.tickets, keys.refreshTokens].map((key) =>
    Buffer.from(key).toString('hex'),
  );
  expect(new Set(texts).size).toBe(3);
  expect(deriveKeys(new Uint8Array(32).fill(8)).tickets).not.toEqual(keys.tickets);
});
