import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../../config/config.ts';
import type { TlsSetting } from '../../config/config-values.ts';
import type { TlsIdentity } from '../../ports/tls-identity.ts';
import { loadSelfSignedIdentity } from './self-signed-identity.ts';

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
