import { createHash, X509Certificate } from 'node:crypto';
import type { Request } from 'electron';

/** The keys of the servers at a host, as fingerprintOf() gives them. */
export interface Pins {
  ofHost(host: string): readonly string[];
}

/**
 * trusted: this is the key that the host's server is known by, whoever signed the certificate, and however old it is.
 * refused: it is another one. unknown: nothing is known of this host.
 */
export type Verdict = 'trusted' | 'refused' | 'unknown';

/** @param certificate PEM. */
export function verdict(pins: Pins, host: string, certificate: string): Verdict {
  const known = pins.ofHost(host);
  if (known.length === 0) return 'unknown';
  const fingerprint = fingerprintOf(certificate);
  return fingerprint !== undefined && known.includes(fingerprint) ? 'trusted' : 'refused';
}

/** SHA-256 of a certificate's public key (SubjectPublicKeyInfo), base64url; undefined for what is no certificate. */
export function fingerprintOf(certificate: string): string | undefined {
  try {
    const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(key).digest('base64url');
  } catch {
    return undefined;
  }
}

/** What Electron is told: 0 lets the connection be, -2 ends it before anything is sent. Strangers get nothing either. */
export function certificateAnswer(pins: Pins, { hostname, certificate }: Pick<Request, 'hostname' | 'certificate'>) {
  return verdict(pins, hostname, certificate.data) === 'trusted' ? 0 : -2;
}
