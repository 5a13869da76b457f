import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditDetails } from '@roomtone/protocol/rest';
import type { Kysely } from 'kysely';
import { filesIn } from '../../adapters/files/data-directory.ts';
import { fileNames } from '../../adapters/files/file-names.ts';
import type { Schema } from '../../adapters/sql/schema.ts';
import { openDatabase } from '../../adapters/sqlite/open-database.ts';
import { createSystemClock } from '../../adapters/system-clock.ts';
import { replaceFirstKey, rotateSigningKey } from '../../adapters/tokens/key-rotation.ts';
import { replaceSecondFactorKey } from '../../adapters/tokens/second-factor-keys.ts';
import { createSealedSecrets, type SealedSecrets } from '../../application/accounts/sealed-secrets.ts';
import { auditEntry } from '../../application/audit/audit-log.ts';
import { CommandFailure } from '../../application/hosting/command-failure.ts';
import type { Secrets } from '../../config/config.ts';
import type { NewAuditEntry } from '../../ports/audit-log.ts';
import { chosenPostgres, type Settings } from '../chosen-database.ts';
import { claimOrExplain } from '../claim-directory.ts';
import { withStorage } from './with-storage.ts';

export interface KeySettings extends Settings {
  readonly secrets: Pick<Secrets, 'databaseUrl' | 'redisUrl' | 'jwtKey'>;
}

/**
 * Makes a new key sign access tokens, also while a server runs.
 * @throws {CommandFailure} if no key in the data directory is in use.
 */
export async function replaceSigningKey(settings: KeySettings): Promise<void> {
  checkKeyIsHere(settings);
  const nowMs = createSystemClock().nowMs();
  await rotateSigningKey(settings.config.dataDir, nowMs);
  await withStorage(settings, false, (storage) => storage.addAuditEntries([rotation(nowMs, {})]));
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
      await replaceStored(db, dataDir).finally(() => db.destroy());
    } else {
      const { withStoppedPostgres } = await import('../../adapters/postgres/open-postgres.ts');
      await withStoppedPostgres(postgres, ({ db }) => replaceStored(db, dataDir));
    }
    await replaceFirstKey(dataDir);
    // With it, others could get certificates for this server's name. The server makes another account.
    await rm(join(dataDir, fileNames.acmeAccountKey), { force: true });
    const nowMs = createSystemClock().nowMs();
    await withStorage(settings, false, (storage) => storage.addAuditEntries([rotation(nowMs, { action: 'all' })]));
  } finally {
    directory.release();
  }
}

/** Users of authenticator apps need not set them up again. A secret that no key opens stays as useless as it is. */
async function resealSecrets(db: Kysely<Schema>, secrets: SealedSecrets): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const row of await transaction.selectFrom('totp_secrets').selectAll().execute()) {
      const secret = secrets.open(row.sealed_secret, row.user_id);
      if (secret === undefined) continue;
      const sealed = secrets.seal(secret, row.user_id);
      await transaction
        .updateTable('totp_secrets')
        .set({ sealed_secret: sealed })
        .where('user_id', '=', row.user_id)
        .execute();
    }
  });
}

async function replaceStored(db: Kysely<Schema>, dataDir: string): Promise<void> {
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('service_keys').execute();
  await replaceSecondFactorKey(dataDir, (keys) => resealSecrets(db, createSealedSecrets(keys)));
}

function rotation(nowMs: number, details: AuditDetails): NewAuditEntry {
  return auditEntry({ kind: 'keys_rotated', details: { ...details, by_command: true } }, nowMs);
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
