import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTls } from '../../src/adapters/tls/certificate.ts';
import type { TlsIdentity } from '../../src/ports/tls-identity.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const auto = { mode: 'auto' } as const;
const dayMs = 24 * 3600_000;
const start = Date.UTC(2026, 0, 1);
const names = ['studio', 'studio.local', '192.168.1.20', '2001:db8::20'];

async function load(dataDir: string, now = start, hostnames: readonly string[] = names) {
  const identity = await loadTls(auto, dataDir, now, hostnames);
  if (identity === undefined) throw new Error('no identity');
  return { ...identity, certificate: new X509Certificate(identity.cert) };
}

const sameAs = ({ key, cert, fingerprint }: TlsIdentity) => ({ key, cert, fingerprint });

describe('S6.1, S6.2: ROOMTONE_TLS=auto', () => {
  test('creates a self-signed EC P-256 certificate that is not an authority', async () => {
    const { key, certificate } = await load(temporaryDirectory());
    const privateKey = createPrivateKey(key);
    expect(privateKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(certificate.checkPrivateKey(privateKey)).toBe(true);
    expect([certificate.verify(certificate.publicKey), certificate.ca]).toEqual([true, false]);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(certificate.serialNumber).toMatch(/^[0-9A-F]{16,}$/);
  });

  test('covers this machine and the given names', async () => {
    const { certificate } = await load(temporaryDirectory());
    for (const name of ['localhost', 'studio', 'studio.local']) expect(certificate.checkHost(name), name).toBe(name);
    for (const ip of ['127.0.0.1', '::1', '192.168.1.20', '2001:db8::20']) expect(certificate.checkIP(ip), ip).toBe(ip);
    expect(certificate.checkHost('other')).toBeUndefined();
    expect(certificate.checkIP('192.168.1.21')).toBeUndefined();
  });

  test('is valid for 397 days, starting a day ago', async () => {
    const { validFromDate, validToDate } = (await load(temporaryDirectory())).certificate;
    expect(validFromDate.getTime()).toBe(start - dayMs);
    expect(validToDate.getTime() - validFromDate.getTime()).toBe(397 * dayMs);
  });

  test('the fingerprint is the SHA-256 of the public key, base64url', async () => {
    const { fingerprint, certificate } = await load(temporaryDirectory());
    const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
    expect(fingerprint).toBe(createHash('sha256').update(spki).digest('base64url'));
    expect(fingerprint).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test('stores both in the data directory, readable only by their owner', async () => {
    const dataDir = temporaryDirectory();
    await load(dataDir);
    expect(readdirSync(dataDir).sort()).toEqual(['tls-cert.pem', 'tls-key.pem']);
    if (process.platform === 'win32') return;
    const modes = () => ['tls-cert.pem', 'tls-key.pem'].map((file) => statSync(join(dataDir, file)).mode & 0o777);
    expect(modes()).toEqual([0o600, 0o600]);
    chmodSync(join(dataDir, 'tls-key.pem'), 0o644);
    await load(dataDir);
    expect(modes()).toEqual([0o600, 0o600]);
  });

  test('a certificate that is still good stays', async () => {
    const dataDir = temporaryDirectory();
    const first = await load(dataDir);
    expect(await load(dataDir, start + 365 * dayMs)).toMatchObject(sameAs(first));
    expect(await load(dataDir, start, ['studio'])).toMatchObject(sameAs(first));
    expect(await load(dataDir, start, ['STUDIO'])).toMatchObject(sameAs(first));
  });

  test.each<[string, number, readonly string[]]>([
    ['30 days before its end', start + 366 * dayMs, names],
    ['after its end', start + 500 * dayMs, names],
    ['when the clock was ahead when it was made', start - 400 * dayMs, names],
    ['when the machine has a new address', start, [...names, '10.1.2.3']],
    ['when the machine has a new name', start, ['my_laptop', 'my_laptop.local']],
  ])('is replaced %s, with the same key', async (_name, now, hostnames) => {
    const dataDir = temporaryDirectory();
    const first = await load(dataDir);
    const next = await load(dataDir, now, hostnames);
    expect([next.key, next.fingerprint]).toEqual([first.key, first.fingerprint]);
    expect(next.cert).not.toBe(first.cert);
    expect(next.certificate.serialNumber).not.toBe(first.certificate.serialNumber);
    expect(next.certificate.validFromDate.getTime()).toBe(now - dayMs);
    // The next call keeps it.
    expect(await load(dataDir, now, hostnames)).toMatchObject(sameAs(next));
  });

  test('a broken certificate, or one of another key, is replaced', async () => {
    const [dataDir, other] = [temporaryDirectory(), temporaryDirectory()];
    const first = await load(dataDir);
    for (const broken of ['', 'nonsense', first.cert.slice(0, 200), (await load(other)).cert]) {
      writeFileSync(join(dataDir, 'tls-cert.pem'), broken);
      const next = await load(dataDir);
      expect(next.fingerprint).toBe(first.fingerprint);
      expect(next.cert).toBe(readFileSync(join(dataDir, 'tls-cert.pem'), 'utf8'));
    }
  });

  test('a broken key is not replaced', async () => {
    const dataDir = temporaryDirectory();
    await load(dataDir);
    writeFileSync(join(dataDir, 'tls-key.pem'), 'nonsense');
    await expect(load(dataDir)).rejects.toThrow(/tls-key\.pem does not hold a P-256 private key/);
    expect(readFileSync(join(dataDir, 'tls-key.pem'), 'utf8')).toBe('nonsense');
  });

  test('leftovers of a crash do no harm', async () => {
    const dataDir = temporaryDirectory();
    writeFileSync(join(dataDir, 'tls-key.pem.new'), 'half', { mode: 0o644 });
    await load(dataDir);
    expect(readdirSync(dataDir).sort()).toEqual(['tls-cert.pem', 'tls-key.pem', 'tls-key.pem.new']);
  });
});

test('S6.4: ROOMTONE_TLS=off creates no files', async () => {
  const dataDir = temporaryDirectory();
  expect(await loadTls({ mode: 'off' }, dataDir, start, names)).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual([]);
});
