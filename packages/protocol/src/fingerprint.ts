/**
 * Whether a text is a server's fingerprint: SHA-256 of its certificate's public key (SubjectPublicKeyInfo) in base64url,
 * 43 characters. Of the key and not of the certificate, so that it stays when the certificate is renewed. The last
 * character carries four bits and has one way of writing.
 */
export function isFingerprint(text: string): boolean {
  return /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(text);
}
