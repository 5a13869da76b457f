import { createSecretKey, hkdfSync } from 'node:crypto';
import type { Storage } from '../../ports/storage.ts';
import { decryptJwe, encryptJwe } from './jwe.ts';
import { formatKey, type Keys, newKey, parseKey } from './keys.ts';
import { readSecondFactorKeys } from './second-factor-keys.ts';

/**
 * The second-factor keys that all processes of a service use. The first process stores those of its data directory, or new ones.
 * They are sealed with the key that the processes share, so that the database alone opens nothing.
 * @throws {Error} for the host, if the shared key is not the one that they are sealed with, or the data directory has others.
 */
export async function sharedSecondFactorKeys(
  dataDir: string,
  jwtKey: Uint8Array,
  storage: Pick<Storage, 'serviceKey'>,
): Promise<Keys['secondFactors']> {
  const own = readSecondFactorKeys(dataDir);
  const sealingKey = createSecretKey(Buffer.from(hkdfSync('sha256', jwtKey, '', 'roomtone shared second factors', 32)));
  const initial = encryptJwe((own ?? [newKey()]).map(formatKey).join('\n'), sealingKey);
  const text = decryptJwe(await storage.serviceKey('second factors', initial), sealingKey);
  if (text === undefined) {
    throw new Error(
      'ROOMTONE_JWT_KEY is not the one that the other processes of this database use, or used. Give all of them the same: ' +
        'the keys of authenticator apps are sealed with it.',
    );
  }
  const lines = text.split('\n');
  if (own !== undefined && !own.every((key) => lines.includes(formatKey(key)))) {
    throw new Error(
      `second-factor.key in ${dataDir} is not among the keys that the processes of this database share. If the accounts of this ` +
        'database were made with that file, stop all processes, delete the row "second factors" of the table service_keys, and ' +
        'start this process first. Otherwise move the file away.',
    );
  }
  const [first, ...others] = lines.map((line) => parseKey(line, 'The database'));
  if (first === undefined) throw new Error('The database holds no keys of authenticator apps.');
  return [first, ...others];
}
