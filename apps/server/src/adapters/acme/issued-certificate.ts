import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { IssuedCertificate } from '../../ports/certificate-authority.ts';

/** Reads a chain in PEM form; undefined unless it begins with a certificate for this name and key. */
export function issuedCertificate(
  chain: string,
  { name, key }: { readonly name: string; readonly key: string },
): IssuedCertificate | undefined {
  try {
    const certificate = new X509Certificate(chain);
    const fits = certificate.checkHost(name) !== undefined && certificate.checkPrivateKey(createPrivateKey(key));
    if (!fits) return undefined;
    const { validFromDate, validToDate } = certificate;
    return { chain, notBeforeMs: validFromDate.getTime(), notAfterMs: validToDate.getTime() };
  } catch {
    return undefined;
  }
}
