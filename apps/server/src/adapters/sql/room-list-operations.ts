import type { Kysely } from 'kysely';
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
  const { limit, roomTypes, ownerId } = request;
  const [first, ...others] = roomTypes.map((roomType) => {
    const ofType = selectRooms(db).where('room_type', '=', roomType);
    return ownerId === undefined ? ofType : ofType.where('owner_id', '=', ownerId);
  });
  if (first === undefined) throw new Error('A list of rooms needs a type.');
  return others
    .reduce((all, one) => all.unionAll(one), first)
    .orderBy('last_activity', 'desc')
    .orderBy('room_id')
    .limit(limit)
    .offset(offset);
}

async function count(db: Db, { roomTypes, ownerId }: Omit<RoomListRequest, 'roomIds'>): Promise<number> {
  let matching = db.selectFrom('rooms').where('room_type', 'in', roomTypes);
  if (ownerId !== undefined) matching = matching.where('owner_id', '=', ownerId);
  const { total } = await matching.select((all) => all.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** For rooms given by id, which are those with participants; reads whole rows for the page only. */
async function pageOfThese(
  db: Db,
  { limit, roomTypes, ownerId }: RoomListRequest,
  roomIds: readonly string[],
  offset: number,
): Promise<Page> {
  const columns = ['room_id', 'room_type', 'owner_id', 'last_activity'] as const;
  const found = await inChunks(roomIds, (some) =>
    db.selectFrom('rooms').select(columns).where('room_id', 'in', some).execute(),
  );
  const listed = found
    .filter((room) => roomTypes.some((type) => type === room.room_type) && (ownerId ?? room.owner_id) === room.owner_id)
    .sort((one, other) => other.last_activity - one.last_activity || (one.room_id < other.room_id ? -1 : 1));
  const ids = listed.slice(offset, offset + limit).map((room) => room.room_id);
  if (ids.length === 0) return { rooms: [], total: listed.length };
  const rows = await selectRooms(db).where('room_id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.room_id, toRoom(row)]));
  return { rooms: ids.flatMap((id) => byId.get(id) ?? []), total: listed.length };
}
