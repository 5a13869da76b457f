import { existsSync } from 'node:fs';
import type { AuditDetails } from '@roomtone/protocol/rest';
import type { Kysely } from 'kysely';
import { filesIn } from '../../adapters/files/data-directory.ts';
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
import { claimOrExplain } from '../embedded-storage.ts';
import { withStorage } from './with-storage.ts';

/**
 * Makes a new key sign access tokens, also while a server runs.
 * @throws {CommandFailure} if no key in the data directory is in use.
 */
export async function replaceSigningKey(dataDir: string, secrets: Pick<Secrets, 'jwtKey'>): Promise<void> {
  checkKeyIsHere(dataDir, secrets);
  const nowMs = createSystemClock().nowMs();
  await rotateSigningKey(dataDir, nowMs);
  await withStorage(dataDir, false, (storage) => storage.addAuditEntries([rotation(nowMs, {})]));
}

/**
 * Replaces every key that may have been stolen, and ends every session.
 * @throws {CommandFailure} if no key in the data directory is in use.
 * @throws {DataDirectoryInUse} while a server runs: it would go on with the keys that it has read.
 */
export async function replaceAllKeys(dataDir: string, secrets: Pick<Secrets, 'jwtKey'>): Promise<void> {
  checkKeyIsHere(dataDir, secrets);
  const directory = claimOrExplain(dataDir);
  try {
    const { db } = await openDatabase(directory.databaseFile, { newDatabase: false });
    try {
      await db.deleteFrom('sessions').execute();
      await db.deleteFrom('service_keys').execute();
      await replaceSecondFactorKey(dataDir, (keys) => resealSecrets(db, createSealedSecrets(keys)));
    } finally {
      await db.destroy();
    }
    await replaceFirstKey(dataDir);
    const nowMs = createSystemClock().nowMs();
    await withStorage(dataDir, false, (storage) => storage.addAuditEntries([rotation(nowMs, { action: 'all' })]));
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

function rotation(nowMs: number, details: AuditDetails): NewAuditEntry {
  return auditEntry({ kind: 'keys_rotated', details: { ...details, by_command: true } }, nowMs);
}

/** @throws {CommandFailure} unless the data directory has the key that is in use. */
function checkKeyIsHere(dataDir: string, { jwtKey }: Pick<Secrets, 'jwtKey'>): void {
  if (jwtKey !== undefined) {
    throw new CommandFailure('ROOMTONE_JWT_KEY sets the key. Change it and restart the server.');
  }
  // A key without a database would look like a lost database.
  if (!existsSync(filesIn(dataDir).databaseFile)) {
    throw new CommandFailure(
      `There is no database in ${dataDir} yet. The server creates it, with a key, when it first starts.`,
    );
  }
}
