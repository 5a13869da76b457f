import { serviceLimits } from '@roomtone/protocol';
import type { Kysely } from 'kysely';
import type { GuestBanRecord } from '../../ports/room-storage.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function addGuestBan(db: Db, ban: GuestBanRecord): Promise<void> {
  const { roomId, participant } = ban;
  const room = await db.selectFrom('rooms').select('room_id').where('room_id', '=', roomId).executeTakeFirst();
  if (room === undefined) return;
  // Also deletes bans that have expired, except the most recent: a clock that is wrong for a while must not delete them all.
  const surplus = db
    .selectFrom('guest_bans')
    .select('participant')
    .where('room_id', '=', roomId)
    .where('until', '<=', ban.bannedAt)
    .orderBy('banned_at', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(serviceLimits.expiredKept);
  await db.deleteFrom('guest_bans').where('room_id', '=', roomId).where('participant', 'in', surplus).execute();
  const row = {
    address: ban.address,
    username: ban.username,
    banned_by: ban.bannedBy,
    reason: ban.reason,
    until: ban.until ?? null,
    banned_at: ban.bannedAt,
  };
  await db
    .insertInto('guest_bans')
    .values({ room_id: roomId, participant, ...row })
    .onConflict((conflict) => conflict.columns(['room_id', 'participant']).doUpdateSet(row))
    .execute();
}

export async function removeGuestBan(db: Db, roomId: string, participant: number, now: number): Promise<boolean> {
  const active = await activeBans(db, roomId, now).where('participant', '=', participant).executeTakeFirst();
  await db.deleteFrom('guest_bans').where('room_id', '=', roomId).where('participant', '=', participant).execute();
  return active !== undefined;
}

export async function guestBansOf(db: Db, roomId: string, now: number): Promise<readonly GuestBanRecord[]> {
  const rows = await activeBans(db, roomId, now).orderBy('banned_at', 'desc').orderBy('participant').execute();
  return rows.map((row) => ({
    roomId: row.room_id,
    participant: row.participant,
    address: row.address,
    username: row.username,
    bannedBy: row.banned_by,
    reason: row.reason,
    until: row.until ?? undefined,
    bannedAt: row.banned_at,
  }));
}

export async function isAddressBanned(db: Db, roomId: string, address: string, now: number): Promise<boolean> {
  return (await activeBans(db, roomId, now).where('address', '=', address).executeTakeFirst()) !== undefined;
}

function activeBans(db: Db, roomId: string, now: number) {
  return db
    .selectFrom('guest_bans')
    .selectAll()
    .where('room_id', '=', roomId)
    .where((or) => or.or([or('until', 'is', null), or('until', '>', now)]));
}
