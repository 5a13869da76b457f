import { type Kysely, sql } from 'kysely';
import type { Conflict, ProfileChange, ProfileRecord, UserActivity, UserRecord } from '../../ports/account-storage.ts';
import { toProfile, toUser } from './account-rows.ts';
import { givenRows } from './json-rows.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function userByIdOrName(db: Db, idOrName: string): Promise<UserRecord | undefined> {
  const query = db
    .selectFrom('users')
    .selectAll()
    .where((or) => or.or([or('user_id', '=', idOrName), or('username_key', '=', idOrName.toLowerCase())]));
  return toUser(await query.executeTakeFirst());
}

export async function profile(db: Db, userId: string): Promise<ProfileRecord | undefined> {
  const row = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? undefined : toProfile(row);
}

export async function updateProfile(
  db: Db,
  userId: string,
  change: ProfileChange,
): Promise<ProfileRecord | Conflict | undefined> {
  const { username, displayName, email, theme, notifications, language } = change;
  if (username !== undefined && (await isTaken(db, userId, 'username_key', username))) return { taken: 'username' };
  if (typeof email === 'string' && (await isTaken(db, userId, 'email_key', email))) return { taken: 'email' };
  const before = await db.selectFrom('users').select('email_key').where('user_id', '=', userId).executeTakeFirst();
  const emailKey = email === undefined ? before?.email_key : (email?.toLowerCase() ?? null);
  const columns = {
    ...(username === undefined ? {} : { username, username_key: username.toLowerCase() }),
    ...(displayName === undefined
      ? {}
      : { display_name: displayName, display_name_key: displayName?.toLowerCase() ?? null }),
    ...(email === undefined ? {} : { email, email_key: email?.toLowerCase() ?? null }),
    ...(emailKey === before?.email_key ? {} : { email_verified: 0 }),
    ...(theme === undefined ? {} : { theme, theme_chosen: 1 }),
    ...(notifications === undefined ? {} : { notifications: notifications ? 1 : 0 }),
    ...(language === undefined ? {} : { language }),
  };
  if (Object.keys(columns).length > 0) {
    await db.updateTable('users').set(columns).where('user_id', '=', userId).execute();
  }
  return profile(db, userId);
}

export async function setAvatar(
  db: Db,
  userId: string,
  avatarName: string | undefined,
): Promise<{ readonly previous: string | undefined } | undefined> {
  const before = await db.selectFrom('users').select('avatar_name').where('user_id', '=', userId).executeTakeFirst();
  if (before === undefined) return undefined;
  await db
    .updateTable('users')
    .set({ avatar_name: avatarName ?? null })
    .where('user_id', '=', userId)
    .execute();
  return { previous: before.avatar_name ?? undefined };
}

export async function setRoles(db: Db, userId: string, roles: readonly string[]): Promise<UserRecord | undefined> {
  const row = await db
    .updateTable('users')
    .set({ roles: JSON.stringify(roles) })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  return toUser(row);
}

export async function setSuspended(db: Db, userId: string, isSuspended: boolean): Promise<UserRecord | undefined> {
  const row = await db
    .updateTable('users')
    .set({ suspended: isSuspended ? 1 : 0 })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  return toUser(row);
}

export async function addActivity(db: Db, activity: readonly UserActivity[]): Promise<void> {
  // One statement for any number of users, because other threads share the processor with this one.
  const done = activity.map(({ userId, notes, playedMs, lastSeen }) => [userId, notes, playedMs, lastSeen]);
  await sql`
    update users set
      total_notes = total_notes + cast(given.value ->> 1 as bigint),
      played_ms = played_ms + cast(given.value ->> 2 as bigint),
      last_seen = case
        when last_seen < cast(given.value ->> 3 as bigint) then cast(given.value ->> 3 as bigint)
        else last_seen
      end
    from ${givenRows(db, done)}
    where user_id = given.value ->> 0
  `.execute(db);
}

async function isTaken(db: Db, userId: string, column: 'username_key' | 'email_key', text: string): Promise<boolean> {
  const holder = await db
    .selectFrom('users')
    .select('user_id')
    .where(column, '=', text.toLowerCase())
    .where('user_id', '<>', userId)
    .executeTakeFirst();
  return holder !== undefined;
}
