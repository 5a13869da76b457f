import { createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

const dayMs = 24 * 3600_000;
/** Allows for clocks that differ on a home network. */
const backdatedMs = dayMs;
/** With the backdated day this makes 397 days, the longest that browsers accept. */
const lifetimeMs = 396 * dayMs;

/**
 * Creates a certificate (PEM) for these names and addresses, signed with its own key (EC P-256). It is not an authority, so
 * trusting it means trusting this server only, and nothing else signed with its key.
 */
export async function createSelfSignedCertificate(
  key: KeyObject,
  names: readonly string[],
  now: number,
): Promise<string> {
  // Loaded only when needed, because few starts need a new certificate.
  const { generate } = await import('selfsigned');
  const { cert } = await generate([{ name: 'commonName', value: 'Roomtone' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    keyPair: {
      privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    },
    notBeforeDate: new Date(now - backdatedMs),
    notAfterDate: new Date(now + lifetimeMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  });
  return `${cert}\n`;
}
