/** The key and certificate of a listening server. */
export interface TlsIdentity {
  /** PEM. */
  readonly key: string;
  /** PEM; with the chain if the host's file has one. */
  readonly cert: string;
  /**
   * SHA-256 of the public key (SubjectPublicKeyInfo), base64url. Of the key and not of the certificate, so that it stays
   * when the certificate is renewed and clients can pin it; base64url, so that it fits into a link or an mDNS record as
   * it is.
   */
  readonly fingerprint: string;
}
