import { createSecretKey, randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { expect, test } from 'vitest';
import { decryptJwe, encryptJwe } from '../../src/adapters/tokens/jwe.ts';

const secret = randomBytes(32);
const key = createSecretKey(secret);
const header = { alg: 'dir', enc: 'A256GCM' } as const;

test('other implementations can decrypt the JWE, and theirs can be decrypted, at any length', async () => {
  for (let length = 1; length < 40; length++) {
    const text = 'ü'.repeat(length % 7) + 'x'.repeat(length);
    const sealed = encryptJwe(text, key);
    expect(new TextDecoder().decode((await compactDecrypt(sealed, secret)).plaintext)).toBe(text);
    const encrypt = new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header);
    expect(decryptJwe(await encrypt.encrypt(secret), key)).toBe(text);
  }
});

test('a JWE that was altered, or encrypted with another key or in another way, is not decrypted', async () => {
  const sealed = encryptJwe('a secret', key);
  for (let at = 0; at < sealed.length; at++) {
    const character = sealed[at] === 'A' ? 'B' : 'A';
    const changed = `${sealed.slice(0, at)}${character}${sealed.slice(at + 1)}`;
    // The last character of a part may have unused bits.
    expect([undefined, 'a secret']).toContain(decryptJwe(changed, key));
  }
  for (const part of sealed.split('.'))
    if (part !== '') expect(decryptJwe(sealed.replace(part, ''), key)).toBeUndefined();
  for (const text of ['', '....', sealed.slice(0, -1), `${sealed}.`, `${sealed} `, `.${sealed}`]) {
    expect(decryptJwe(text, key)).toBeUndefined();
  }
  expect(decryptJwe(encryptJwe('a secret', createSecretKey(randomBytes(32))), key)).toBeUndefined();
  const other = new CompactEncrypt(new TextEncoder().encode('a secret')).setProtectedHeader({ ...header, zip: 'none' });
  expect(
    await other.encrypt(secret).then(
      (text) => decryptJwe(text, key),
      () => undefined,
    ),
  ).toBeUndefined();
});
