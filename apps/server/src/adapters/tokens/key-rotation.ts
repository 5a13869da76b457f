// Which keys sign access tokens after the first: kept in a file of their own, as refresh tokens and tickets stay with
// the first, and sessions with them.
import { join } from 'node:path';
import { limits } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';
import { fileNames } from '../files/file-names.ts';
import { replaceFile } from '../files/replace-file.ts';
import { readKept } from '../tls/kept-file.ts';
import {
  deriveKeys,
  formatKey,
  type Keys,
  namedKey,
  newKey,
  parseKey,
  type SigningKey,
  type SigningKeys,
  signingKeyIn,
} from './keys.ts';

/** How often a running server looks whether a host has rotated the key. */
const lookIntervalMs = 5_000;
/** As long as its tokens last, and as a server may go on signing with it before it looks. */
const acceptedMs = limits.accessTokenSeconds * 1000 + 2 * lookIntervalMs;

type RotationClock = Pick<Clock, 'nowMs' | 'monotonicMs'>;

/** What the file holds. */
interface KeptKeys {
  /** Base64. */
  readonly current: string;
  /** Each until ms since 1970. */
  readonly previous: readonly { readonly key: string; readonly until: number }[];
}

/**
 * All keys of a server.
 * @param jwtKey ROOMTONE_JWT_KEY, which takes the place of every key in the data directory.
 * @throws when a file there holds no key.
 */
export async function serverKeys(jwtKey: Uint8Array | undefined, dataDir: string, clock: RotationClock): Promise<Keys> {
  if (jwtKey !== undefined) return deriveKeys(jwtKey);
  const first = await signingKeyIn(dataDir);
  return deriveKeys(first, keptSigningKeys(dataDir, first, clock));
}

/**
 * Has a new key sign access tokens; the one before is accepted until its tokens have expired. A running server follows
 * by itself.
 */
export async function rotateSigningKey(dataDir: string, nowMs: number): Promise<void> {
  const path = join(dataDir, fileNames.accessTokenKeys);
  const text = readKept(path);
  const kept = text === undefined ? undefined : parseKept(text, path);
  const current = kept?.current ?? formatKey(await signingKeyIn(dataDir));
  const previous = (kept?.previous ?? []).filter(({ until }) => until > nowMs);
  const next: KeptKeys = {
    current: formatKey(newKey()),
    previous: [...previous, { key: current, until: nowMs + acceptedMs }],
  };
  await replaceFile(path, `${JSON.stringify(next)}\n`);
}

function keptSigningKeys(dataDir: string, first: Uint8Array, clock: RotationClock): SigningKeys {
  const path = join(dataDir, fileNames.accessTokenKeys);
  let text = readKept(path);
  let keys = keysOf(text, path, first);
  let lookAtMs = clock.monotonicMs() + lookIntervalMs;

  const look = () => {
    const nowMs = clock.monotonicMs();
    if (nowMs < lookAtMs) return;
    lookAtMs = nowMs + lookIntervalMs;
    try {
      const found = readKept(path);
      if (found === text) return;
      keys = keysOf(found, path, first);
      text = found;
    } catch {
      // What is known still serves; the next start says what is wrong with the file.
    }
  };
  return {
    current() {
      look();
      return keys.current;
    },
    find(kid) {
      look();
      if (kid === keys.current.kid) return keys.current;
      return keys.previous.find((key) => key.kid === kid && key.until > clock.nowMs());
    },
  };
}

function keysOf(
  text: string | undefined,
  path: string,
  first: Uint8Array,
): { current: SigningKey; previous: readonly (SigningKey & { until: number })[] } {
  if (text === undefined) return { current: namedKey(first), previous: [] };
  const { current, previous } = parseKept(text, path);
  return {
    current: namedKey(parseKey(current, path)),
    previous: previous.map(({ key, until }) => ({ ...namedKey(parseKey(key, path)), until })),
  };
}

function parseKept(text: string, path: string): KeptKeys {
  try {
    const { current, previous } = JSON.parse(text) as Partial<KeptKeys>;
    if (typeof current === 'string' && Array.isArray(previous)) return { current, previous };
  } catch {
    // Said below.
  }
  throw new Error(`${path} does not hold keys. Restore it, or remove it: then only access tokens have to be renewed.`);
}
