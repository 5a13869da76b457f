import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { filesIn } from '../../adapters/files/data-directory.ts';
import { fileNames } from '../../adapters/files/file-names.ts';
import type { Schema } from '../../adapters/sql/schema.ts';
import { openDatabase } from '../../adapters/sqlite/open-database.ts';
import { createSystemClock } from '../../adapters/system-clock.ts';
import { replaceFirstKey, rotateSigningKey } from '../../adapters/tokens/key-rotation.ts';
import { CommandFailure } from '../../application/hosting/command-failure.ts';
import type { Secrets } from '../../config/config.ts';
import { chosenPostgres, type Settings } from '../chosen-database.ts';
import { claimOrExplain } from '../claim-directory.ts';

export interface KeySettings extends Settings {
  readonly secrets: Pick<Secrets, 'databaseUrl' | 'redisUrl' | 'jwtKey'>;
}

/**
 * Makes a new key sign access tokens, also while a server runs.
 * @throws {CommandFailure} if no key in the data directory is in use.
 */
export async function replaceSigningKey(settings: KeySettings): Promise<void> {
  checkKeyIsHere(settings);
  await rotateSigningKey(settings.config.dataDir, createSystemClock().nowMs());
}

/**
 * Replaces every key that may have been stolen, and ends every session.
 * @throws {CommandFailure} if no key in the data directory is in use.
 * @throws {DataDirectoryInUse} or {DatabaseInUse} while a server runs: it would go on with the keys that it has read.
 */
export async function replaceAllKeys(settings: KeySettings): Promise<void> {
  checkKeyIsHere(settings);
  const { dataDir } = settings.config;
  const directory = claimOrExplain(dataDir);
  try {
    const postgres = chosenPostgres(settings);
    if (postgres === undefined) {
      const { db } = await openDatabase(directory.databaseFile, { newDatabase: false });
      await deleteSessionsAndKeys(db).finally(() => db.destroy());
    } else {
      const { withStoppedPostgres } = await import('../../adapters/postgres/open-postgres.ts');
      await withStoppedPostgres(postgres, ({ db }) => deleteSessionsAndKeys(db));
    }
    await replaceFirstKey(dataDir);
  } finally {
    directory.release();
  }
}

async function deleteSessionsAndKeys(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('service_keys').execute();
}

/** @throws {CommandFailure} unless the data directory has the key that is in use. */
function checkKeyIsHere({ config: { dataDir }, secrets }: KeySettings): void {
  if (secrets.jwtKey !== undefined) {
    throw new CommandFailure('ROOMTONE_JWT_KEY sets the key. Change it and restart the server.');
  }
  const { databaseFile } = filesIn(dataDir);
  // A key without an embedded database would look like a lost one.
  const sign = secrets.databaseUrl === undefined ? databaseFile : join(dataDir, fileNames.firstKey);
  if (!existsSync(sign)) {
    throw new CommandFailure(
      `There is no ${secrets.databaseUrl === undefined ? 'database' : 'key'} in ${dataDir} yet. The server creates ` +
        `${secrets.databaseUrl === undefined ? 'it, with a key,' : 'it'} when it first starts.`,
    );
  }
}
