import { join } from 'node:path';
import { fileNames } from '../files/file-names.ts';
import { readPrivateFile } from '../files/read-private-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { formatKey, type Keys, newKey } from './keys.ts';

type SecondFactorKeys = Keys['secondFactors'];

const keyBytes = 32;

/**
 * Reads the keys of a data directory, one a line, or creates the first one (mode 0600).
 * @throws if the file holds no keys: with others nobody could sign in with an authenticator app.
 */
export async function loadOrCreateSecondFactorKeys(dataDir: string): Promise<SecondFactorKeys> {
  const stored = readSecondFactorKeys(dataDir);
  if (stored !== undefined) return stored;
  const keys: SecondFactorKeys = [newKey()];
  await store(dataDir, keys);
  return keys;
}

/** The keys of a data directory; undefined if it has none. @throws if the file holds no keys. */
export function readSecondFactorKeys(dataDir: string): SecondFactorKeys | undefined {
  const path = join(dataDir, fileNames.secondFactorKeys);
  const text = readPrivateFile(path);
  return text === undefined ? undefined : parsed(text, path);
}

/**
 * Replaces the key. No server may be running.
 * @param reseal encrypts everything again with the first of the keys; the others decrypt it. If it is interrupted, all of them
 *   stay.
 */
export async function replaceSecondFactorKey(
  dataDir: string,
  reseal: (keys: SecondFactorKeys) => Promise<void>,
): Promise<void> {
  const keys: SecondFactorKeys = [newKey(), ...(await loadOrCreateSecondFactorKeys(dataDir))];
  await store(dataDir, keys);
  await reseal(keys);
  await store(dataDir, [keys[0]]);
}

async function store(dataDir: string, keys: SecondFactorKeys): Promise<void> {
  await replaceFile(join(dataDir, fileNames.secondFactorKeys), keys.map((key) => `${formatKey(key)}\n`).join(''));
}

function parsed(text: string, path: string): SecondFactorKeys {
  const [first, ...others] = text
    .trim()
    .split('\n')
    .map((line) => new Uint8Array(Buffer.from(line, 'base64')));
  if (first !== undefined && [first, ...others].every((key) => key.byteLength === keyBytes)) return [first, ...others];
  throw new Error(
    `${path} does not hold keys of ${keyBytes} bytes in base64. Restore it from a backup, or move it away: the server then makes ` +
      'a new key, and users of authenticator apps have to sign in with a recovery code and set up their app again.',
  );
}
