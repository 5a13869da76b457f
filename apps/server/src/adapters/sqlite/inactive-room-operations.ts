import { type Kysely, type SqlBool, sql } from 'kysely';
import type { InactiveRooms, MarkedRooms } from '../../ports/room-storage.ts';
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
  const found = await Promise.all([users, sessions, rooms].map((query) => query.executeTakeFirst()));
  const times = found.flatMap((row) => row?.at ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

export async function markInactiveRooms(db: Db, { idleSince, exceptRoomIds, now }: InactiveRooms): Promise<number> {
  await db
    .updateTable('rooms')
    .set({ removal_marked_at: null })
    .where('removal_marked_at', 'is not', null)
    .where((or) =>
      or.or([or('last_activity', '>=', idleSince), or('removal_marked_at', '>', now), isOneOf(exceptRoomIds)]),
    )
    .execute();
  const marked = await db
    .updateTable('rooms')
    .set({ removal_marked_at: now })
    // These are all types: naming them lets SQLite use the index on type and activity.
    .where('room_type', 'in', ['public', 'private', 'pro'])
    .where('last_activity', '<', idleSince)
    .where('removal_marked_at', 'is', null)
    .where((not) => not.not(isOneOf(exceptRoomIds)))
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
    .where((not) => not.not(isOneOf(exceptRoomIds)))
    .limit(limit)
    .execute();
  const ids = marked.map((row) => row.room_id);
  for (const roomId of ids) await db.deleteFrom('rooms').where('room_id', '=', roomId).execute();
  return ids;
}

/** Takes one parameter for any number of rooms. */
function isOneOf(roomIds: readonly string[]) {
  return sql<SqlBool>`room_id in (select value from json_each(${JSON.stringify(roomIds)}))`;
}
