import type { Kysely } from 'kysely';
import type { AccountData } from '../../ports/account-storage.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

/** Everything about an account, without anything that signs it in. */
export async function accountData(db: Db, userId: string): Promise<AccountData | undefined> {
  const row = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (row === undefined) return undefined;
  const { password_hash: _hash, username_key: _name, email_key: _email, display_name_key: _shown, ...account } = row;
  return {
    account,
    sessions: await db
      .selectFrom('sessions')
      .select(['created_at', 'last_used', 'expires_at', 'address', 'user_agent'])
      .where('user_id', '=', userId)
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .select(['host', 'name', 'created_at', 'last_used'])
      .where('user_id', '=', userId)
      .execute(),
    bots: await db
      .selectFrom('users')
      .select(['username', 'bot_scopes', 'created_at', 'last_seen'])
      .where('bot_owner', '=', userId)
      .execute(),
    friends: await db
      .selectFrom('friends')
      .innerJoin('users', 'users.user_id', 'friends.friend_id')
      .select(['users.username', 'users.display_name', 'friends.since'])
      .where('friends.user_id', '=', userId)
      .execute(),
    friend_requests: await db
      .selectFrom('friend_requests')
      .selectAll()
      .where((or) => or.or([or('from_id', '=', userId), or('to_id', '=', userId)]))
      .execute(),
    blocks: await db
      .selectFrom('blocks')
      .innerJoin('users', 'users.user_id', 'blocks.blocked_id')
      .select(['users.username', 'users.display_name', 'blocks.blocked_at'])
      .where('blocks.user_id', '=', userId)
      .execute(),
    messages_waiting: await db
      .selectFrom('direct_messages')
      .select(['from_id', 'to_id', 'message', 'timestamp'])
      .where((or) => or.or([or('from_id', '=', userId), or('to_id', '=', userId)]))
      .execute(),
    rooms: await db
      .selectFrom('rooms')
      .select(['room_id', 'room_name', 'room_type', 'max_users', 'settings', 'created_at', 'last_activity'])
      .where('owner_id', '=', userId)
      .execute(),
    chat: await db
      .selectFrom('chat')
      .select(['room_id', 'message', 'timestamp'])
      .where('user_id', '=', userId)
      .orderBy('timestamp')
      .execute(),
    loops: await db
      .selectFrom('room_loops')
      .select(['room_id', 'slot', 'loop'])
      .where('user_id', '=', userId)
      .execute(),
    sheets: await db
      .selectFrom('room_sheets')
      .select(['sheet_id', 'room_id', 'name', 'kind', 'data', 'added_at'])
      .where('added_by', '=', userId)
      .execute(),
    invitations: await db
      .selectFrom('invitations')
      .select(['room_id', 'uses', 'max_uses', 'created_at', 'expires_at'])
      .where('made_by', '=', userId)
      .execute(),
    bans: await db
      .selectFrom('bans')
      .select(['room_id', 'reason', 'until', 'banned_at', 'addresses'])
      .where('user_id', '=', userId)
      .execute(),
    mutes: await db
      .selectFrom('mutes')
      .select(['room_id', 'chat', 'notes', 'until'])
      .where('user_id', '=', userId)
      .execute(),
    subscriptions: await db
      .selectFrom('subscriptions')
      .select(['provider', 'product_id', 'state', 'started_at'])
      .where('user_id', '=', userId)
      .execute(),
    audit_log: await db
      .selectFrom('audit_log')
      .select(['at', 'kind', 'address', 'details'])
      .where('user_id', '=', userId)
      .orderBy('entry_id')
      .execute(),
  };
}
