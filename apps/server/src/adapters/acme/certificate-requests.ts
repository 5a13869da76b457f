import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

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

// The little of DER (X.690) and of X.509 (RFC 5280) that requests and checks consist of.
const tags = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31 } as const;

/** One element. @param tag with the class and the bit for constructed ones. */
function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

const sequence = (...contents: readonly Uint8Array[]): Buffer => element(tags.sequence, ...contents);
const set = (...contents: readonly Uint8Array[]): Buffer => element(tags.set, ...contents);
const octets = (content: Uint8Array): Buffer => element(tags.octets, content);
/** @param bytes big-endian; the first bit says if it is negative. */
const integer = (bytes: Uint8Array): Buffer => element(tags.integer, bytes);
/** Whole bytes. */
const bits = (content: Uint8Array): Buffer => element(tags.bits, Buffer.of(0), content);

/** @param text such as `2.5.29.17`. */
function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return element(tags.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function extension(id: string, isCritical: boolean, value: Uint8Array): Buffer {
  return sequence(oid(id), ...(isCritical ? [Buffer.of(0x01, 1, 0xff)] : []), octets(value));
}

/** The extension that says for which name a certificate is. */
function subjectAlternativeName(name: string): Buffer {
  const dnsName = 0x82;
  return extension('2.5.29.17', false, sequence(element(dnsName, Buffer.from(name, 'latin1'))));
}

/** SubjectPublicKeyInfo. */
function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

/** ecdsa-with-SHA256 */
const signatureAlgorithm = sequence(oid('1.2.840.10045.4.3.2'));

/** Signs with an EC key. */
function signed(content: Buffer, key: KeyObject): Buffer {
  return sequence(content, signatureAlgorithm, bits(sign('sha256', content, key)));
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return bytes;
}
