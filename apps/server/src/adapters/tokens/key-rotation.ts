// The keys that sign access tokens after a rotation. They have a separate file, because refresh tokens and tickets stay
// with the first key, so that a rotation ends no session.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';
import { fileNames } from '../files/file-names.ts';
import { readPrivateFile } from '../files/read-private-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import {
  deriveKeys,
  formatKey,
  type Keys,
  loadOrCreateFirstKey,
  namedKey,
  newKey,
  parseKey,
  type SigningKey,
  type SigningKeys,
} from './keys.ts';

/** Interval at which a running server checks if a host has rotated the key. */
const checkIntervalMs = 5_000;
/** The lifetime of its tokens, plus the time that a server may keep signing with it before it checks. */
const acceptedMs = limits.accessTokenSeconds * 1000 + 2 * checkIntervalMs;

type RotationClock = Pick<Clock, 'nowMs' | 'monotonicMs'>;

/** The file's content. */
interface KeyFile {
  /** Base64. */
  readonly current: string;
  /** Each is accepted until a time, ms since 1970. */
  readonly previous: readonly { readonly key: string; readonly until: number }[];
}

/**
 * Loads all keys of a server, and creates the first one if needed.
 * @param jwtKey ROOMTONE_JWT_KEY, which replaces every key in the data directory.
 * @throws if a key file there holds no key.
 */
export async function serverKeys(jwtKey: Uint8Array | undefined, dataDir: string, clock: RotationClock): Promise<Keys> {
  if (jwtKey !== undefined) return deriveKeys(jwtKey);
  const first = await loadOrCreateFirstKey(dataDir);
  return deriveKeys(first, rotatingSigningKeys(dataDir, first, clock));
}

/**
 * Makes a new key sign access tokens. The previous key is accepted until its tokens have expired. A running server notices
 * the change without a restart.
 */
export async function rotateSigningKey(dataDir: string, nowMs: number): Promise<void> {
  const path = join(dataDir, fileNames.accessTokenKeys);
  const text = readPrivateFile(path);
  const stored = text === undefined ? undefined : parseKeyFile(text, path);
  const current = stored?.current ?? formatKey(await loadOrCreateFirstKey(dataDir));
  const previous = (stored?.previous ?? []).filter(({ until }) => until > nowMs);
  const next: KeyFile = {
    current: formatKey(newKey()),
    previous: [...previous, { key: current, until: nowMs + acceptedMs }],
  };
  await replaceFile(path, `${JSON.stringify(next)}\n`);
}

/** Makes a new first key, from which all others derive, and forgets those that sign access tokens. No server may be running. */
export async function replaceFirstKey(dataDir: string): Promise<void> {
  await replaceFile(join(dataDir, fileNames.firstKey), `${formatKey(newKey())}\n`);
  await rm(join(dataDir, fileNames.accessTokenKeys), { force: true });
}

function rotatingSigningKeys(dataDir: string, first: Uint8Array, clock: RotationClock): SigningKeys {
  const path = join(dataDir, fileNames.accessTokenKeys);
  let text = readPrivateFile(path);
  let keys = keysOf(text, path, first);
  let nextCheckMs = clock.monotonicMs() + checkIntervalMs;

  const check = () => {
    const nowMs = clock.monotonicMs();
    if (nowMs < nextCheckMs) return;
    nextCheckMs = nowMs + checkIntervalMs;
    try {
      const found = readPrivateFile(path);
      if (found === text) return;
      keys = keysOf(found, path, first);
      text = found;
    } catch {
      // The known keys stay in use; the next start reports what is wrong with the file.
    }
  };
  return {
    current() {
      check();
      return keys.current;
    },
    find(kid) {
      check();
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
  const { current, previous } = parseKeyFile(text, path);
  return {
    current: namedKey(parseKey(current, path)),
    previous: previous.map(({ key, until }) => ({ ...namedKey(parseKey(key, path)), until })),
  };
}

function parseKeyFile(text: string, path: string): KeyFile {
  try {
    const { current, previous } = JSON.parse(text) as Partial<KeyFile>;
    if (typeof current === 'string' && Array.isArray(previous)) return { current, previous };
  } catch {
    // Reported below.
  }
  throw new Error(`${path} does not hold keys. Restore it, or remove it: then only access tokens have to be renewed.`);
}
