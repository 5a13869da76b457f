import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileNames } from '../files/file-names.ts';
import { replaceFile } from '../files/replace-file.ts';
import { readKept } from '../tls/kept-file.ts';

const keyBytes = 32;

/** The server's secret keys. All come from one, so that processes which share that one agree on all of them. */
export interface Keys {
  /** Sign access tokens. */
  readonly accessTokens: SigningKeys;
  /** Seals WebSocket tickets. */
  readonly tickets: Uint8Array;
  /** Signs the tokens that resume connections. */
  readonly resumeTokens: Uint8Array;
  /** Signs the sandbox's payment events: nobody has to set it. */
  readonly payments: Uint8Array;
  /** Derives refresh tokens' successors. Storage keeps the first one, which outlasts the key that it was derived from. */
  readonly refreshTokens: Uint8Array;
}

/** A key with the name that tokens know it by. */
export interface SigningKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

/** The key that signs, and those whose tokens are still accepted. */
export interface SigningKeys {
  current(): SigningKey;
  /** Undefined for a key that never was one of these, or is none any more. */
  find(kid: string): SigningKey | undefined;
}

/** Derives every key from one. @param signing in its place for signing, where that has been rotated. */
export function deriveKeys(root: Uint8Array, signing: SigningKeys = oneSigningKey(root)): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, '', `roomtone ${purpose}`, 32));
  return {
    accessTokens: signing,
    tickets: derive('websocket tickets'),
    resumeTokens: derive('resume tokens'),
    payments: derive('sandbox payments'),
    refreshTokens: derive('refresh tokens'),
  };
}

/** A key that is never replaced. */
export function oneSigningKey(key: Uint8Array): SigningKeys {
  const only = namedKey(key);
  return { current: () => only, find: (kid) => (kid === only.kid ? only : undefined) };
}

/** The name follows from the key, so that processes agree on it, and says nothing of the key. */
export function namedKey(key: Uint8Array): SigningKey {
  const kid = createHash('sha256').update('roomtone key id').update(key).digest('base64url').slice(0, 16);
  return { kid, key };
}

/**
 * The first key of a data directory, made on the first start (mode 0600).
 * @throws when the file holds no key: a truncated one is not silently replaced, as that would end all sessions.
 */
export async function signingKeyIn(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, fileNames.firstKey);
  const text = readKept(path);
  if (text !== undefined) return parseKey(text, path);
  const key = newKey();
  await replaceFile(path, `${formatKey(key)}\n`);
  return key;
}

export function newKey(): Uint8Array {
  return new Uint8Array(randomBytes(keyBytes));
}

export function formatKey(key: Uint8Array): string {
  return Buffer.from(key).toString('base64');
}

/** @param path of the file it comes from, for the message of what is thrown. */
export function parseKey(text: string, path: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.byteLength < keyBytes) {
    throw new Error(
      `${path} does not hold a key of at least ${keyBytes} bytes in base64. Restore it from a backup, or move it away: the server ` +
        'then makes a new key, and access tokens and tickets have to be renewed.',
    );
  }
  return new Uint8Array(key);
}
