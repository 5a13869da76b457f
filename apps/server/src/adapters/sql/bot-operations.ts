import type { Kysely } from 'kysely';
import type { Conflict, SessionRecord, UserRecord } from '../../ports/account-storage.ts';
import type { BotRecord } from '../../ports/bot-storage.ts';
import { createSession, createUser, userById } from './account-operations.ts';
import { toUser } from './account-rows.ts';
import type { Schema } from './schema.ts';
import { deleteSessionsOf } from './session-operations.ts';

type Db = Kysely<Schema>;

export async function addBot(
  db: Db,
  bot: UserRecord,
  session: SessionRecord,
  quota: number,
): Promise<UserRecord | Conflict | undefined> {
  const { ownerId = '' } = bot.bot ?? {};
  if ((await userById(db, ownerId)) === undefined) return undefined;
  const { owned } = await db
    .selectFrom('users')
    .select((count) => count.fn.countAll<number>().as('owned'))
    .where('bot_owner', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (Number(owned) >= quota) return { taken: 'botQuota' };
  const created = await createUser(db, bot);
  if (!('taken' in created)) await createSession(db, session);
  return created;
}

export async function botsOf(db: Db, ownerId: string): Promise<readonly BotRecord[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .select((bot) =>
      bot
        .exists(bot.selectFrom('sessions').select('session_id').whereRef('sessions.user_id', '=', 'users.user_id'))
        .as('signed_in'),
    )
    .where('bot_owner', '=', ownerId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ user: toUser(row), lastSeen: row.last_seen, isSignedIn: Boolean(row.signed_in) }));
}

export async function replaceBotSession(db: Db, session: SessionRecord): Promise<readonly string[] | undefined> {
  if ((await userById(db, session.userId))?.bot === undefined) return undefined;
  const ended = await deleteSessionsOf(db, session.userId);
  await createSession(db, session);
  return ended;
}

export async function deleteBotSessionsOf(db: Db, ownerId: string): Promise<readonly string[]> {
  const bots = db.selectFrom('users').select('user_id').where('bot_owner', '=', ownerId);
  const ended = await db.deleteFrom('sessions').where('user_id', 'in', bots).returning('session_id').execute();
  return ended.map((row) => row.session_id);
}
