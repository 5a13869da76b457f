// Compact JWE (RFC 7516) with a shared key and AES-256-GCM only. Encrypting takes a few microseconds here. jose runs the
// cipher on other threads and takes ten times as long, and notes would wait when a thousand clients reconnect together.
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })).toString('base64url');
const form = /^([\w-]+)\.\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** @param key 32 bytes. */
export function encryptJwe(text: string, key: KeyObject): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(header));
  const sealed = `${sealing.update(text, 'utf8', 'base64url')}${sealing.final('base64url')}`;
  return `${header}..${iv.toString('base64url')}.${sealed}.${sealing.getAuthTag().toString('base64url')}`;
}

/** Returns the text that was encrypted with this key; undefined for anything else. */
export function decryptJwe(sealed: string, key: KeyObject): string | undefined {
  const [, head, iv, bytes, tag] = (form.exec(sealed) ?? []).map((part) => Buffer.from(part, 'base64url'));
  if (head === undefined || iv === undefined || bytes === undefined || tag === undefined) return undefined;
  if (!sealed.startsWith(`${header}.`) || iv.length !== ivBytes || tag.length !== tagBytes) return undefined;
  const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(header));
  opening.setAuthTag(tag);
  const text = opening.update(bytes);
  try {
    return Buffer.concat([text, opening.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
