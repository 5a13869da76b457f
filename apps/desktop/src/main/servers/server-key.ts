import { createHash, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** none: nobody answers. plain: somebody answers who speaks no TLS. */
export type KeyAnswer =
  | { readonly kind: 'key'; readonly fingerprint: string }
  | { readonly kind: 'plain' }
  | { readonly kind: 'none' };

const patienceMs = 5_000;
/** What plain http says to a TLS greeting cannot be read as TLS. */
const notTls: ReadonlySet<unknown> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/**
 * Asks a server for its certificate, by a TLS handshake alone: not a byte of a request is sent. The handshake proves that
 * it has the key.
 */
export function keyOfServer(address: URL): Promise<KeyAnswer> {
  const { hostname, port } = address;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port === '' ? 443 : port),
      // Who it is, the caller judges.
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    const end = (answer: KeyAnswer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(patienceMs, () => end({ kind: 'none' }));
    socket.once('error', (error) =>
      end({ kind: notTls.has((error as NodeJS.ErrnoException).code) ? 'plain' : 'none' }),
    );
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

/** What Electron is told of a certificate: 0 lets the connection be, -2 ends it before anything is sent. */
export type CertificateAnswer = 0 | -2;

/**
 * Lets a connection be when the server has this key, whoever signed the certificate, and however old it is.
 * @param pem of the certificate.
 * @param fingerprint of the key; null where no server with TLS is to be spoken with.
 */
export function certificateAnswer(pem: string, fingerprint: string | null): CertificateAnswer {
  try {
    return fingerprintOf(new X509Certificate(pem)) === fingerprint ? 0 : -2;
  } catch {
    return -2;
  }
}
