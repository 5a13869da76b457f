import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CertificateStore } from '../../ports/certificate-authority.ts';
import { fileNames } from '../files/file-names.ts';
import { readPrivateFile } from '../files/read-private-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { issuedCertificate } from './issued-certificate.ts';

/**
 * Loads the key of the account at the authority, or makes one.
 * @throws if the file holds no key. With the key, anyone can get certificates for the server's name, so a lost one is not
 *   replaced without a word.
 */
export async function loadAccountKey(dataDir: string): Promise<KeyObject> {
  const path = join(dataDir, fileNames.acmeAccountKey);
  const stored = readPrivateFile(path);
  if (stored === undefined) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await replaceFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    return privateKey;
  }
  try {
    const key = createPrivateKey(stored);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Said below.
  }
  throw new Error(
    `${path} does not hold a P-256 private key in PEM form. Restore it from a backup, or move it away: the server then makes a new account at the certificate authority.`,
  );
}

const begin = '-----BEGIN';
/** Whatever reads PEM skips what stands before the first certificate. */
const issuedBy = (directoryUrl: string) => `Issued by ${directoryUrl}\n`;

/** Keeps the certificate for this name and key in the data directory, where only its owner can read it. */
export function createAcmeFiles(
  dataDir: string,
  wanted: { readonly name: string; readonly key: string; readonly directoryUrl: string },
): CertificateStore {
  const certificatePath = join(dataDir, fileNames.acmeCertificate);
  const waitPath = join(dataDir, fileNames.acmeWait);
  return {
    read() {
      const text = readPrivateFile(certificatePath) ?? '';
      const certificate = issuedCertificate(text.slice(Math.max(0, text.indexOf(begin))), wanted);
      if (certificate === undefined) return undefined;
      return { certificate, isForeign: !text.startsWith(issuedBy(wanted.directoryUrl)) };
    },
    write: ({ chain }) => replaceFile(certificatePath, `${issuedBy(wanted.directoryUrl)}${chain}`),
    readWait() {
      try {
        const { untilMs, name, directoryUrl } = JSON.parse(readPrivateFile(waitPath) ?? '{}');
        const isMeant = name === wanted.name && directoryUrl === wanted.directoryUrl;
        return isMeant && typeof untilMs === 'number' ? untilMs : undefined;
      } catch {
        // Asking too early costs a refusal; not starting would cost more.
        return undefined;
      }
    },
    async writeWait(untilMs) {
      const { name, directoryUrl } = wanted;
      if (untilMs === undefined) await rm(waitPath, { force: true });
      else await replaceFile(waitPath, `${JSON.stringify({ untilMs, name, directoryUrl })}\n`);
    },
  };
}
