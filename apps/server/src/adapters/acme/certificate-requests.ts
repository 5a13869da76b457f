import { createHash, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  element,
  extension,
  integer,
  octets,
  oid,
  publicKeyOf,
  sequence,
  set,
  signatureAlgorithm,
  signed,
  subjectAlternativeName,
} from './der.ts';

const utcTime = 0x17;
const utf8 = 0x0c;
/** An element of these replaces one without a number. */
const numbered = (number: number) => 0xa0 + number;

/** Asks for a certificate for this name and EC key in PEM (PKCS #10, RFC 2986), as DER. */
export function createCertificateRequest(key: string, name: string): Buffer {
  const privateKey = createPrivateKey(key);
  const extensionRequest = sequence(oid('1.2.840.113549.1.9.14'), set(sequence(subjectAlternativeName(name))));
  const noSubject = sequence();
  const content = sequence(
    integer(Buffer.of(0)),
    noSubject,
    publicKeyOf(privateKey),
    element(numbered(0), extensionRequest),
  );
  return signed(content, privateKey);
}

/**
 * Makes the certificate by which an authority knows this server again (RFC 8737, section 3), with a key of its own, in PEM.
 * @param content the key authorization.
 */
export function createChallengeCertificate(
  name: string,
  content: string,
): { readonly cert: string; readonly key: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const digest = createHash('sha256').update(content).digest();
  const who = sequence(set(sequence(oid('2.5.4.3'), element(utf8, Buffer.from('acme-challenge')))));
  // A check takes seconds, but the clock of this machine may be wrong.
  const validity = sequence(time('000101000000Z'), time('491231235959Z'));
  const version3 = element(numbered(0), integer(Buffer.of(2)));
  const serial = integer(Buffer.concat([Buffer.of(1), randomBytes(15)]));
  const acmeIdentifier = extension('1.3.6.1.5.5.7.1.31', true, octets(digest));
  const certificate = sequence(
    version3,
    serial,
    signatureAlgorithm,
    who,
    validity,
    who,
    publicKeyOf(privateKey),
    element(numbered(3), sequence(subjectAlternativeName(name), acmeIdentifier)),
  );
  return {
    cert: pem(signed(certificate, privateKey)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function time(text: string): Buffer {
  return element(utcTime, Buffer.from(text));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
