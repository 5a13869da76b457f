import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSigned, signedText } from './update-signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function released(content: string, version = '2.0.0') {
  const path = join(folder, 'update');
  writeFileSync(path, content);
  const sha512 = createHash('sha512').update(content).digest('base64');
  const signature = sign(null, Buffer.from(signedText(version, sha512)), privateKey).toString('base64');
  return { path, file: { sha512, signature } };
}

it('accepts a file that the release key has signed for this version', async () => {
  const { path, file } = released('new');
  expect(await isSigned(path, { version: '2.0.0', files: [{ sha512: 'another' }, file] }, pem)).toBe(true);
});

it('accepts nothing else: no other file, version or key, and no file without a signature', async () => {
  const { path, file } = released('new');
  const check = (files: object[], version = '2.0.0', key = pem) =>
    isSigned(path, { version, files: files as { sha512: string }[] }, key);
  expect(await check([file], '2.0.1')).toBe(false);
  expect(await check([{ sha512: file.sha512 }])).toBe(false);
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(await check([file], '2.0.0', other)).toBe(false);
  writeFileSync(path, 'changed');
  expect(await check([file])).toBe(false);
});
