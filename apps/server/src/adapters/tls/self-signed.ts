import { createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

const dayMs = 24 * 3600_000;
/** Clocks on a home network differ. */
const backdatedMs = dayMs;
/** With the day before: 397 days, the longest that browsers take. */
const lifetimeMs = 396 * dayMs;

/**
 * A certificate (PEM) for these names and addresses, signed with its own key (EC P-256). Not an authority: whoever
 * trusts it trusts this server and nothing that could be signed with its key.
 */
export async function makeSelfSigned(key: KeyObject, names: readonly string[], now: number): Promise<string> {
  // Loaded only when needed: few starts need a new certificate.
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
