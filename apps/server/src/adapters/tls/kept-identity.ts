import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { fileNames } from '../files/file-names.ts';
import { replaceFile } from '../files/replace-file.ts';
import { readKept } from './kept-file.ts';
import { makeSelfSigned } from './self-signed.ts';

const dayMs = 24 * 3600_000;
const renewBeforeMs = 30 * dayMs;
const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * The key and self-signed certificate of a data directory. The key is made once and stays; the certificate is made anew
 * with it when it ends within 30 days, is not valid yet (the clock was wrong when it was made), no longer covers every
 * name, or cannot be read.
 * @throws when the file holds no key: another would silently break the trust of every client that knows this one.
 */
export async function keptIdentity(
  dataDir: string,
  now: number,
  hostnames: readonly string[],
): Promise<{ key: string; cert: string }> {
  const key = await keptKey(join(dataDir, fileNames.tlsKey));
  const path = join(dataDir, fileNames.tlsCertificate);
  const names = [...new Set([...loopback, ...hostnames])];
  const pem = { key: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
  const kept = readKept(path);
  if (kept !== undefined && stillServes(kept, key, now, names)) return { ...pem, cert: kept };
  const cert = await makeSelfSigned(key, names, now);
  await replaceFile(path, cert);
  return { ...pem, cert };
}

async function keptKey(path: string): Promise<KeyObject> {
  const kept = readKept(path);
  if (kept === undefined) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await replaceFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    return privateKey;
  }
  const key = parseKey(kept);
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

function stillServes(pem: string, key: KeyObject, now: number, names: readonly string[]): boolean {
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
