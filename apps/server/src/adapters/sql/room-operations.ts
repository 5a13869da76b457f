import { type Kysely, sql } from 'kysely';
import type { Conflict } from '../../ports/account-storage.ts';
import type { NewRoomRecord, RoomChange, RoomRecord, TempoRecord } from '../../ports/room-storage.ts';
import { givenRows, withFields } from './json-rows.ts';
import { selectRooms, toRoom } from './room-rows.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function createRoom(
  db: Db,
  room: NewRoomRecord,
  quota: number,
): Promise<RoomRecord | Conflict | undefined> {
  if (!(await userExists(db, room.ownerId))) return undefined;
  if ((await ownedBy(db, room.ownerId)) >= quota) return { taken: 'roomQuota' };
  await db
    .insertInto('rooms')
    .values({
      room_id: room.roomId,
      room_name: room.roomName,
      owner_id: room.ownerId,
      room_type: room.roomType,
      max_users: room.maxUsers,
      password_hash: room.passwordHash ?? null,
      settings: JSON.stringify(room.settings),
      created_at: room.createdAt,
      last_activity: room.lastActivity,
    })
    .execute();
  await db
    .updateTable('users')
    .set((set) => ({ rooms_created: set('rooms_created', '+', 1) }))
    .where('user_id', '=', room.ownerId)
    .execute();
  return toRoom(await selectRooms(db).where('room_id', '=', room.roomId).executeTakeFirstOrThrow());
}

export async function roomById(db: Db, roomId: string): Promise<RoomRecord | undefined> {
  const row = await selectRooms(db).where('room_id', '=', roomId).executeTakeFirst();
  return row === undefined ? undefined : toRoom(row);
}

export async function updateRoom(
  db: Db,
  roomId: string,
  change: RoomChange,
  now: number,
): Promise<RoomRecord | undefined> {
  const { roomName, passwordHash, maxUsers, settings = {} } = change;
  const columns = {
    ...(roomName === undefined ? {} : { room_name: roomName }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(maxUsers === undefined ? {} : { max_users: maxUsers }),
    ...(Object.keys(settings).length === 0 ? {} : { settings: withFields(db, 'settings', settings) }),
  };
  if (Object.keys(columns).length > 0) {
    await db.updateTable('rooms').set(columns).where('room_id', '=', roomId).execute();
  }
  await touchRooms(db, [{ roomId, lastActivity: now }]);
  return roomById(db, roomId);
}

export async function touchRooms(db: Db, activity: readonly { roomId: string; lastActivity: number }[]): Promise<void> {
  // One statement for any number of rooms, because other threads share the processor with this one.
  const touched = activity.map(({ roomId, lastActivity }) => [roomId, lastActivity]);
  await sql`
    update rooms set last_activity = cast(given.value ->> 1 as bigint) from ${givenRows(db, touched)}
    where room_id = given.value ->> 0 and last_activity < cast(given.value ->> 1 as bigint)
  `.execute(db);
}

export async function setTempos(db: Db, tempos: readonly ({ roomId: string } & TempoRecord)[]): Promise<void> {
  const set = tempos.map(({ roomId, tempo, beatsPerBar, beatsBefore }) => [roomId, tempo, beatsPerBar, beatsBefore]);
  await sql`
    update rooms set tempo = cast(given.value ->> 1 as integer), beats_per_bar = cast(given.value ->> 2 as integer),
      beats_counted = cast(given.value ->> 3 as bigint)
    from ${givenRows(db, set)} where room_id = given.value ->> 0
  `.execute(db);
}

export async function deleteRoom(db: Db, roomId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('rooms').where('room_id', '=', roomId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function takeNumbers(db: Db, roomId: string, count: number): Promise<number | undefined> {
  const row = await db
    .updateTable('rooms')
    .set((set) => ({ next_number: set('next_number', '+', count) }))
    .where('room_id', '=', roomId)
    .returning('next_number')
    .executeTakeFirst();
  return row === undefined ? undefined : row.next_number - count;
}

export async function transferRoom(
  db: Db,
  roomId: string,
  ownerId: string,
  quota: number,
  now: number,
): Promise<RoomRecord | Conflict | undefined> {
  const room = await roomById(db, roomId);
  if (room === undefined || !(await userExists(db, ownerId))) return undefined;
  if (room.ownerId === ownerId) return room;
  if ((await ownedBy(db, ownerId)) >= quota) return { taken: 'roomQuota' };
  await db.updateTable('rooms').set({ owner_id: ownerId }).where('room_id', '=', roomId).execute();
  await touchRooms(db, [{ roomId, lastActivity: now }]);
  return roomById(db, roomId);
}

async function userExists(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

async function ownedBy(db: Db, userId: string): Promise<number> {
  const { owned } = await db
    .selectFrom('rooms')
    .select((count) => count.fn.countAll<number>().as('owned'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(owned);
}
