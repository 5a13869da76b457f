import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTls } from '../../src/adapters/tls/certificate.ts';
import { createSelfSignedCertificate } from '../../src/adapters/tls/self-signed-certificate.ts';
import { ConfigError } from '../../src/config/config.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const dayMs = 24 * 3600_000;
const start = Date.UTC(2026, 0, 1);

async function createFiles() {
  const directory = temporaryDirectory();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const put = (name: string, text: string) => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return path;
  };
  const keyText = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const certText = await createSelfSignedCertificate(privateKey, ['band.example'], start);
  const [certificate, key] = [put('cert.pem', certText), put('key.pem', keyText)];
  return { directory, put, certText, keyText, certificate, key };
}

const load = (certificate: string, key: string, now = start) =>
  loadTls({ mode: 'files', certificate, key }, '/nowhere', now, []);

describe('S6.3: ROOMTONE_TLS=cert.pem,key.pem', () => {
  test('reads both as they are, a chain included', async () => {
    const { put, certText, keyText, key } = await createFiles();
    const chain = `${certText}${(await createFiles()).certText}`;
    const identity = await load(put('chain.pem', chain), key);
    expect(identity).toEqual({ key: keyText, cert: chain, fingerprint: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test('reads what the host has renewed', async () => {
    const { put, certificate, key, keyText } = await createFiles();
    const first = await load(certificate, key);
    put('cert.pem', await createSelfSignedCertificate(createPrivateKey(keyText), ['band.example'], start + dayMs));
    const second = await load(certificate, key);
    expect(second?.cert).not.toBe(first?.cert);
    expect(second?.fingerprint).toBe(first?.fingerprint);
  });

  test.each<[string, (files: Awaited<ReturnType<typeof createFiles>>) => Promise<[string, string, number?]>, RegExp]>([
    [
      'no certificate file',
      async ({ key }) => ['/nowhere/cert.pem', key],
      /\/nowhere\/cert\.pem cannot be read \(ENOENT\)/,
    ],
    ['no key file', async ({ certificate }) => [certificate, '/nowhere/key.pem'], /key\.pem cannot be read \(ENOENT\)/],
    ['a directory', async ({ certificate, directory }) => [certificate, directory], /cannot be read \(EISDIR\)/],
    ['no certificate in it', async ({ put, key }) => [put('c', 'x'), key], /holds no certificate in PEM form/],
    ['the two exchanged', async ({ certificate, key }) => [key, certificate], /key\.pem holds no certificate/],
    ['no key in it', async ({ put, certificate }) => [certificate, put('k', 'x')], /holds no private key in PEM form/],
    [
      'a key with a password',
      async ({ put, certificate, keyText }) => {
        const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
        return [certificate, put('k', createPrivateKey(keyText).export(locked).toString())];
      },
      /asks for a password/,
    ],
    [
      'another key',
      async ({ certificate }) => [certificate, (await createFiles()).key],
      /does not belong to the certificate/,
    ],
    [
      'expired',
      async ({ certificate, key }) => [certificate, key, start + 397 * dayMs],
      /cert\.pem expired on 2027-02-01/,
    ],
    [
      'not valid yet',
      async ({ certificate, key }) => [certificate, key, start - 2 * dayMs],
      /is not valid before 2025-12-31/,
    ],
  ])('%s is a configuration error that names the file', async (_name, files, message) => {
    const [certificate, key, now] = await files(await createFiles());
    const error = await load(certificate, key, now).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).problems).toEqual([expect.stringMatching(message)]);
    expect((error as ConfigError).message).toMatch(/^ROOMTONE_TLS cannot be used: .*\.$/);
  });
});
