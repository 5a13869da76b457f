import type { Kysely } from 'kysely';
import type { SecondFactorRecord, TotpRecord } from '../../ports/second-factor-storage.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function secondFactorsOf(db: Db, userId: string): Promise<SecondFactorRecord> {
  const totp = await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select((count) => count.fn.countAll<number>().as('codes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    totp: totp === undefined ? undefined : { sealedSecret: totp.sealed_secret, lastStep: totp.last_step },
    recoveryCodes: codes,
  };
}

export async function setTotp(
  db: Db,
  userId: string,
  { sealedSecret, lastStep }: TotpRecord,
  recoveryHashes: readonly string[],
): Promise<void> {
  const user = await db.selectFrom('users').select('second_factor').where('user_id', '=', userId).executeTakeFirst();
  if (user === undefined) return;
  await db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, sealed_secret: sealedSecret, last_step: lastStep })
    .execute();
  await factorAdded(db, userId, recoveryHashes);
}

export async function removeTotp(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await factorRemoved(db, userId);
}

export async function spendTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const updated = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function setRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const user = await db.selectFrom('users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  if (user === undefined || hashes.length === 0) return;
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

export async function spendRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

export async function removeSecondFactors(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await setRecoveryCodes(db, userId, []);
  const updated = await db
    .updateTable('users')
    .set({ second_factor: 0 })
    .where('user_id', '=', userId)
    .where('second_factor', '=', 1)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Recovery codes come with the first factor. */
async function factorAdded(db: Db, userId: string, recoveryHashes: readonly string[]): Promise<void> {
  const updated = await db
    .updateTable('users')
    .set({ second_factor: 1 })
    .where('user_id', '=', userId)
    .where('second_factor', '=', 0)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 1n) await setRecoveryCodes(db, userId, recoveryHashes);
}

/** Recovery codes go with the last factor. */
async function factorRemoved(db: Db, userId: string): Promise<void> {
  const { totp } = await secondFactorsOf(db, userId);
  if (totp === undefined) await removeSecondFactors(db, userId);
}
