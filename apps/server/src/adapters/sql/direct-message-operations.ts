import type { Kysely } from 'kysely';
import { type DirectMessageOutcome, directMessageOutcome } from '../../domain/friendship.ts';
import type { DirectMessageRecord, DirectMessageStorage } from '../../ports/social-storage.ts';
import { bothExist, relation } from './friend-relation.ts';
import { inChunks } from './in-chunks.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;
type Waiting = Awaited<ReturnType<DirectMessageStorage['directMessagesTo']>>;

export async function addDirectMessage(
  db: Db,
  { messageId, fromId, toId, message, timestamp }: DirectMessageRecord,
): Promise<DirectMessageOutcome | 'unknown'> {
  if (!(await bothExist(db, fromId, toId))) return 'unknown';
  const { waiting, last } = await db
    .selectFrom('direct_messages')
    .select((all) => [all.fn.countAll<number>().as('waiting'), all.fn.max('position').as('last')])
    .where('to_id', '=', toId)
    .executeTakeFirstOrThrow();
  const outcome = directMessageOutcome(await relation(db, fromId, toId), Number(waiting));
  if (outcome !== 'kept') return outcome;
  const position = Number(last ?? 0) + 1;
  await db
    .insertInto('direct_messages')
    .values({ message_id: messageId, from_id: fromId, to_id: toId, position, message, timestamp })
    .execute();
  return outcome;
}

export async function directMessagesTo(db: Db, userId: string): Promise<Waiting> {
  const rows = await db
    .selectFrom('direct_messages')
    .innerJoin('users', 'users.user_id', 'direct_messages.from_id')
    .selectAll('direct_messages')
    .select(['users.username', 'users.display_name'])
    .where('to_id', '=', userId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    messageId: row.message_id,
    fromId: row.from_id,
    toId: row.to_id,
    message: row.message,
    timestamp: row.timestamp,
    username: row.username,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
  }));
}

export async function removeDirectMessages(db: Db, messageIds: readonly string[]): Promise<void> {
  await inChunks(messageIds, (some) =>
    db.deleteFrom('direct_messages').where('message_id', 'in', some).returning('message_id').execute(),
  );
}
