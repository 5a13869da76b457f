import { createHash, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

/**
 * none: nothing answers. unreachable: the system has no way there, or does not allow it. plain: something answers, but not
 * with TLS.
 */
export type KeyAnswer =
  | { readonly kind: 'key'; readonly fingerprint: string }
  | { readonly kind: 'plain' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'none' };

const timeoutMs = 5_000;
/** OpenSSL's errors when plain http answers a TLS handshake. */
const notTls: ReadonlySet<unknown> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/**
 * Gets a server's certificate with a TLS handshake alone; no request is sent. The handshake proves that the server has the
 * key.
 * @param signal gives up.
 */
export function keyOfServer(address: URL, signal?: AbortSignal): Promise<KeyAnswer> {
  const { hostname, port } = address;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port === '' ? 443 : port),
      // The caller decides whether to trust the key.
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    const giveUp = () => end({ kind: 'none' });
    const end = (answer: KeyAnswer) => {
      signal?.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(answer);
    };
    signal?.addEventListener('abort', giveUp);
    socket.setTimeout(timeoutMs, giveUp);
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (notTls.has(code)) end({ kind: 'plain' });
      else end({ kind: code === 'EHOSTUNREACH' ? 'unreachable' : 'none' });
    });
    socket.once('end', () => end({ kind: 'none' }));
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate();
      if (certificate === undefined) end({ kind: 'none' });
      else end({ kind: 'key', fingerprint: fingerprintOf(certificate) });
    });
  });
}

/** SHA-256 of a certificate's public key (SubjectPublicKeyInfo), base64url. */
export function fingerprintOf(certificate: X509Certificate): string {
  return createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

/** Electron's verdicts on a certificate: 0 accepts it, -2 ends the connection before anything is sent. */
export type CertificateAnswer = 0 | -2;

/**
 * Accepts a certificate if it has this key, regardless of its issuer and age.
 * @param pem the certificate.
 * @param fingerprint of the key; null if no server with TLS is expected.
 */
export function certificateAnswer(pem: string, fingerprint: string | null): CertificateAnswer {
  try {
    return fingerprintOf(new X509Certificate(pem)) === fingerprint ? 0 : -2;
  } catch {
    return -2;
  }
}
