import { serviceLimits } from '@roomtone/protocol';
import { type Kysely, sql } from 'kysely';
import type { Conflict, ListedUser, SessionRecord, UserRecord } from '../../ports/account-storage.ts';
import { toSession, toUser } from './account-rows.ts';
import type { Schema } from './schema.ts';
import type { UsersTable } from './users-table.ts';

type Db = Kysely<Schema>;

export async function createUser(db: Db, user: UserRecord): Promise<UserRecord | Conflict> {
  const row = {
    user_id: user.userId,
    username: user.username,
    username_key: user.username.toLowerCase(),
    user_tag: user.userTag,
    email: user.email ?? null,
    email_key: user.email?.toLowerCase() ?? null,
    password_hash: user.passwordHash,
    roles: JSON.stringify(user.roles),
    created_at: user.createdAt,
    avatar_name: user.avatarName ?? null,
    last_seen: user.createdAt,
    bot_owner: user.bot?.ownerId ?? null,
    bot_scopes: user.bot?.scopes.join(' ') ?? null,
    invited_by: user.invitedBy ?? null,
    display_name: user.displayName ?? null,
    display_name_key: user.displayName?.toLowerCase() ?? null,
  };
  const inserted = await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n ? user : { taken: await takenField(db, row) };
}

export async function userById(db: Db, userId: string): Promise<UserRecord | undefined> {
  return toUser(await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst());
}

export async function userByLogin(db: Db, login: string): Promise<UserRecord | undefined> {
  const key = login.toLowerCase();
  const query = db
    .selectFrom('users')
    .selectAll()
    .where((or) => or.or([or('username_key', '=', key), or('email_key', '=', key)]));
  return toUser(await query.executeTakeFirst());
}

export async function listUsers(db: Db, search: string, limit: number): Promise<readonly ListedUser[]> {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('bot_owner', 'is', null)
    .where(sql<boolean>`(username_key like ${pattern} escape '\\' or display_name_key like ${pattern} escape '\\')`)
    .orderBy('last_seen', 'desc')
    .orderBy('username_key')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toUser(row), lastSeen: row.last_seen }));
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const query = db.selectFrom('users').select('user_id').where('roles', 'like', '%"admin"%').limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function createSession(db: Db, session: SessionRecord): Promise<void> {
  const surplus = db
    .selectFrom('sessions')
    .select('session_id')
    .where('user_id', '=', session.userId)
    .where('expires_at', '<=', session.createdAt)
    .orderBy('last_used', 'desc')
    // SQLite accepts an offset only after a limit.
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(serviceLimits.expiredKept);
  await db.deleteFrom('sessions').where('session_id', 'in', surplus).execute();
  await db
    .insertInto('sessions')
    .values({
      session_id: session.sessionId,
      user_id: session.userId,
      refresh_hash: session.refreshHash,
      previous_hash: session.previousHash ?? null,
      remembered: session.remembered ? 1 : 0,
      created_at: session.createdAt,
      last_used: session.lastUsed,
      expires_at: session.expiresAt,
      address: session.address,
      user_agent: session.userAgent,
    })
    .execute();
}

export async function sessionById(db: Db, sessionId: string): Promise<SessionRecord | undefined> {
  const query = db.selectFrom('sessions').selectAll().where('session_id', '=', sessionId);
  return toSession(await query.executeTakeFirst());
}

export async function rotateSession(
  db: Db,
  sessionId: string,
  expectedHash: string,
  next: { refreshHash: string; previousHash: string; lastUsed: number; expiresAt: number },
): Promise<boolean> {
  const updated = await db
    .updateTable('sessions')
    .set({
      refresh_hash: next.refreshHash,
      previous_hash: next.previousHash,
      last_used: next.lastUsed,
      expires_at: next.expiresAt,
    })
    .where('session_id', '=', sessionId)
    .where('refresh_hash', '=', expectedHash)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('session_id', '=', sessionId).execute();
}

async function takenField(
  db: Db,
  row: Pick<UsersTable, 'username_key' | 'email_key'>,
): Promise<'username' | 'email' | 'userTag'> {
  const username = db.selectFrom('users').select('user_id').where('username_key', '=', row.username_key);
  if ((await username.executeTakeFirst()) !== undefined) return 'username';
  const email = db.selectFrom('users').select('user_id').where('email_key', '=', row.email_key);
  return (await email.executeTakeFirst()) === undefined ? 'userTag' : 'email';
}
