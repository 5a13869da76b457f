import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { fileNames } from '../files/file-names.ts';
import { readPrivateFile } from '../files/read-private-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

const dayMs = 24 * 3600_000;
const renewBeforeMs = 30 * dayMs;
const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * Loads the key and self-signed certificate of a data directory, or creates them. The key never changes. The certificate is
 * replaced if it expires within 30 days, is not valid yet (the clock was wrong when it was created), does not cover every
 * name, or cannot be read.
 * @throws if the key file holds no key: a new key would break the pin of every client that knows this server.
 */
export async function loadSelfSignedIdentity(
  dataDir: string,
  now: number,
  hostnames: readonly string[],
): Promise<{ key: string; cert: string }> {
  const key = await loadOrCreateKey(join(dataDir, fileNames.tlsKey));
  const path = join(dataDir, fileNames.tlsCertificate);
  const names = [...new Set([...loopback, ...hostnames])];
  const pem = { key: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
  const stored = readPrivateFile(path);
  if (stored !== undefined && isStillGood(stored, key, now, names)) return { ...pem, cert: stored };
  const cert = await createSelfSignedCertificate(key, names, now);
  await replaceFile(path, cert);
  return { ...pem, cert };
}

async function loadOrCreateKey(path: string): Promise<KeyObject> {
  const stored = readPrivateFile(path);
  if (stored === undefined) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await replaceFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    return privateKey;
  }
  const key = parseKey(stored);
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  throw new Error(
    `${path} does not hold a P-256 private key in PEM form. Restore it from a backup, or move it away: the server then makes a new key, and clients that know the old one ask before they trust it.`,
  );
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function isStillGood(pem: string, key: KeyObject, now: number, names: readonly string[]): boolean {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return false;
  }
  const isInTime =
    certificate.validFromDate.getTime() <= now && now < certificate.validToDate.getTime() - renewBeforeMs;
  const covers = (name: string) =>
    (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
  return isInTime && certificate.checkPrivateKey(key) && names.every(covers);
}
