import type { Kysely } from 'kysely';
import type { Relation } from '../../domain/friendship.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

/** The first user's relation to the other. */
export async function relation(db: Db, userId: string, otherId: string): Promise<Relation> {
  const friends = db
    .selectFrom('friends')
    .select('since')
    .where('user_id', '=', userId)
    .where('friend_id', '=', otherId);
  const request = (from: string, to: string) =>
    db.selectFrom('friend_requests').select('sent_at').where('from_id', '=', from).where('to_id', '=', to);
  const block = (by: string, of: string) =>
    db.selectFrom('blocks').select('blocked_at').where('user_id', '=', by).where('blocked_id', '=', of);
  const exists = async (query: { executeTakeFirst(): Promise<unknown> }) =>
    (await query.executeTakeFirst()) !== undefined;
  return {
    friends: await exists(friends),
    requested: await exists(request(userId, otherId)),
    asked: await exists(request(otherId, userId)),
    isBlocked: await exists(block(otherId, userId)),
    blocks: await exists(block(userId, otherId)),
  };
}

export async function bothExist(db: Db, userId: string, otherId: string): Promise<boolean> {
  const found = await db.selectFrom('users').select('user_id').where('user_id', 'in', [userId, otherId]).execute();
  return found.length === 2;
}
