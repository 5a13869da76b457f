import { serviceLimits } from '@roomtone/protocol';
import type { Kysely, Selectable } from 'kysely';
import type { PasskeyRecord, SecondFactorRecord, TotpRecord } from '../../ports/second-factor-storage.ts';
import type { Schema } from './schema.ts';
import type { PasskeysTable } from './second-factor-schema.ts';

type Db = Kysely<Schema>;

export async function secondFactorsOf(db: Db, userId: string): Promise<SecondFactorRecord> {
  const totp = await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select((count) => count.fn.countAll<number>().as('codes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const passkeys = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('passkey_id')
    .execute();
  return {
    totp: totp === undefined ? undefined : { sealedSecret: totp.sealed_secret, lastStep: totp.last_step },
    passkeys: passkeys.map(toPasskey),
    // Other databases than SQLite count in 64 bits, as text.
    recoveryCodes: Number(codes),
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

export async function addPasskey(
  db: Db,
  userId: string,
  passkey: PasskeyRecord,
  recoveryHashes: readonly string[],
): Promise<'added' | 'taken' | 'tooMany'> {
  const { passkeys } = await secondFactorsOf(db, userId);
  if (passkeys.length >= serviceLimits.passkeys.max) return 'tooMany';
  const { passkeyId, host, name, publicKey, counter, transports, createdAt, lastUsed } = passkey;
  const inserted = await db
    .insertInto('passkeys')
    .values({
      passkey_id: passkeyId,
      user_id: userId,
      host,
      name,
      public_key: publicKey,
      counter,
      transports: transports.join(' '),
      created_at: createdAt,
      last_used: lastUsed ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return 'taken';
  await factorAdded(db, userId, recoveryHashes);
  return 'added';
}

export async function spendPasskey(
  db: Db,
  userId: string,
  passkeyId: string,
  counter: number,
  now: number,
): Promise<boolean> {
  const updated = await db
    .updateTable('passkeys')
    .set({ counter, last_used: now })
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    // Passkeys that are shared between devices do not count: theirs stays 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function removePasskey(db: Db, userId: string, passkeyId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .executeTakeFirst();
  if (removed.numDeletedRows !== 1n) return false;
  await factorRemoved(db, userId);
  return true;
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
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
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
  const { totp, passkeys } = await secondFactorsOf(db, userId);
  if (totp === undefined && passkeys.length === 0) await removeSecondFactors(db, userId);
}

function toPasskey(row: Selectable<PasskeysTable>): PasskeyRecord {
  return {
    passkeyId: row.passkey_id,
    host: row.host,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports === '' ? [] : row.transports.split(' '),
    createdAt: row.created_at,
    lastUsed: row.last_used ?? undefined,
  };
}
