import { connect } from 'node:tls';
import { fingerprintOf } from './certificate.ts';

/**
 * The fingerprint of the key with which an address answers, by a TLS handshake alone; undefined if none does in time.
 */
export function keyAt(
  { host, port }: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false });
    const end = (fingerprint: string | undefined) => {
      socket.destroy();
      resolve(fingerprint);
    };
    socket.setTimeout(timeoutMs, () => end(undefined));
    socket.on('error', () => end(undefined));
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate();
      end(certificate === undefined ? undefined : fingerprintOf(certificate));
    });
  });
}
