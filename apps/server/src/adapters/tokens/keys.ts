import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileNames } from '../files/file-names.ts';
import { readPrivateFile } from '../files/read-private-file.ts';
import { replaceFile } from '../files/replace-file.ts';

const keyBytes = 32;

/** The server's secret keys. All derive from one, so processes that share it agree on all of them. */
export interface Keys {
  /** Sign access tokens. */
  readonly accessTokens: SigningKeys;
  /** Seals WebSocket tickets. */
  readonly tickets: Uint8Array;
  /** Signs resume tokens. */
  readonly resumeTokens: Uint8Array;
  /** Signs the sandbox's payment events, so that no setting is needed for them. */
  readonly payments: Uint8Array;
  /** Derives the next refresh token from one. Storage keeps the first such key, which outlives the key it derives from. */
  readonly refreshTokens: Uint8Array;
  /**
   * Encrypt the secrets of authenticator apps and webhooks: the first one; the others only decrypt. They have a file of their own, because
   * these secrets outlive the key that everything else derives from.
   */
  readonly secondFactors: readonly [Uint8Array, ...Uint8Array[]];
  /** Makes the nonces by which a gateway knows this server again. */
  readonly portMappings: Uint8Array;
}

/** A key, and the id by which tokens name it. */
export interface SigningKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

/** The signing key, and earlier keys whose tokens are still accepted. */
export interface SigningKeys {
  current(): SigningKey;
  /** Undefined for an unknown id and for a key whose tokens have all expired. */
  find(kid: string): SigningKey | undefined;
}

/** Derives every key from one. @param signing the keys that sign, if they have been rotated. */
export function deriveKeys(root: Uint8Array, signing: SigningKeys = fixedSigningKey(root)): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, '', `roomtone ${purpose}`, 32));
  return {
    accessTokens: signing,
    tickets: derive('websocket tickets'),
    resumeTokens: derive('resume tokens'),
    payments: derive('sandbox payments'),
    refreshTokens: derive('refresh tokens'),
    secondFactors: [derive('second factors')],
    portMappings: derive('port mappings'),
  };
}

/** A key that is never replaced. */
function fixedSigningKey(key: Uint8Array): SigningKeys {
  const only = namedKey(key);
  return { current: () => only, find: (kid) => (kid === only.kid ? only : undefined) };
}

/** Derives the id from the key, so that processes agree on it, by a hash that reveals nothing about the key. */
export function namedKey(key: Uint8Array): SigningKey {
  const kid = createHash('sha256').update('roomtone key id').update(key).digest('base64url').slice(0, 16);
  return { kid, key };
}

/**
 * Reads the first key of a data directory, or creates it (mode 0600).
 * @throws if the file holds no key. Silently replacing a truncated key would end all sessions.
 */
export async function loadOrCreateFirstKey(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, fileNames.firstKey);
  const text = readPrivateFile(path);
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

/** @param path the file that holds the text, for the error message. */
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
