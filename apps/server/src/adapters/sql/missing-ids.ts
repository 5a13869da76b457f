import type { Kysely } from 'kysely';
import type { KnownIds } from '../../ports/storage.ts';
import { inChunks } from './in-chunks.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function missing(db: Db, { sessionIds, userIds, roomIds }: KnownIds, now: number): Promise<KnownIds> {
  const sessions = await inChunks(sessionIds, (some) =>
    db
      .selectFrom('sessions')
      .select('session_id as id')
      .where('session_id', 'in', some)
      .where('expires_at', '>', now)
      .execute(),
  );
  const users = await inChunks(userIds, (some) =>
    db.selectFrom('users').select('user_id as id').where('user_id', 'in', some).execute(),
  );
  const rooms = await inChunks(roomIds, (some) =>
    db.selectFrom('rooms').select('room_id as id').where('room_id', 'in', some).execute(),
  );
  return {
    sessionIds: without(sessionIds, sessions),
    userIds: without(userIds, users),
    roomIds: without(roomIds, rooms),
  };
}

function without(ids: readonly string[], found: readonly { readonly id: string }[]): readonly string[] {
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
