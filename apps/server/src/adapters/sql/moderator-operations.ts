import type { Kysely } from 'kysely';
import type { Conflict } from '../../ports/account-storage.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import { userById } from './account-operations.ts';
import { roomById } from './room-operations.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function setModerator(
  db: Db,
  roomId: string,
  { userId, isModerator }: { readonly userId: string; readonly isModerator: boolean },
  quota: number,
): Promise<RoomRecord | Conflict | undefined> {
  const room = await roomById(db, roomId);
  if (room === undefined || (await userById(db, userId)) === undefined) return undefined;
  const others = room.moderatorIds.filter((each) => each !== userId);
  if (isModerator && others.length >= quota) return { taken: 'moderatorQuota' };
  await storeModerators(db, roomId, isModerator ? [...others, userId] : others);
  return roomById(db, roomId);
}

/** A deleted user moderates nothing, and their id stays nowhere. */
export async function forgetModerator(db: Db, userId: string): Promise<void> {
  const rooms = await db
    .selectFrom('rooms')
    .select(['room_id', 'moderators'])
    .where('moderators', 'like', `%${userId}%`)
    .execute();
  for (const { room_id: roomId, moderators } of rooms) {
    await storeModerators(
      db,
      roomId,
      moderators.split(' ').filter((each) => each !== userId),
    );
  }
}

async function storeModerators(db: Db, roomId: string, userIds: readonly string[]): Promise<void> {
  await db
    .updateTable('rooms')
    .set({ moderators: userIds.join(' ') })
    .where('room_id', '=', roomId)
    .execute();
}
