import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatKey, newKey } from '../../src/adapters/tokens/keys.ts';
import { sharedSecondFactorKeys } from '../../src/adapters/tokens/shared-second-factor-keys.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Keeps what is stored first, as the database does. */
function emptyStorage() {
  const stored = new Map<string, string>();
  return {
    stored,
    async serviceKey(name: string, initial: string) {
      if (!stored.has(name)) stored.set(name, initial);
      return stored.get(name) ?? initial;
    },
  };
}

function directoryWith(...keys: readonly Uint8Array[]): string {
  const path = temporaryDirectory();
  writeFileSync(join(path, 'second-factor.key'), keys.map((key) => `${formatKey(key)}\n`).join(''), { mode: 0o600 });
  return path;
}

test('S31.13: all processes get the second-factor keys of the first one, which the database alone does not show', async () => {
  const storage = emptyStorage();
  const jwtKey = newKey();
  const [key, earlier] = [newKey(), newKey()];
  const first = await sharedSecondFactorKeys(directoryWith(key, earlier), jwtKey, storage);
  expect(first).toEqual([key, earlier]);
  expect(await sharedSecondFactorKeys(temporaryDirectory(), jwtKey, storage)).toEqual(first);
  for (const one of [key, earlier]) expect([...storage.stored.values()].join()).not.toContain(formatKey(one));
});

test('S31.13: without a file the first process makes a key', async () => {
  const storage = emptyStorage();
  const jwtKey = newKey();
  const first = await sharedSecondFactorKeys(temporaryDirectory(), jwtKey, storage);
  expect(first.map((key) => key.byteLength)).toEqual([32]);
  expect(await sharedSecondFactorKeys(temporaryDirectory(), jwtKey, storage)).toEqual(first);
});

test('S31.13: a process with another ROOMTONE_JWT_KEY, or with other keys in its directory, does not start', async () => {
  const storage = emptyStorage();
  const jwtKey = newKey();
  await sharedSecondFactorKeys(temporaryDirectory(), jwtKey, storage);
  await expect(sharedSecondFactorKeys(temporaryDirectory(), newKey(), storage)).rejects.toThrow(
    /^ROOMTONE_JWT_KEY is not the one/,
  );
  await expect(sharedSecondFactorKeys(directoryWith(newKey()), jwtKey, storage)).rejects.toThrow(
    /^second-factor\.key in .* is not among the keys/,
  );
});
