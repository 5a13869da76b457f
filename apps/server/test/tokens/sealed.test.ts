import { createSecretKey, randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { expect, test } from 'vitest';
import { openSealed, seal } from '../../src/adapters/tokens/sealed.ts';

const secret = randomBytes(32);
const key = createSecretKey(secret);
const header = { alg: 'dir', enc: 'A256GCM' } as const;

test('what is sealed is a JWE that others read, and theirs is opened, whatever its length', async () => {
  for (let length = 1; length < 40; length++) {
    const text = 'ü'.repeat(length % 7) + 'x'.repeat(length);
    const sealed = seal(text, key);
    expect(new TextDecoder().decode((await compactDecrypt(sealed, secret)).plaintext)).toBe(text);
    const encrypt = new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header);
    expect(openSealed(await encrypt.encrypt(secret), key)).toBe(text);
  }
});

test('nothing that was changed, or sealed with another key or in another way, is opened', async () => {
  const sealed = seal('a secret', key);
  for (let at = 0; at < sealed.length; at++) {
    const character = sealed[at] === 'A' ? 'B' : 'A';
    const changed = `${sealed.slice(0, at)}${character}${sealed.slice(at + 1)}`;
    // The last character of a part may have bits that stand for nothing.
    expect([undefined, 'a secret']).toContain(openSealed(changed, key));
  }
  for (const part of sealed.split('.'))
    if (part !== '') expect(openSealed(sealed.replace(part, ''), key)).toBeUndefined();
  for (const text of ['', '....', sealed.slice(0, -1), `${sealed}.`, `${sealed} `, `.${sealed}`]) {
    expect(openSealed(text, key)).toBeUndefined();
  }
  expect(openSealed(seal('a secret', createSecretKey(randomBytes(32))), key)).toBeUndefined();
  const other = new CompactEncrypt(new TextEncoder().encode('a secret')).setProtectedHeader({ ...header, zip: 'none' });
  expect(
    await other.encrypt(secret).then(
      (text) => openSealed(text, key),
      () => undefined,
    ),
  ).toBeUndefined();
});
