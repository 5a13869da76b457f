import type { Kysely } from 'kysely';
import type { MuteRecord } from '../../ports/room-storage.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function setMute(db: Db, { roomId, userId, chat, notes, until }: MuteRecord): Promise<void> {
  const room = await db.selectFrom('rooms').select('room_id').where('room_id', '=', roomId).executeTakeFirst();
  const user = await db.selectFrom('users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  if (room === undefined || user === undefined) return;
  const row = { chat: chat ? 1 : 0, notes: notes ? 1 : 0, until: until ?? null };
  await db
    .insertInto('mutes')
    .values({ room_id: roomId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['room_id', 'user_id']).doUpdateSet(row))
    .execute();
}

export async function removeMute(db: Db, roomId: string, userId: string, now: number): Promise<boolean> {
  const active = await muteOf(db, roomId, userId, now);
  await db.deleteFrom('mutes').where('room_id', '=', roomId).where('user_id', '=', userId).execute();
  return active !== undefined;
}

export async function muteOf(db: Db, roomId: string, userId: string, now: number): Promise<MuteRecord | undefined> {
  const row = await db
    .selectFrom('mutes')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .where((or) => or.or([or('until', 'is', null), or('until', '>', now)]))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { roomId, userId, chat: row.chat === 1, notes: row.notes === 1, until: row.until ?? undefined };
}
