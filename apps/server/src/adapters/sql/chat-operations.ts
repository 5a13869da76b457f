import { limits } from '@roomtone/protocol';
import type { Kysely, Selectable } from 'kysely';
import type { ChatRecord, StoredChat } from '../../ports/room-storage.ts';
import type { ChatTable, Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function addChat(db: Db, message: ChatRecord): Promise<number> {
  const { last } = await db
    .selectFrom('chat')
    .select((max) => max.fn.max('position').as('last'))
    .where('room_id', '=', message.roomId)
    .executeTakeFirstOrThrow();
  const position = Number(last ?? 0) + 1;
  await db
    .insertInto('chat')
    .values({
      room_id: message.roomId,
      position,
      message_id: message.messageId,
      user_id: message.userId,
      username: message.username,
      display_name: message.displayName ?? null,
      message: message.message,
      message_type: message.messageType,
      timestamp: message.timestamp,
    })
    .execute();
  await trim(db, message.roomId);
  return position;
}

export async function recentChat(
  db: Db,
  roomId: string,
  count: number,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<readonly StoredChat[]> {
  const newestFirst = await db
    .selectFrom('chat')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(count)
    .execute();
  return newestFirst.reverse().map((row) => ({ ...toChat(row), position: Number(row.position) }));
}

export async function chatById(db: Db, roomId: string, messageId: string): Promise<ChatRecord | undefined> {
  const query = db.selectFrom('chat').selectAll().where('room_id', '=', roomId).where('message_id', '=', messageId);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : toChat(row);
}

export async function deleteChat(db: Db, roomId: string, messageId: string): Promise<boolean> {
  const query = db.deleteFrom('chat').where('room_id', '=', roomId).where('message_id', '=', messageId);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
}

function toChat(row: Selectable<ChatTable>): ChatRecord {
  return {
    messageId: row.message_id,
    roomId: row.room_id,
    userId: row.user_id,
    username: row.username,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    message: row.message,
    messageType: row.message_type,
    timestamp: row.timestamp,
  };
}

async function trim(db: Db, roomId: string): Promise<void> {
  const tooOld = await db
    .selectFrom('chat')
    .select('position')
    .where('room_id', '=', roomId)
    .orderBy('position', 'desc')
    .limit(1)
    .offset(limits.chatHistory.stored)
    .executeTakeFirst();
  if (tooOld === undefined) return;
  await db.deleteFrom('chat').where('room_id', '=', roomId).where('position', '<=', tooOld.position).execute();
}
