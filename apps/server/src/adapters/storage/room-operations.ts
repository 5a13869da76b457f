import type { Kysely, Selectable } from 'kysely';
import type { Conflict, RoomListRequest, RoomRecord } from '../../ports.ts';
import type { RoomsTable, Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function createRoom(
  db: Db,
  room: Omit<RoomRecord, 'ownerName'>,
  quota: number,
): Promise<RoomRecord | Conflict> {
  const { owned } = await db
    .selectFrom('rooms')
    .select((count) => count.fn.countAll<number>().as('owned'))
    .where('owner_id', '=', room.ownerId)
    .executeTakeFirstOrThrow();
  if (Number(owned) >= quota) return { taken: 'roomQuota' };
  await db
    .insertInto('rooms')
    .values({
      room_id: room.roomId,
      room_name: room.roomName,
      owner_id: room.ownerId,
      room_type: room.roomType,
      max_users: room.maxUsers,
      password_hash: room.passwordHash ?? null,
      allow_chat: room.settings.allowChat ? 1 : 0,
      allow_guests: room.settings.allowGuests ? 1 : 0,
      auto_moderation: room.settings.autoModeration ? 1 : 0,
      welcome_message: room.settings.welcomeMessage,
      created_at: room.createdAt,
      last_activity: room.lastActivity,
    })
    .execute();
  return toRoom(await selectRooms(db).where('room_id', '=', room.roomId).executeTakeFirstOrThrow());
}

export async function roomById(db: Db, roomId: string): Promise<RoomRecord | undefined> {
  const row = await selectRooms(db).where('room_id', '=', roomId).executeTakeFirst();
  return row === undefined ? undefined : toRoom(row);
}

export async function listRooms(
  db: Db,
  request: RoomListRequest,
): Promise<{ readonly rooms: readonly RoomRecord[]; readonly total: number }> {
  const { page, limit, roomTypes, ownerId, roomIds } = request;
  // An empty list of alternatives is not SQL in every dialect.
  if (roomTypes.length === 0 || roomIds?.length === 0) return { rooms: [], total: 0 };
  let matching = selectRooms(db).where('room_type', 'in', roomTypes);
  if (ownerId !== undefined) matching = matching.where('owner_id', '=', ownerId);
  if (roomIds !== undefined) matching = matching.where('room_id', 'in', roomIds);
  const counted = await matching
    .clearSelect()
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const offset = (page - 1) * limit;
  // Beyond the end there is nothing to ask for, and such an offset may not even be an integer to the database.
  if (offset >= total) return { rooms: [], total };
  const rows = await matching.orderBy('last_activity', 'desc').orderBy('room_id').limit(limit).offset(offset).execute();
  return { rooms: rows.map(toRoom), total };
}

export async function touchRooms(db: Db, activity: readonly { roomId: string; lastActivity: number }[]): Promise<void> {
  for (const { roomId, lastActivity } of activity) {
    await db
      .updateTable('rooms')
      .set({ last_activity: lastActivity })
      .where('room_id', '=', roomId)
      .where('last_activity', '<', lastActivity)
      .execute();
  }
}

function selectRooms(db: Db) {
  return db
    .selectFrom('rooms')
    .innerJoin('users', 'users.user_id', 'rooms.owner_id')
    .selectAll('rooms')
    .select('users.username as owner_name');
}

function toRoom(row: Selectable<RoomsTable> & { owner_name: string }): RoomRecord {
  return {
    roomId: row.room_id,
    roomName: row.room_name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    roomType: row.room_type,
    maxUsers: row.max_users,
    passwordHash: row.password_hash ?? undefined,
    settings: {
      allowChat: row.allow_chat === 1,
      allowGuests: row.allow_guests === 1,
      autoModeration: row.auto_moderation === 1,
      welcomeMessage: row.welcome_message,
    },
    createdAt: row.created_at,
    lastActivity: row.last_activity,
  };
}
