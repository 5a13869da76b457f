// The users whom a room names: its moderators and its named players. A column holds their ids, separated by spaces.
import type { Kysely } from 'kysely';
import type { Conflict } from '../../ports/account-storage.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import { userById } from './account-operations.ts';
import { roomById } from './room-operations.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;
type Column = 'moderators' | 'players';

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
  await store(db, roomId, 'moderators', isModerator ? [...others, userId] : others);
  return roomById(db, roomId);
}

export async function setNamedPlayer(
  db: Db,
  roomId: string,
  { userId, isNamed }: { readonly userId: string; readonly isNamed: boolean },
  quota: number,
): Promise<RoomRecord | Conflict | undefined> {
  const room = await roomById(db, roomId);
  if (room === undefined || (await userById(db, userId)) === undefined) return undefined;
  const others = room.playerIds.filter((each) => each !== userId);
  if (isNamed && others.length >= quota) return { taken: 'playerQuota' };
  await store(db, roomId, 'players', isNamed ? [...others, userId] : others);
  return roomById(db, roomId);
}

/** A deleted user is named nowhere, and their id stays nowhere. */
export async function forgetNamed(db: Db, userId: string): Promise<void> {
  for (const column of ['moderators', 'players'] as const) {
    const rooms = await db
      .selectFrom('rooms')
      .select(['room_id', column])
      .where(column, 'like', `%${userId}%`)
      .execute();
    for (const room of rooms) {
      const others = room[column].split(' ').filter((each) => each !== userId);
      await store(db, room.room_id, column, others);
    }
  }
}

async function store(db: Db, roomId: string, column: Column, userIds: readonly string[]): Promise<void> {
  const text = userIds.join(' ');
  const set = column === 'moderators' ? { moderators: text } : { players: text };
  await db.updateTable('rooms').set(set).where('room_id', '=', roomId).execute();
}
