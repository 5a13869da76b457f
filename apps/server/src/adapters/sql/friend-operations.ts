import type { Kysely, Selectable } from 'kysely';
import { type AcceptOutcome, acceptOutcome, type RequestOutcome, requestOutcome } from '../../domain/friendship.ts';
import type { FriendStorage } from '../../ports/social-storage.ts';
import { bothExist, relation } from './friend-relation.ts';
import type { Schema } from './schema.ts';
import type { UsersTable } from './users-table.ts';

type Db = Kysely<Schema>;
type Friends = Awaited<ReturnType<FriendStorage['friendsOf']>>;
type Blocks = Awaited<ReturnType<FriendStorage['blocksOf']>>;

export async function requestFriend(
  db: Db,
  userId: string,
  otherId: string,
  now: number,
): Promise<RequestOutcome | 'unknown'> {
  if (!(await bothExist(db, userId, otherId))) return 'unknown';
  const outcome = requestOutcome(await relation(db, userId, otherId));
  if (outcome === 'accepted') await befriend(db, userId, otherId, now);
  if (outcome === 'requested') {
    await db.insertInto('friend_requests').values({ from_id: userId, to_id: otherId, sent_at: now }).execute();
  }
  return outcome;
}

export async function acceptFriend(db: Db, userId: string, otherId: string, now: number): Promise<AcceptOutcome> {
  const outcome = acceptOutcome(await relation(db, userId, otherId));
  if (outcome === 'accepted') await befriend(db, userId, otherId, now);
  return outcome;
}

export async function removeFriend(db: Db, userId: string, otherId: string): Promise<void> {
  await deleteRequests(db, userId, otherId);
  await db
    .deleteFrom('friends')
    .where((or) =>
      or.or([or.and({ user_id: userId, friend_id: otherId }), or.and({ user_id: otherId, friend_id: userId })]),
    )
    .execute();
}

export async function friendsOf(db: Db, userId: string): Promise<Friends> {
  const friends = await db
    .selectFrom('friends')
    .innerJoin('users', 'users.user_id', 'friends.friend_id')
    .select(['users.user_id', 'users.username', 'users.display_name', 'users.avatar_name'])
    .where('friends.user_id', '=', userId)
    .orderBy('users.username_key')
    .execute();
  const requests = await db
    .selectFrom('friend_requests')
    .innerJoin('users', 'users.user_id', 'friend_requests.from_id')
    .select(['users.user_id', 'users.username', 'users.display_name', 'users.avatar_name', 'friend_requests.sent_at'])
    .where('friend_requests.to_id', '=', userId)
    .orderBy('friend_requests.sent_at', 'desc')
    .orderBy('users.username_key')
    .execute();
  return {
    friends: friends.map(toUserSummary),
    requests: requests.map((row) => ({ ...toUserSummary(row), sentAt: row.sent_at })),
  };
}

export async function block(db: Db, userId: string, otherId: string, now: number): Promise<void> {
  if (!(await bothExist(db, userId, otherId))) return;
  await removeFriend(db, userId, otherId);
  await db.deleteFrom('direct_messages').where('from_id', '=', otherId).where('to_id', '=', userId).execute();
  await db
    .insertInto('blocks')
    .values({ user_id: userId, blocked_id: otherId, blocked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unblock(db: Db, userId: string, otherId: string): Promise<void> {
  await db.deleteFrom('blocks').where('user_id', '=', userId).where('blocked_id', '=', otherId).execute();
}

export async function blocksOf(db: Db, userId: string): Promise<Blocks> {
  const rows = await db
    .selectFrom('blocks')
    .innerJoin('users', 'users.user_id', 'blocks.blocked_id')
    .select(['users.user_id', 'users.username', 'users.display_name', 'users.avatar_name', 'blocks.blocked_at'])
    .where('blocks.user_id', '=', userId)
    .orderBy('blocks.blocked_at', 'desc')
    .orderBy('users.username_key')
    .execute();
  return rows.map((row) => ({ ...toUserSummary(row), blockedAt: row.blocked_at }));
}

export async function blockedBotsOf(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('blocks')
    .innerJoin('users as bots', 'bots.bot_owner', 'blocks.blocked_id')
    .select('bots.user_id')
    .where('blocks.user_id', '=', userId)
    .execute();
  return rows.map((row) => row.user_id);
}

export async function blockersOf(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('blocks').select('user_id').where('blocked_id', '=', userId).execute();
  return rows.map((row) => row.user_id);
}

async function befriend(db: Db, userId: string, otherId: string, now: number): Promise<void> {
  await deleteRequests(db, userId, otherId);
  const bothSides = [
    { user_id: userId, friend_id: otherId, since: now },
    { user_id: otherId, friend_id: userId, since: now },
  ];
  await db.insertInto('friends').values(bothSides).execute();
}

async function deleteRequests(db: Db, userId: string, otherId: string): Promise<void> {
  await db
    .deleteFrom('friend_requests')
    .where((or) => or.or([or.and({ from_id: userId, to_id: otherId }), or.and({ from_id: otherId, to_id: userId })]))
    .execute();
}

function toUserSummary(row: Pick<Selectable<UsersTable>, 'user_id' | 'username' | 'display_name' | 'avatar_name'>) {
  const { user_id: userId, username, display_name: displayName, avatar_name: avatarName } = row;
  return { userId, username, ...(displayName !== null && { displayName }), ...(avatarName !== null && { avatarName }) };
}
