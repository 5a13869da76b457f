import { serviceLimits } from '@roomtone/protocol';
import type { Kysely, Selectable } from 'kysely';
import type { BanRecord } from '../../ports/room-storage.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function addBan(db: Db, ban: Omit<BanRecord, 'username' | 'displayName'>): Promise<void> {
  const { roomId, userId } = ban;
  const room = await db.selectFrom('rooms').select('room_id').where('room_id', '=', roomId).executeTakeFirst();
  const user = await db.selectFrom('users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  if (room === undefined || user === undefined) return;
  // Also deletes bans that have expired, except the most recent: a clock that is wrong for a while must not delete them all.
  const surplus = db
    .selectFrom('bans')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('until', '<=', ban.bannedAt)
    .orderBy('banned_at', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(serviceLimits.expiredKept);
  await db.deleteFrom('bans').where('room_id', '=', roomId).where('user_id', 'in', surplus).execute();
  const addresses = (ban.addresses ?? []).join(' ');
  const row = {
    banned_by: ban.bannedBy,
    reason: ban.reason,
    until: ban.until ?? null,
    banned_at: ban.bannedAt,
    addresses,
  };
  await db
    .insertInto('bans')
    .values({ room_id: roomId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['room_id', 'user_id']).doUpdateSet(row))
    .execute();
}

export async function removeBan(db: Db, roomId: string, userId: string, now: number): Promise<boolean> {
  const active = await banOf(db, roomId, userId, now);
  await db.deleteFrom('bans').where('room_id', '=', roomId).where('user_id', '=', userId).execute();
  return active !== undefined;
}

export async function bansOf(db: Db, roomId: string, now: number): Promise<readonly BanRecord[]> {
  const rows = await activeBans(db, roomId, now).orderBy('banned_at', 'desc').orderBy('bans.user_id').execute();
  return rows.map((row) => toBan(row));
}

export async function banOf(db: Db, roomId: string, userId: string, now: number): Promise<BanRecord | undefined> {
  const row = await activeBans(db, roomId, now).where('bans.user_id', '=', userId).executeTakeFirst();
  return row === undefined ? undefined : toBan(row);
}

function activeBans(db: Db, roomId: string, now: number) {
  return db
    .selectFrom('bans')
    .innerJoin('users', 'users.user_id', 'bans.user_id')
    .selectAll('bans')
    .select(['users.username', 'users.display_name'])
    .where('room_id', '=', roomId)
    .where((or) => or.or([or('until', 'is', null), or('until', '>', now)]));
}

function toBan(row: Selectable<Schema['bans']> & { username: string; display_name: string | null }): BanRecord {
  return {
    roomId: row.room_id,
    userId: row.user_id,
    username: row.username,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    bannedBy: row.banned_by,
    reason: row.reason,
    until: row.until ?? undefined,
    bannedAt: row.banned_at,
    ...(row.addresses === '' ? {} : { addresses: row.addresses.split(' ') }),
  };
}
