// JWE in its compact form (RFC 7516) with a shared key and AES-256-GCM, and nothing else of it. Sealing takes a few
// microseconds here: a library that leaves the cipher to other threads takes ten times that, and when a thousand clients
// come back at once, notes would wait for it.
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })).toString('base64url');
const form = /^([\w-]+)\.\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** @param key 32 bytes. */
export function seal(text: string, key: KeyObject): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(header));
  const sealed = `${sealing.update(text, 'utf8', 'base64url')}${sealing.final('base64url')}`;
  return `${header}..${iv.toString('base64url')}.${sealed}.${sealing.getAuthTag().toString('base64url')}`;
}

/** The text that was sealed with this key; undefined for anything else. */
export function openSealed(sealed: string, key: KeyObject): string | undefined {
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
