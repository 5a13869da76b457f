import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const keyBytes = 32;
const fileName = 'jwt.key';

/** The server's secret keys. All come from one, so that processes which share that one agree on all of them. */
export interface Keys {
  /** Signs access tokens. */
  readonly accessTokens: Uint8Array;
  /** Seals WebSocket tickets. */
  readonly tickets: Uint8Array;
  /** Derives refresh tokens' successors. */
  readonly refreshTokens: Uint8Array;
}

/** Derives every key from the signing key. */
export function deriveKeys(signingKey: Uint8Array): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', signingKey, '', `roomtone ${purpose}`, 32));
  return { accessTokens: signingKey, tickets: derive('websocket tickets'), refreshTokens: derive('refresh tokens') };
}

/**
 * The signing key kept in the data directory, made on the first start (mode 0600).
 * @throws when the file holds no key: a truncated one is not silently replaced, as that would end all sessions.
 */
export function signingKeyIn(dataDir: string): Uint8Array {
  const path = join(dataDir, fileName);
  const text = readIfPresent(path);
  if (text === undefined) return makeKey(path);
  const key = Buffer.from(text.trim(), 'base64');
  if (key.byteLength < keyBytes)
    throw new Error(`${path} does not hold a key of at least ${keyBytes} bytes in base64.`);
  return new Uint8Array(key);
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written beside and renamed, so that a crash leaves a whole key or none. */
function makeKey(path: string): Uint8Array {
  const key = randomBytes(keyBytes);
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(file, `${key.toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  return new Uint8Array(key);
}
