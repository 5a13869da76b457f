import { type Kysely, type SqlBool, sql } from 'kysely';
import type { InactiveRooms, MarkedRooms } from '../../ports/room-storage.ts';
import { givenRows } from './json-rows.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function newestActivity(db: Db, now: number): Promise<number | undefined> {
  const users = db
    .selectFrom('users')
    .where('last_seen', '<=', now)
    .select((all) => all.fn.max('last_seen').as('at'));
  const sessions = db
    .selectFrom('sessions')
    .where('last_used', '<=', now)
    .select((all) => all.fn.max('last_used').as('at'));
  const rooms = db
    .selectFrom('rooms')
    .where('last_activity', '<=', now)
    .select((all) => all.fn.max('last_activity').as('at'));
  const times: number[] = [];
  for (const query of [users, sessions, rooms]) {
    const at = (await query.executeTakeFirst())?.at;
    if (typeof at === 'number') times.push(at);
  }
  return times.length === 0 ? undefined : Math.max(...times);
}

export async function markInactiveRooms(db: Db, { idleSince, exceptRoomIds, now }: InactiveRooms): Promise<number> {
  await db
    .updateTable('rooms')
    .set({ removal_marked_at: null })
    .where('removal_marked_at', 'is not', null)
    .where((or) =>
      or.or([or('last_activity', '>=', idleSince), or('removal_marked_at', '>', now), isOneOf(db, exceptRoomIds)]),
    )
    .execute();
  const marked = await db
    .updateTable('rooms')
    .set({ removal_marked_at: now })
    // These are all types: naming them lets SQLite use the index on type and activity.
    .where('room_type', 'in', ['public', 'private', 'pro'])
    .where('last_activity', '<', idleSince)
    .where('removal_marked_at', 'is', null)
    .where((not) => not.not(isOneOf(db, exceptRoomIds)))
    .executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

export async function unmarkInactiveRooms(db: Db): Promise<void> {
  await db.updateTable('rooms').set({ removal_marked_at: null }).where('removal_marked_at', 'is not', null).execute();
}

export async function deleteMarkedRooms(
  db: Db,
  { markedBy, idleSince, exceptRoomIds, limit }: MarkedRooms,
): Promise<readonly string[]> {
  const marked = await db
    .selectFrom('rooms')
    .select('room_id')
    .where('removal_marked_at', '<=', markedBy)
    .where('last_activity', '<', idleSince)
    .where((not) => not.not(isOneOf(db, exceptRoomIds)))
    .limit(limit)
    .execute();
  const ids = marked.map((row) => row.room_id);
  for (const roomId of ids) await db.deleteFrom('rooms').where('room_id', '=', roomId).execute();
  return ids;
}

/** Takes one parameter for any number of rooms. */
function isOneOf(db: Db, roomIds: readonly string[]) {
  const ids = roomIds.map((roomId) => [roomId]);
  return sql<SqlBool>`room_id in (select given.value ->> 0 from ${givenRows(db, ids)})`;
}
