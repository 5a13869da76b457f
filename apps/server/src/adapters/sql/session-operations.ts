import type { Kysely } from 'kysely';
import type { SessionRecord } from '../../ports/account-storage.ts';
import { type DeletedAccount, deletedName } from '../../ports/account-storage.ts';
import { toSession } from './account-rows.ts';
import { forgetNamed } from './moderator-operations.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function sessionsOf(db: Db, userId: string, now: number): Promise<readonly SessionRecord[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('session_id')
    .execute();
  return rows.map((row) => toSession(row));
}

export async function changePassword(
  db: Db,
  userId: string,
  passwordHash: string,
  exceptSessionId: string,
): Promise<readonly string[]> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute();
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('session_id', '<>', exceptSessionId)
    .returning('session_id')
    .execute();
  return ended.map((row) => row.session_id);
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<readonly string[]> {
  const ended = await db.deleteFrom('sessions').where('user_id', '=', userId).returning('session_id').execute();
  return ended.map((row) => row.session_id);
}

export async function deleteUser(db: Db, userId: string): Promise<DeletedAccount | undefined> {
  const sessionIds = [...(await deleteSessionsOf(db, userId))];
  const bots = await db.selectFrom('users').select('user_id').where('bot_owner', '=', userId).execute();
  const botIds = bots.map((bot) => bot.user_id);
  for (const botId of botIds) sessionIds.push(...((await deleteUser(db, botId))?.sessionIds ?? []));
  await forgetNamed(db, userId);
  const rooms = await db.deleteFrom('rooms').where('owner_id', '=', userId).returning('room_id').execute();
  // Removes the id, too: it would still show which messages came from the same user.
  await db
    .updateTable('chat')
    .set({ user_id: '', username: deletedName, display_name: null })
    .where('user_id', '=', userId)
    .execute();
  const user = await db.deleteFrom('users').where('user_id', '=', userId).returning('avatar_name').executeTakeFirst();
  if (user === undefined) return undefined;
  const roomIds = rooms.map((row) => row.room_id);
  return { sessionIds, roomIds, botIds, avatarName: user.avatar_name ?? undefined };
}
