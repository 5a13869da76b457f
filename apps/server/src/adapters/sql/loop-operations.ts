import type { Kysely } from 'kysely';
import type { LoopRecord } from '../../ports/room-storage.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function setLoops(db: Db, loops: readonly LoopRecord[]): Promise<void> {
  for (const { roomId, slot, userId, revision, loop } of loops) {
    if (loop === undefined) {
      await db
        .deleteFrom('room_loops')
        .where('room_id', '=', roomId)
        .where('slot', '=', slot)
        .where('revision', '<', revision)
        .execute();
      continue;
    }
    const room = await db.selectFrom('rooms').select('room_id').where('room_id', '=', roomId).executeTakeFirst();
    if (room === undefined) continue;
    const user = await db.selectFrom('users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
    const row = { user_id: user?.user_id ?? null, revision, loop };
    await db
      .insertInto('room_loops')
      .values({ room_id: roomId, slot, ...row })
      .onConflict((conflict) =>
        conflict.columns(['room_id', 'slot']).doUpdateSet(row).where('room_loops.revision', '<', revision),
      )
      .execute();
  }
}

export async function loopsOf(db: Db, roomId: string): Promise<readonly LoopRecord[]> {
  const rows = await db
    .selectFrom('room_loops')
    .leftJoin('users', 'users.user_id', 'room_loops.user_id')
    .selectAll('room_loops')
    .select(['users.username as username', 'users.display_name as display_name'])
    .where('room_id', '=', roomId)
    .orderBy('slot')
    .execute();
  return rows.map(({ slot, user_id, revision, loop, username, display_name }) => ({
    roomId,
    slot,
    userId: user_id ?? '',
    ...(username === null ? {} : { username }),
    ...(display_name === null ? {} : { displayName: display_name }),
    revision,
    loop,
  }));
}
