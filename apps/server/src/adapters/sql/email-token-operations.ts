import type { Kysely } from 'kysely';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { EmailPurpose, EmailTokenRecord } from '../../ports/email-token-storage.ts';
import { userById } from './account-operations.ts';
import type { Schema } from './schema.ts';
import { deleteSessionsOf } from './session-operations.ts';

type Db = Kysely<Schema>;

export async function addEmailToken(db: Db, token: EmailTokenRecord): Promise<void> {
  const { tokenHash, userId, purpose, email, expiresAt } = token;
  if ((await userById(db, userId)) === undefined) return;
  await db.deleteFrom('email_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
  await db
    .insertInto('email_tokens')
    .values({ token_hash: tokenHash, user_id: userId, purpose, email_key: email.toLowerCase(), expires_at: expiresAt })
    .execute();
}

export async function userOfEmailToken(
  db: Db,
  tokenHash: string,
  purpose: EmailPurpose,
  now: number,
): Promise<UserRecord | undefined> {
  const token = await db
    .selectFrom('email_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (token === undefined) return undefined;
  const user = await userById(db, token.user_id);
  return user?.email?.toLowerCase() === token.email_key ? user : undefined;
}

export async function verifyEmail(db: Db, tokenHash: string, now: number): Promise<UserRecord | undefined> {
  const user = await spend(db, tokenHash, 'verification', now);
  if (user === undefined) return undefined;
  await db.updateTable('users').set({ email_verified: 1 }).where('user_id', '=', user.userId).execute();
  return userById(db, user.userId);
}

export async function recoverPassword(
  db: Db,
  tokenHash: string,
  passwordHash: string,
  now: number,
): Promise<{ readonly userId: string; readonly endedSessions: readonly string[] } | undefined> {
  const user = await spend(db, tokenHash, 'recovery', now);
  if (user === undefined) return undefined;
  const { userId } = user;
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, email_verified: 1 })
    .where('user_id', '=', userId)
    .execute();
  return { userId, endedSessions: await deleteSessionsOf(db, userId) };
}

async function spend(db: Db, tokenHash: string, purpose: EmailPurpose, now: number): Promise<UserRecord | undefined> {
  const user = await userOfEmailToken(db, tokenHash, purpose, now);
  await db.deleteFrom('email_tokens').where('token_hash', '=', tokenHash).where('purpose', '=', purpose).execute();
  return user;
}
