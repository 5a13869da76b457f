import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { RoomListRequest, RoomRecord } from '../../ports/room-storage.ts';
import { inChunks } from './in-chunks.ts';
import { selectRooms, toRoom } from './room-rows.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;
type Page = { readonly rooms: readonly RoomRecord[]; readonly total: number };

export async function listRooms(db: Db, request: RoomListRequest): Promise<Page> {
  const { page, limit, roomTypes, roomIds } = request;
  if (roomTypes.length === 0) return { rooms: [], total: 0 };
  const offset = (page - 1) * limit;
  if (roomIds !== undefined) return pageOfThese(db, request, roomIds, offset);
  const total = await count(db, request);
  // Past the end there is nothing to read, and such an offset may be too large for SQLite's integers.
  if (offset >= total) return { rooms: [], total };
  const rows = await roomPage(db, request, offset).execute();
  return { rooms: rows.map((row) => toRoom(row)), total };
}

/**
 * The query for a page of all rooms of some types. SQLite reads each type in the order of its index and merges them, so a page
 * costs no more than the rows up to its end.
 */
function roomPage(db: Db, request: Omit<RoomListRequest, 'roomIds' | 'page'>, offset: number) {
  const { limit, roomTypes, ofUserId } = request;
  const [first, ...others] = roomTypes.flatMap((roomType) => {
    const ofType = selectRooms(db).where('room_type', '=', roomType);
    if (ofUserId === undefined) return [ofType];
    return [ofType.where('owner_id', '=', ofUserId), ofType.where((room) => names(room, ofUserId))];
  });
  if (first === undefined) throw new Error('A list of rooms needs a type.');
  return others
    .reduce((all, one) => all.unionAll(one), first)
    .orderBy('last_activity', 'desc')
    .orderBy('room_id')
    .limit(limit)
    .offset(offset);
}

async function count(db: Db, { roomTypes, ofUserId }: Omit<RoomListRequest, 'roomIds'>): Promise<number> {
  const ofTypes = db.selectFrom('rooms').where('room_type', 'in', roomTypes);
  const parts =
    ofUserId === undefined
      ? [ofTypes]
      : [ofTypes.where('owner_id', '=', ofUserId), ofTypes.where((room) => names(room, ofUserId))];
  const counts = parts.map((part) =>
    part.select((all) => all.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).reduce((sum, { total }) => sum + Number(total), 0);
}

/** True of rooms that name a user and belong to others. The first condition is that of the index `rooms_that_name`. */
function names(room: ExpressionBuilder<Schema, 'rooms'>, userId: string): Expression<SqlBool> {
  return room.and([
    sql<SqlBool>`(moderators <> '' or players <> '')`,
    room('owner_id', '<>', userId),
    sql<SqlBool>`' ' || moderators || ' ' || players || ' ' like ${`% ${userId} %`}`,
  ]);
}

/** For rooms given by id, which are those with participants; reads whole rows for the page only. */
async function pageOfThese(
  db: Db,
  { limit, roomTypes, ofUserId }: RoomListRequest,
  roomIds: readonly string[],
  offset: number,
): Promise<Page> {
  const columns = ['room_id', 'room_type', 'owner_id', 'last_activity', 'moderators', 'players'] as const;
  const found = await inChunks(roomIds, (some) =>
    db.selectFrom('rooms').select(columns).where('room_id', 'in', some).execute(),
  );
  const listed = found
    .filter((room) => roomTypes.some((type) => type === room.room_type))
    .filter(
      (room) =>
        ofUserId === undefined ||
        [room.owner_id, room.moderators, room.players].join(' ').split(' ').includes(ofUserId),
    )
    .sort((one, other) => other.last_activity - one.last_activity || (one.room_id < other.room_id ? -1 : 1));
  const ids = listed.slice(offset, offset + limit).map((room) => room.room_id);
  if (ids.length === 0) return { rooms: [], total: listed.length };
  const rows = await selectRooms(db).where('room_id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.room_id, toRoom(row)]));
  return { rooms: ids.flatMap((id) => byId.get(id) ?? []), total: listed.length };
}
