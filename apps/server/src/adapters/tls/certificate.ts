import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from '../../config/config.ts';
import type { TlsSetting } from '../../config/config-values.ts';
import type { TlsIdentity } from '../../ports/tls-identity.ts';
import { fileNames } from '../files/file-names.ts';
import { readPrivateFile } from '../files/read-private-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

/**
 * Loads the key and certificate for a setting of ROOMTONE_TLS; undefined for off. Call it again regularly (once a day): in
 * modes auto and acme it renews a certificate that expires soon or no longer covers this machine's names, and in mode files
 * it reads the files that the host has renewed. In mode acme the certificate of the authority comes on top, for one name.
 * @param now ms since 1970.
 * @param hostnames names and addresses that a self-signed certificate must cover, besides the loopback ones.
 * @throws {ConfigError} if the files cannot be used.
 */
export async function loadTls(
  setting: TlsSetting,
  dataDir: string,
  now: number,
  hostnames: readonly string[],
): Promise<TlsIdentity | undefined> {
  if (setting.mode === 'off') return undefined;
  const { key, cert } =
    setting.mode === 'files' ? filesIdentity(setting, now) : await loadSelfSignedIdentity(dataDir, now, hostnames);
  return { key, cert, fingerprint: fingerprintOf(new X509Certificate(cert)) };
}

/** See `TlsIdentity.fingerprint`. */
export function fingerprintOf(certificate: X509Certificate): string {
  const publicKey = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(publicKey).digest('base64url');
}

function filesIdentity(files: { certificate: string; key: string }, now: number): { key: string; cert: string } {
  const cert = read(files.certificate);
  const key = read(files.key);
  const certificate = parsed(`${files.certificate} holds no certificate in PEM form`, () => new X509Certificate(cert));
  const privateKey: KeyObject = parsed(
    `${files.key} holds no private key in PEM form, or one that asks for a password`,
    () => createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw unusable(`the key in ${files.key} does not belong to the certificate in ${files.certificate}`);
  }
  const { validFromDate, validToDate } = certificate;
  if (now > validToDate.getTime()) {
    throw unusable(`the certificate in ${files.certificate} expired on ${validToDate.toISOString()}`);
  }
  if (now < validFromDate.getTime()) {
    throw unusable(`the certificate in ${files.certificate} is not valid before ${validFromDate.toISOString()}`);
  }
  return { key, cert };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unusable(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function parsed<T>(problem: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw unusable(problem);
  }
}

function unusable(problem: string): ConfigError {
  return new ConfigError([`ROOMTONE_TLS cannot be used: ${problem}.`]);
}

const dayMs = 24 * 3600_000;
const renewBeforeMs = 30 * dayMs;
const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * Loads the key and self-signed certificate of a data directory, or creates them. The key never changes. The certificate is
 * replaced if it expires within 30 days, is not valid yet (the clock was wrong when it was created), does not cover every
 * name, or cannot be read.
 * @throws if the key file holds no key: a new key would break the pin of every client that knows this server.
 */
async function loadSelfSignedIdentity(
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
