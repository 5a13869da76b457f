/**
 * Tells whether a text is a server's fingerprint: SHA-256 of its certificate's public key (SubjectPublicKeyInfo) in
 * base64url, 43 characters. It covers the key rather than the certificate, so that it survives a renewal of the
 * certificate. The last character carries four bits and has only one valid spelling.
 */
export function isFingerprint(text: string): boolean {
  return /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(text);
}
