import { expect, test } from 'vitest';
import { createArgon2Hasher } from '../../src/adapters/argon2-hasher.ts';

const cheap = { memoryKib: 8, passes: 1 };

test('S11.5: passwords are stored with argon2id, at the cost that OWASP recommends', async () => {
  const hasher = createArgon2Hasher();
  expect(await hasher.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('S11.5: a password matches its own hash only, and never an absent hash', async () => {
  const hasher = createArgon2Hasher(cheap);
  const hash = await hasher.hash('correct horse');
  expect(await hasher.hash('correct horse')).not.toBe(hash);
  expect(await hasher.verify(hash, 'correct horse')).toBe(true);
  expect(await hasher.verify(hash, 'correct Horse')).toBe(false);
  expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
});

test('ports: of many calls at once each gets its own result', async () => {
  const hasher = createArgon2Hasher({ ...cheap, concurrency: 2 });
  const passwords = Array.from({ length: 12 }, (_, index) => `password ${index}`);
  const hashes = await Promise.all(passwords.map((password) => hasher.hash(password)));
  const matches = await Promise.all(hashes.map((hash, index) => hasher.verify(hash, passwords[index] ?? '')));
  expect(matches).toEqual(passwords.map(() => true));
  await expect(hasher.verify('not a hash', 'password')).rejects.toThrow();
  expect(await hasher.verify(hashes[0], 'password 0')).toBe(true);
});
