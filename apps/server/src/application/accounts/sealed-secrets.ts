import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts secrets that have to be read again, each for one owner: the text of another owner does not open. */
export interface SealedSecrets {
  seal(secret: Uint8Array, owner: string): string;
  /** Undefined if none of the keys opens it. */
  open(sealed: string, owner: string): Uint8Array | undefined;
}

/** @param keys of 256 bits; the first one encrypts, all decrypt. */
export function createSealedSecrets(keys: readonly [Uint8Array, ...Uint8Array[]]): SealedSecrets {
  return {
    seal(secret, owner) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keys[0], iv, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
      return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.byteLength < ivBytes + tagBytes) return undefined;
      for (const key of keys) {
        const opened = decrypted(bytes, key, owner);
        if (opened !== undefined) return opened;
      }
      return undefined;
    },
  };
}

function decrypted(bytes: Buffer, key: Uint8Array, owner: string): Uint8Array | undefined {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]));
  } catch {
    return undefined;
  }
}
