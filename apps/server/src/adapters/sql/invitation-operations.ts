import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Conflict, UserRecord } from '../../ports/account-storage.ts';
import type { InvitationBounds, InvitationRecord, ListedInvitation } from '../../ports/invitation-storage.ts';
import { createUser, userById } from './account-operations.ts';
import type { InvitationsTable } from './invitation-schema.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function addInvitation(db: Db, record: InvitationRecord, bounds: InvitationBounds): Promise<boolean> {
  await db.deleteFrom('invitations').where('expires_at', '<=', record.createdAt).execute();
  if (bounds.replaceOldest) await removeOldest(db, record.madeBy, bounds.ofOne - 1);
  const isFull = (await count(db, record.madeBy)) >= bounds.ofOne || (await count(db)) >= bounds.inAll;
  if (isFull) return false;
  await db
    .insertInto('invitations')
    .values({
      invitation_id: record.invitationId,
      token_hash: record.tokenHash,
      made_by: record.madeBy ?? null,
      room_id: record.roomId ?? null,
      uses: record.uses,
      max_uses: record.maxUses,
      created_at: record.createdAt,
      expires_at: record.expiresAt,
    })
    .execute();
  return true;
}

export async function invitationByToken(db: Db, tokenHash: string, now: number): Promise<InvitationRecord | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? undefined : toInvitation(row);
}

export async function invitations(db: Db, now: number, madeBy?: string): Promise<readonly ListedInvitation[]> {
  let query = db
    .selectFrom('invitations')
    .leftJoin('users', 'users.user_id', 'invitations.made_by')
    .leftJoin('rooms', 'rooms.room_id', 'invitations.room_id')
    .selectAll('invitations')
    .select(['users.username', 'users.display_name', 'rooms.room_name'])
    .where('invitations.expires_at', '>', now)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.invitation_id');
  if (madeBy !== undefined) query = query.where((or) => managedBy(or, madeBy));
  const rows = await query.execute();
  return rows.map((row) => ({
    ...toInvitation(row),
    madeByName: row.username ?? '',
    madeByDisplayName: row.display_name ?? row.username ?? '',
    roomName: row.room_name ?? '',
  }));
}

export async function removeInvitation(db: Db, invitationId: string, madeBy?: string): Promise<boolean> {
  let query = db.deleteFrom('invitations').where('invitation_id', '=', invitationId);
  if (madeBy !== undefined) query = query.where((or) => managedBy(or, madeBy));
  return (await query.executeTakeFirst()).numDeletedRows === 1n;
}

export async function useInvitation(db: Db, tokenHash: string, now: number): Promise<InvitationRecord | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ uses: sql<number>`uses + 1` })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('uses', '<', sql<number>`max_uses`)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? invitationByToken(db, tokenHash, now) : undefined;
}

export async function createInvitedUser(
  db: Db,
  user: UserRecord,
  tokenHash: string,
  now: number,
): Promise<UserRecord | Conflict | { readonly refused: true }> {
  const invitation = await invitationByToken(db, tokenHash, now);
  if (invitation === undefined || invitation.uses >= invitation.maxUses) return { refused: true };
  const { madeBy } = invitation;
  const inviter = madeBy === undefined ? undefined : await userById(db, madeBy);
  const isMembers = inviter !== undefined && !inviter.roles.includes('admin');
  const created = await createUser(db, isMembers ? { ...user, invitedBy: inviter.userId } : user);
  if (!('taken' in created)) await useInvitation(db, tokenHash, now);
  return created;
}

/** A user's own, and all to the rooms that they own now. */
function managedBy(or: ExpressionBuilder<Schema, 'invitations'>, userId: string) {
  const owned = or.selectFrom('rooms as owned').select('owned.room_id').where('owned.owner_id', '=', userId);
  return or.or([or('invitations.made_by', '=', userId), or('invitations.room_id', 'in', owned)]);
}

export async function hasInvitation(db: Db, invitationId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('invitation_id')
    .where('invitation_id', '=', invitationId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the newest ones of a maker. */
async function removeOldest(db: Db, madeBy: string | undefined, kept: number): Promise<void> {
  const surplus = db
    .selectFrom('invitations')
    .select('invitation_id')
    .where('made_by', madeBy === undefined ? 'is' : '=', madeBy ?? null)
    .orderBy('created_at', 'desc')
    .orderBy('invitation_id')
    // SQLite accepts an offset only after a limit.
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(kept);
  await db.deleteFrom('invitations').where('invitation_id', 'in', surplus).execute();
}

/** @param madeBy left out: those of everybody. */
async function count(db: Db, ...madeBy: readonly (string | undefined)[]): Promise<number> {
  let query = db.selectFrom('invitations').select((all) => all.fn.countAll<number>().as('count'));
  for (const one of madeBy) query = query.where('made_by', one === undefined ? 'is' : '=', one ?? null);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

function toInvitation(row: InvitationsTable): InvitationRecord {
  return {
    invitationId: row.invitation_id,
    tokenHash: row.token_hash,
    madeBy: row.made_by ?? undefined,
    roomId: row.room_id ?? undefined,
    uses: row.uses,
    maxUses: row.max_uses,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
