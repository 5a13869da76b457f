// The little of DER (X.690) and of X.509 (RFC 5280) that requests and checks consist of.
import { createPublicKey, type KeyObject, sign } from 'node:crypto';

const tags = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31 } as const;

/** One element. @param tag with the class and the bit for constructed ones. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

export const sequence = (...contents: readonly Uint8Array[]): Buffer => element(tags.sequence, ...contents);
export const set = (...contents: readonly Uint8Array[]): Buffer => element(tags.set, ...contents);
export const octets = (content: Uint8Array): Buffer => element(tags.octets, content);
/** @param bytes big-endian; the first bit says if it is negative. */
export const integer = (bytes: Uint8Array): Buffer => element(tags.integer, bytes);
/** Whole bytes. */
const bits = (content: Uint8Array): Buffer => element(tags.bits, Buffer.of(0), content);

/** @param text such as `2.5.29.17`. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return element(tags.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

export function extension(id: string, isCritical: boolean, value: Uint8Array): Buffer {
  return sequence(oid(id), ...(isCritical ? [Buffer.of(0x01, 1, 0xff)] : []), octets(value));
}

/** The extension that says for which name a certificate is. */
export function subjectAlternativeName(name: string): Buffer {
  const dnsName = 0x82;
  return extension('2.5.29.17', false, sequence(element(dnsName, Buffer.from(name, 'latin1'))));
}

/** SubjectPublicKeyInfo. */
export function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

/** ecdsa-with-SHA256 */
export const signatureAlgorithm = sequence(oid('1.2.840.10045.4.3.2'));

/** Signs with an EC key. */
export function signed(content: Buffer, key: KeyObject): Buffer {
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
